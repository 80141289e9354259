import { startVisitorChat } from '#lib/chats/start-visitor-chat.ts';
import { create } from '#lib/contract/widget-sessions.ts';
import { handleVisitor } from '#lib/http/handle-visitor.ts';
import { streamed } from '#lib/http/streamed.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = streamed(
  handleVisitor(create, async ({ body, fail }, admitPage) => {
    const widget = (await widgets.read(body.widget_id)) ?? fail('widget_not_found');
    admitPage(widget);
    const { id: conversation_id, ...chat } = await startVisitorChat(widget, body.variables);
    return { ...chat, conversation_id };
  }),
);
