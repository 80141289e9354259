import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client, widget, widgetItem } from './story.ts';

const params = { widget_id: widget.id };
const { agent_id, name, origins, texts } = widget;
const changed = { ...widget, updated_at: '2026-11-20T10:00:00.000Z', version: 2 };

export const widgets: ExamplesOf<'widgets'> = {
  list: {
    query: { client_id: client.id, limit: '20' },
    response: { data: [widgetItem], ...lastPage },
  },
  create: { body: { agent_id, name, origins, texts }, response: widget },
  get: { params, response: widget },
  update: {
    params,
    body: { limits: { chats_per_day: 500 } },
    response: { ...changed, limits: { ...widget.limits, chats_per_day: 500 } },
  },
  remove: { params },
};
