import { platform } from '#lib/domain/caller.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import type { Event, WrittenType } from '#lib/store/events/events.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { updateIf } from '#lib/store/operations/update.ts';
import { wasGood } from './authority.ts';
import { closeSocket, sendFrame } from './send-frame.ts';
import type { Watcher } from './watchers.ts';
import { forgetWatcher, isAnybodyWatching, watcherPages } from './watchers.ts';

/*
 * Doorbells: pages that show conversations learn when to read again, and read with their own rights. Nothing
 * depends on a doorbell, so one that fails is logged, and neither repeated nor parked.
 */

/** A change of a conversation that its watchers may want to see. */
export interface Ring {
  readonly type: WrittenType | 'turns.spoken';
  readonly id: string;
  /** The organizations of the conversation, from the top. */
  readonly path: readonly string[];
  readonly version: number;
}

const ringMs = 1000;
/** A gateway that is slow must not hold up the followers that come after the doorbell. */
const sendMs = 1000;
const allMs = 3000;
const sentAtOnce = 20;
const rungAtOnce = 5;

/** Whether the conversation has not rung for a second. If so, it has now. */
const mayRing = async (id: string, now: number): Promise<boolean> => {
  return Boolean(
    await updateIf(keyOf('ring', id), {
      UpdateExpression: 'SET rung_at = :now, expires = :expires',
      ConditionExpression: 'attribute_not_exists(rung_at) OR rung_at <= :before',
      ExpressionAttributeValues: {
        ':now': now,
        ':before': now - ringMs,
        ':expires': Math.ceil(now / 1000) + 60,
      },
    }),
  );
};

/** The watchers of a conversation and of the organizations that have it. */
const watchersOf = async (
  { id, path }: Ring,
  read: (watched: string) => Promise<readonly Watcher[]>,
): Promise<Watcher[]> => (await Promise.all([platform, ...path, id].map(read))).flat();

const readWatchers = async (watched: string): Promise<readonly Watcher[]> => {
  const found: Watcher[] = [];
  for await (const watchers of watcherPages(watched)) found.push(...watchers);
  return found;
};

/** Rings at one page, or closes its socket if nobody may read with it any more. */
const ringAt = async (watcher: Watcher, text: string, over: AbortSignal): Promise<void> => {
  const isGood = await wasGood(watcher.authority);
  const late = AbortSignal.any([over, AbortSignal.timeout(sendMs)]);
  if (isGood && (await sendFrame(watcher.connection, text, late))) return;
  if (!isGood) await closeSocket(watcher.connection);
  await forgetWatcher(watcher);
};

const logFailed = (error: unknown, pages?: number): void => {
  console.warn({ message: 'A doorbell did not ring', pages, error: String(error) });
};

/** The last change of each conversation. */
const lastOfEach = (rings: readonly Ring[]): Ring[] => [
  ...new Map(rings.map((ring) => [ring.id, ring])).values(),
];

const messageOf = async ({ type, id, path, version }: Ring) => {
  const [stored] = await batchGet([keyOf('conversation', id)], {
    eventuallyConsistent: true,
    attributes: ['turns', 'version'],
  });
  return {
    type,
    id,
    client_id: path.at(-1),
    version: Math.max(version, Number(stored?.version ?? 0)),
    turns: Number(stored?.turns ?? 0),
  };
};

const ring = async (rings: readonly Ring[]): Promise<void> => {
  if (rings.length === 0 || !(await isAnybodyWatching())) return;
  const known = new Map<string, Promise<readonly Watcher[]>>();
  const read = (watched: string) => {
    const found = known.get(watched) ?? readWatchers(watched);
    known.set(watched, found);
    return found;
  };
  const over = AbortSignal.timeout(allMs);
  const failures: unknown[] = [];
  await forEachConcurrently(lastOfEach(rings), rungAtOnce, async (one) => {
    const watchers = await watchersOf(one, read);
    if (watchers.length === 0 || over.aborted || !(await mayRing(one.id, Date.now()))) return;
    const text = JSON.stringify(await messageOf(one));
    await forEachConcurrently(watchers, sentAtOnce, (watcher) =>
      ringAt(watcher, text, over).catch((error: unknown) => failures.push(error)),
    );
  });
  if (failures.length > 0) logFailed(failures[0], failures.length);
};

/** Rings at the pages that watch conversations which have changed. */
export const ringFor = (rings: readonly Ring[]): Promise<void> =>
  ring(rings).catch((error: unknown) => logFailed(error));

/** Rings for events. */
export const ringForEvents = (events: readonly Event[]): Promise<void> =>
  ringFor(events.map(({ type, entity, path, version }) => ({ type, id: entity, path, version })));
