import { list } from '#lib/contract/sessions.ts';
import { personOf } from '#lib/http/calling-person.ts';
import { handle } from '#lib/http/handle.ts';
import { readSessions, representSession } from '#lib/people/sessions.ts';

export const handler = handle(list, async ({ caller }) => {
  const { id, session_id } = personOf(caller);
  const sessions = await readSessions(id);
  return { data: sessions.map((session) => representSession(session, session_id)) };
});
