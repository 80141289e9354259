import { authorOf } from '#lib/chats/author-of.ts';
import { findChat } from '#lib/chats/claim.ts';
import { replyTo } from '#lib/chats/handovers.ts';
import { reply } from '#lib/contract/handovers.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(reply, async ({ caller, params, body }) => {
  const chat = await findChat(caller, params.conversation_id);
  const author = await authorOf(caller, body);
  const { operations, turn } = await replyTo(chat, { text: body.text, author });
  return { operations, reply: turn };
});
