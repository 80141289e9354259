import type { ConnectionRecord } from './connections.ts';
import { findPerson } from './people.ts';
import type { SessionRecord } from './sessions.ts';
import { endSessions, findProviderSessions, readSessions } from './sessions.ts';

interface EndedSessions {
  readonly subject: string | null;
  readonly sid: string | null;
  /** The latest beginning of a session that it ends. Milliseconds since 1970. */
  readonly latest: number;
}

const sessionsOf = async (
  id: string,
  issuer: string,
  { subject, sid }: EndedSessions,
): Promise<SessionRecord[]> => {
  if (sid !== null) return findProviderSessions(id, sid);
  const person = subject === null ? undefined : await findPerson({ connection_id: id, issuer, subject });
  return person ? readSessions(person.id) : [];
};

/**
 * Ends the sessions that began with the one that a provider names, or else all of the subject. Returns how
 * many.
 */
export const endSessionsOf = async (
  { id, issuer }: Pick<ConnectionRecord, 'id' | 'issuer'>,
  ended: EndedSessions,
): Promise<number> => {
  const known = await sessionsOf(id, issuer, ended);
  // A token that somebody sends again says nothing of the sessions that began after it.
  const sessions = known.filter(({ created_at }) => Date.parse(created_at) <= ended.latest);
  await endSessions(sessions, 'session.logged_out');
  return sessions.length;
};
