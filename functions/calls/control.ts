import { authorOf } from '#lib/chats/author-of.ts';
import { findStored } from '#lib/chats/claim.ts';
import { control } from '#lib/contract/calls.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { controlCall, liveCallIn } from '#lib/phone/control-call.ts';

const isByPerson: ReadonlySet<string> = new Set(['say', 'instruct']);

export const handler = handleWrite(control, async ({ caller, params, body }) => {
  const call = liveCallIn(await findStored(caller, params.conversation_id));
  const author = isByPerson.has(body.action) ? await authorOf(caller, body) : null;
  return controlCall(call, body, author);
});
