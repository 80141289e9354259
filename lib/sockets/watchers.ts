import { dayMs, hourMs } from '#lib/domain/durations.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { everyWatcher, keyOf, partitionOf } from '#lib/store/keys.ts';
import { addition } from '#lib/store/limits/addition.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import type { QueryInput } from '#lib/store/operations/query.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import { remove } from '#lib/store/operations/remove.ts';
import { tableName } from '#lib/store/table.ts';
import { isGood } from './authority.ts';
import type { Ticket, Watch } from './tickets.ts';
import { countsOf, roomFor, secondsAfter } from './tickets.ts';

/*
 * Pages that watch conversations. A page asks for a ticket with its key or session, and opens a socket with
 * the ticket. The watcher is stored twice: under what it watches, where the doorbell finds it, and among all
 * watchers, where the clock finds it, and the function that hears that its socket is closed.
 */

/** A page with an open socket. */
export interface Watcher extends Watch {
  readonly connection: string;
  /** Milliseconds since 1970. */
  readonly connected_at: number;
}

/** API Gateway ends a connection after two hours. */
const longestMs = 2 * hourMs;

/** The ticket was used meanwhile, or the sockets have no room for another one. */
class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

/** Opens a socket for a ticket, and uses the ticket up. */
export const openWatcher = async (
  ticket: string,
  {
    connection,
    origin,
    now,
  }: { readonly connection: string; readonly origin: string | undefined; readonly now: number },
): Promise<boolean> => {
  const key = keyOf('live_ticket', hashSecret(ticket));
  const found = (await get(key)) as Ticket | undefined;
  if (!found || found.ends_at < now) return false;
  const { watched, authority } = found;
  if (found.origin !== undefined && found.origin !== origin) return false;
  if (!(await isGood(authority))) return false;
  const counts = await roomFor(authority, now);
  const expires = secondsAfter(now, longestMs + hourMs);
  const watcher = { watched, authority, connection, connected_at: now, expires };
  try {
    await commit([
      {
        request: {
          Delete: { TableName: tableName(), Key: key, ConditionExpression: 'attribute_exists(pk)' },
        },
        otherwise: () => new NotOpened(),
      },
      put({ ...keyOf('watcher', watched, connection), ...watcher }),
      put({ ...keyOf('watcher', everyWatcher, connection), ...watcher }),
      ...counts.map(
        ({ key, room }): Operation => ({
          request: {
            Update: addition({ key, add: { sockets: 1 }, room: { sockets: room - 1 }, expires }),
          },
          otherwise: () => new NotOpened(),
        }),
      ),
    ]);
    return true;
  } catch (error) {
    if (error instanceof NotOpened) return false;
    throw error;
  }
};

/** Forgets a watcher whose socket is closed, once. */
export const forgetWatcher = async ({
  connection,
  watched,
  authority,
  connected_at,
}: Watcher): Promise<void> => {
  try {
    await commit([
      {
        request: {
          Delete: {
            TableName: tableName(),
            Key: keyOf('watcher', everyWatcher, connection),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        otherwise: () => new NotOpened(),
      },
      remove(keyOf('watcher', watched, connection)),
      ...countsOf(authority, connected_at).map(
        ({ key: Key }): Operation => ({
          request: {
            Update: {
              TableName: tableName(),
              Key,
              UpdateExpression: 'ADD sockets :less SET expires = if_not_exists(expires, :expires)',
              ExpressionAttributeValues: { ':less': -1, ':expires': secondsAfter(connected_at, dayMs) },
            },
          },
        }),
      ),
    ]);
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
  }
};

/** Forgets the watcher of a connection that is closed, if it was one. */
export const endWatching = async (connection: string): Promise<void> => {
  const found = (await get(keyOf('watcher', everyWatcher, connection))) as Watcher | undefined;
  if (found) await forgetWatcher(found);
};

const watchersOf = (watched: string): QueryInput => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': partitionOf('watcher', watched) },
});

/** Whether anybody watches anything. */
export const isAnybodyWatching = async (): Promise<boolean> =>
  (await query({ ...watchersOf(everyWatcher), Limit: 1, ProjectionExpression: 'pk' })).count > 0;

/** Those who watch an owner or a conversation: few, because each organization has a limit. */
export async function* watcherPages(watched: string): AsyncGenerator<readonly Watcher[]> {
  for await (const { items } of queryPages(watchersOf(watched))) yield items as unknown as Watcher[];
}

/** Whether a socket must be over by the limits of the gateway, which may not have said so. */
export const isOver = ({ connected_at }: Watcher, now: number): boolean => now - connected_at > longestMs;
