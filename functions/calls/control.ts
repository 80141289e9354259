import { authorOf } from '#lib/chats/author-of.ts';
import { findStored } from '#lib/chats/claim.ts';
import { control } from '#lib/contract/calls.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { controlCall, isHeldHere, liveCallIn } from '#lib/phone/control-call.ts';
import { controlProviderCall } from '#lib/phone/control-provider-call.ts';

const isByPerson: ReadonlySet<string> = new Set(['say', 'instruct']);

export const handler = handleWrite(control, async ({ caller, params, body }) => {
  const found = await findStored(caller, params.conversation_id);
  const call = isHeldHere(found) ? liveCallIn(found) : undefined;
  const author = isByPerson.has(body.action) ? await authorOf(caller, body) : null;
  return call ? controlCall(call, body, author) : controlProviderCall(found.conversation, body);
});
