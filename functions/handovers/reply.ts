import { authorOf } from '#lib/chats/author-of.ts';
import { asChat, findStored } from '#lib/chats/claim.ts';
import { replyTo } from '#lib/chats/handovers.ts';
import { reply } from '#lib/contract/handovers.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { speakInCall } from '#lib/phone/call-handovers.ts';
import { isHeldHere, liveCallIn } from '#lib/phone/control-call.ts';

export const handler = handleWrite(reply, async ({ caller, params, body }) => {
  const found = await findStored(caller, params.conversation_id);
  const isCall = isHeldHere(found);
  if (isCall) requireScopes(caller, ['calls:write']);
  const chat = isCall ? liveCallIn(found) : asChat(found);
  const author = await authorOf(caller, body);
  if (isCall) return speakInCall(liveCallIn(found), body.text, author);
  const { operations, turn } = await replyTo(chat, { text: body.text, author });
  return { operations, reply: turn };
});
