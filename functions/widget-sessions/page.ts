import { pageOfWidget } from '#lib/chats/widget-page.ts';
import { page } from '#lib/contract/widget-sessions.ts';
import { handleVisitor } from '#lib/http/handle-visitor.ts';
import { streamed } from '#lib/http/streamed.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = streamed(
  handleVisitor(page, async ({ params, fail }, admitPage) => {
    const widget = (await widgets.read(params.widget_id)) ?? fail('widget_not_found');
    admitPage(widget);
    return pageOfWidget(widget);
  }),
);
