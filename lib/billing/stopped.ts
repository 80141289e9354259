import type { BillingRecord } from '#lib/billing/accounts.ts';
import { billingFromItem } from '#lib/billing/accounts.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { billingKey } from '#lib/store/keys.ts';
import { expiring } from '#lib/store/memory.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';

/*
 * Every new conversation checks whether its organization is stopped, so the answer is cached for a moment.
 * Calls count when they end, so a limit takes effect with a delay of seconds anyway.
 */

const rememberedMs = 1000;

/** The kinds of conversations that can be stopped: chats of the platform, and all others. */
type Stops = Pick<BillingRecord, 'stopped' | 'chats_stopped'>;

const remembered = expiring<Stops>(10_000);

const readStops = async (ids: readonly string[], until: number): Promise<Stops[]> => {
  const items = await batchGet(ids.map(billingKey), { eventuallyConsistent: true });
  return ids.map((id, at) => {
    const item = items[at];
    const stops = item ? billingFromItem(item) : {};
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
