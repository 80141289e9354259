import { get } from '#lib/contract/widgets.ts';
import { handle } from '#lib/http/handle.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const widget = await widgets.find(caller, params.widget_id);
  return widget ? widgets.represent(widget) : fail('widget_not_found');
});
