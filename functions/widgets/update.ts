import { update, WidgetContent } from '#lib/contract/widgets.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const widget = (await widgets.find(caller, params.widget_id)) ?? fail('widget_not_found');
  const { agent_id, created_by, ...content } = widgets.fieldsOf(widget);
  const merged = parseBody(WidgetContent, mergePatch(content, body));
  return replaceEntity(widgets, widget, { ...merged, agent_id, created_by });
});
