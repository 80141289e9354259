import { askForPerson } from '#lib/chats/ask-for-person.ts';
import { asChat, findStored } from '#lib/chats/claim.ts';
import { create } from '#lib/contract/handovers.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';
import { takeCallOver } from '#lib/phone/call-handovers.ts';
import { isHeldHere, liveCallIn } from '#lib/phone/control-call.ts';

export const handler = handleChatWrite(create, async ({ caller, params, body }) => {
  const found = await findStored(caller, params.conversation_id);
  if (isHeldHere(found)) {
    requireScopes(caller, ['calls:write']);
    return takeCallOver(caller, liveCallIn(found), body.reason);
  }
  return askForPerson(caller, asChat(found), body.reason);
});
