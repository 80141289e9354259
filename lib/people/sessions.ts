import { changeWrites } from '#lib/audit/record-change.ts';
import type { Session } from '#lib/contract/sessions.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { hashSecret, newSessionSecret } from '#lib/domain/keys/api-key.ts';
import { keyIn, keyOf, partitionOf, providerSessionKey, providerSessionPrefix } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';

export interface SessionRecord extends Omit<Session, 'current'> {
  readonly person_id: string;
  readonly connection_id: string;
  /** The organization of the connection, and those above. */
  readonly path: readonly string[];
  /** The only trace of the secret, which the browser has in a cookie. */
  readonly secret_hash: string;
  /** The session at the provider, if its ID token named one. */
  readonly sid: string | null;
  /** Seconds since 1970. */
  readonly expires: number;
}

const secretItem = ({
  id,
  person_id,
  connection_id,
  secret_hash,
  expires_at,
  expires,
}: SessionRecord): Item => ({
  ...keyOf('secret', secret_hash),
  person_id,
  session_id: id,
  connection_id,
  expires_at,
  expires,
});

const providerItems = ({ id, person_id, connection_id, sid, expires }: SessionRecord): Item[] =>
  sid === null ? [] : [{ ...providerSessionKey(connection_id, sid, id), person_id, session_id: id, expires }];

export const sessionFootprint = (session: SessionRecord): Item[] => [
  secretItem(session),
  ...providerItems(session),
];

export const sessionFromItem = ({ pk: _pk, sk: _sk, ...session }: Item): SessionRecord =>
  session as unknown as SessionRecord;

/** The ends of sessions in the audit log: by the person, or by the provider's logout or its recheck. */
export type SessionEnd = 'session.ended' | 'session.logged_out' | 'session.refused';

export interface Browser {
  readonly address: string;
  readonly user_agent: string | null;
}

/** A new session, and the secret for its cookie. */
export const newSession = (
  { id: person_id, connection_id }: { readonly id: string; readonly connection_id: string },
  path: readonly string[],
  { address, user_agent }: Browser,
  { minutes, sid }: { readonly minutes: number; readonly sid: string | null },
): { readonly session: SessionRecord; readonly secret: string } => {
  const id = newId('ses');
  const created_at = createdAt(id);
  const end = Date.parse(created_at) + minutes * minuteMs;
  const secret = newSessionSecret();
  const session: SessionRecord = {
    id,
    created_at,
    expires_at: new Date(end).toISOString(),
    expires: Math.ceil(end / 1000),
    address: address.slice(0, 100),
    user_agent: user_agent?.slice(0, 300) ?? null,
    person_id,
    connection_id,
    path,
    secret_hash: hashSecret(secret),
    sid,
  };
  return { session, secret };
};

/** The audit record of a session, or of all sessions of its person. */
const recorded = (
  { id, person_id, path }: SessionRecord,
  action: 'session.started' | SessionEnd,
  about = id,
): Operation<never>[] =>
  changeWrites({ type: 'person', id: person_id }, { id: about, path }, { action, changed: [] });

export const insertSession = (session: SessionRecord): Operation<never>[] => [
  ...[{ ...keyOf('session', session.person_id, session.id), ...session }, ...sessionFootprint(session)].map(
    put,
  ),
  ...recorded(session, 'session.started'),
];

/** More sessions of a person than this end with the next sign-in, the oldest first. */
export const maxSessions = 20;

/** The sessions of a person, newest first. Ids are in the order of time. */
export const readSessions = async (personId: string): Promise<SessionRecord[]> => {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :session)',
    // DynamoDB deletes what has expired up to days later.
    FilterExpression: 'expires_at > :now',
    ExpressionAttributeValues: {
      ':pk': partitionOf('person', personId),
      ':session': 'session#',
      ':now': new Date().toISOString(),
    },
    ConsistentRead: true,
    ScanIndexForward: false,
  });
  // A transaction has room for the items of thirty sessions. A sign-in ends all but the newest twenty.
  return items.slice(0, 30).map(sessionFromItem);
};

/** The sessions of a person that are stored, for their removal, newest first. */
export const readStoredSessions = async (personId: string): Promise<SessionRecord[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :session)',
    ExpressionAttributeValues: { ':pk': partitionOf('person', personId), ':session': 'session#' },
    ConsistentRead: true,
    ScanIndexForward: false,
    // The older ones have ended, and a transaction has no room for more.
    Limit: maxSessions,
  });
  return items.map(sessionFromItem);
};

/** A session that has not ended. */
export const readSession = async (personId: string, id: string): Promise<SessionRecord | undefined> => {
  const item = await get(keyOf('session', personId, id));
  const session = item && sessionFromItem(item);
  return session && session.expires_at > new Date().toISOString() ? session : undefined;
};

export const sessionRemovals = (session: SessionRecord): Operation<never>[] => [
  remove(keyOf('session', session.person_id, session.id)),
  ...sessionFootprint(session).map((item) => remove(keyIn(item))),
];

/** The writes by which a person ends sessions, and one record: about the person if they are several. */
export const signOutWrites = (sessions: readonly SessionRecord[]): Operation<never>[] => {
  const [first, ...others] = sessions;
  if (!first) return [];
  const about = others.length > 0 ? first.person_id : first.id;
  return [...sessions.flatMap(sessionRemovals), ...recorded(first, 'session.ended', about)];
};

/**
 * Ends sessions, and records why; null: nobody has asked for it. The secret goes first: without it, the
 * session is over.
 */
export const endSessions = async (
  sessions: readonly SessionRecord[],
  why: SessionEnd | null,
): Promise<void> => {
  for (const session of sessions) {
    await commit([...sessionRemovals(session), ...(why ? recorded(session, why) : [])]);
  }
};

/** The sessions that began with the session that a provider names. */
export const findProviderSessions = async (connectionId: string, sid: string): Promise<SessionRecord[]> => {
  const known = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :session)',
    ExpressionAttributeValues: {
      ':pk': partitionOf('connection', connectionId),
      ':session': providerSessionPrefix(sid),
    },
    ConsistentRead: true,
  });
  const items = await Promise.all(
    known.map(({ person_id, session_id }) => get(keyOf('session', String(person_id), String(session_id)))),
  );
  return items.flatMap((item) => (item ? [sessionFromItem(item)] : []));
};

export const representSession = (
  { id, created_at, expires_at, address, user_agent }: SessionRecord,
  currentId: string,
): Session => ({ id, created_at, expires_at, address, user_agent, current: id === currentId });
