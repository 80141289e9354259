import type { Widget, WidgetItem } from '#lib/contract/widgets.ts';
import type { EntityRecord } from '#lib/store/entity.ts';
import { entities } from '#lib/store/entity.ts';

export type WidgetRecord = EntityRecord<Widget>;

export const widgets = /* @__PURE__ */ entities<WidgetRecord, WidgetItem>({
  prefix: 'wdg',
  list: 'widgets',
  kind: 'widget',
  shown: ({ id, created_at, updated_at, version, client_id, agent_id, name, status, origins }) => ({
    ...{ id, created_at, updated_at, version },
    ...{ client_id, agent_id, name, status, origins },
  }),
});
