import { handleTask } from '#lib/events/handle-task.ts';
import { recheck } from '#lib/oidc/recheck.ts';
import { connections } from '#lib/people/connections.ts';
import { withClientSecret } from '#lib/people/open-client-secret.ts';
import { openRefreshToken } from '#lib/people/open-refresh-token.ts';
import { readPerson } from '#lib/people/people.ts';
import type { Recheck } from '#lib/people/rechecks.ts';
import { afterMinutes } from '#lib/people/rechecks.ts';
import { sealRefreshToken } from '#lib/people/seal-refresh-token.ts';
import { endSessions, readSession } from '#lib/people/sessions.ts';

/** A provider that does not answer is asked again after this share of the interval. */
const retryShare = 5;

/** Asks the provider of a session whether it may go on, and ends it if not. */
export const handler = handleTask('recheck_session', async ({ id, state = '{}' }) => {
  const { person_id, refresh_token, checked_at } = JSON.parse(state) as Recheck;
  const [session, person] = await Promise.all([readSession(person_id, id), readPerson(person_id)]);
  const connection = session && (await connections.read(session.connection_id));
  const minutes = connection?.recheck_minutes ?? null;
  // Without a connection, the session is over anyway.
  if (!session || !person || !connection || minutes === null) return 'done';
  try {
    const settings = await withClientSecret(connection);
    const next = await recheck(settings, person.subject, await openRefreshToken(id, refresh_token));
    if (next === undefined) {
      await endSessions([session], 'session.refused');
      return 'done';
    }
    const state: Recheck = {
      person_id,
      refresh_token: await sealRefreshToken(id, next),
      checked_at: new Date().toISOString(),
    };
    return { again: afterMinutes(minutes), state };
  } catch (error) {
    console.warn({ message: 'A session could not be rechecked', session: id, error: String(error) });
    // A provider that is down for a while signs nobody out, and one that stays down keeps nobody signed in.
    if (Date.parse(checked_at) + 2 * minutes * 60_000 <= Date.now()) {
      await endSessions([session], 'session.refused');
      return 'done';
    }
    return { again: afterMinutes(minutes / retryShare), state: { person_id, refresh_token, checked_at } };
  }
});
