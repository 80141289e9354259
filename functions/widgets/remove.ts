import { remove } from '#lib/contract/widgets.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { removeEntity } from '#lib/store/entity.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const widget = await widgets.find(caller, params.widget_id);
  return widget ? removeEntity(widgets, widget) : fail('widget_not_found');
});
