import { ApiError } from '#lib/contract/errors.ts';
import { billingKey } from '#lib/store/keys.ts';
import { expiring } from '#lib/store/memory.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { unpack } from '#lib/store/records.ts';

/*
 * Every new conversation checks whether its organization is stopped, so the answer is cached for a moment.
 * Calls count when they end, so a limit takes effect with a delay of seconds anyway.
 */

const rememberedMs = 1000;

/** From when on new conversations are accepted again, by the kinds of conversations that can be stopped. */
export interface Stops {
  /**
   * The time from which on new conversations are accepted again; null: not before something changes. Absent:
   * they are accepted now.
   */
  readonly stopped?: { readonly until: string | null } | undefined;
  /** The same for chats: under terms with messages, when the included ones are used up. */
  readonly chats_stopped?: { readonly until: string | null } | undefined;
}

const remembered = expiring<Stops>(10_000);

const readStops = async (ids: readonly string[], until: number): Promise<Stops[]> => {
  const items = await batchGet(ids.map(billingKey), { eventuallyConsistent: true });
  return ids.map((id, at) => {
    const item = items[at];
    const stops = item ? unpack<Stops>(item, ['stopped', 'chats_stopped']) : {};
    remembered.set(id, stops, until);
    return stops;
  });
};

const isStopped = (stop: Stops[keyof Stops], now: number): boolean =>
  stop !== undefined && (stop.until === null || Date.parse(stop.until) > now);

/**
 * The organization of a path that has used up what its plan includes and whose plan stops it then, if there
 * is one.
 */
export const findStopped = async (
  path: readonly string[],
  name: keyof Stops = 'stopped',
  now = Date.now(),
): Promise<string | undefined> => {
  const known = path.map((id) => remembered.get(id, now));
  const unknown = path.filter((_, at) => !known[at]);
  const read = await readStops(unknown, now + rememberedMs);
  const stops = known.map((one) => one ?? read.shift());
  return path.find((_, at) => isStopped(stops[at]?.[name], now));
};

/** Refuses what an organization of a path has to pay, but must not use any more under its plan. */
export const refuseStopped = async (path: readonly string[], name: keyof Stops): Promise<void> => {
  const stopped = await findStopped(path, name);
  if (!stopped) return;
  throw new ApiError('usage_limit_reached', { detail: `${stopped} has used up what its plan includes` });
};
