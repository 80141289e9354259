import { remove } from '#lib/contract/sessions.ts';
import { personOf } from '#lib/http/calling-person.ts';
import { handleSignOut } from '#lib/http/handle-sign-out.ts';
import { readSessions, signOutWrites } from '#lib/people/sessions.ts';

export const handler = handleSignOut(remove, async ({ caller }) => {
  const { id, session_id } = personOf(caller);
  const sessions = (await readSessions(id)).filter((session) => session.id === session_id);
  return { operations: signOutWrites(sessions), reply: undefined };
});
