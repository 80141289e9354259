import type { ConnectionRecord } from './connections.ts';
import { findPerson } from './people.ts';
import type { SessionRecord } from './sessions.ts';
import { endSessions, findProviderSessions, readSessions } from './sessions.ts';

interface Ended {
  readonly subject: string | null;
  readonly sid: string | null;
}

const sessionsOf = async (id: string, issuer: string, { subject, sid }: Ended): Promise<SessionRecord[]> => {
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
  { subject, sid }: Ended,
): Promise<number> => {
  const sessions = await sessionsOf(id, issuer, { subject, sid });
  await endSessions(sessions);
  return sessions.length;
};
