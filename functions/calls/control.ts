import { authorOf } from '#lib/chats/author-of.ts';
import { control } from '#lib/contract/calls.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { controlCall, findLiveCall } from '#lib/phone/control-call.ts';

export const handler = handleWrite(control, async ({ caller, params, body }) => {
  const call = await findLiveCall(caller, params.conversation_id);
  const author = body.action === 'say' ? await authorOf(caller, body) : null;
  return controlCall(call, body, author);
});
