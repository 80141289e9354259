import { asChat, findStored, refuseEnded } from '#lib/chats/claim.ts';
import { stateOf } from '#lib/chats/end-chat.ts';
import { returnToAgent } from '#lib/chats/handovers.ts';
import { remove } from '#lib/contract/handovers.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { giveCallBack } from '#lib/phone/call-handovers.ts';
import { isHeldHere, liveCallIn } from '#lib/phone/control-call.ts';

export const handler = handleWrite(remove, async ({ caller, params }) => {
  const found = await findStored(caller, params.conversation_id);
  if (isHeldHere(found)) {
    requireScopes(caller, ['calls:write']);
    return giveCallBack(liveCallIn(found));
  }
  const chat = asChat(found);
  refuseEnded(chat, Date.now());
  if (chat.conversation.handling === 'agent') return { operations: [], reply: stateOf(chat.conversation) };
  const { operations, conversation } = returnToAgent(chat);
  return { operations, reply: stateOf(conversation) };
});
