import { removeAll } from '#lib/contract/sessions.ts';
import { personOf } from '#lib/http/calling-person.ts';
import { handleSignOut } from '#lib/http/handle-sign-out.ts';
import { readSessions, signOutWrites } from '#lib/people/sessions.ts';

export const handler = handleSignOut(removeAll, async ({ caller }) => {
  const sessions = await readSessions(personOf(caller).id);
  return { operations: signOutWrites(sessions), reply: undefined };
});
