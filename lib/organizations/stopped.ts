import { ApiError } from '#lib/contract/errors.ts';
import { keyOf } from '#lib/store/keys.ts';
import { expiring } from '#lib/store/memory.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { unpack } from '#lib/store/records.ts';
import type { Item } from '#lib/store/table.ts';

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

type BillingItem = Item | undefined;

const remembered = expiring<{ readonly billing: BillingItem }>(10_000);

/** The billing of the organizations of a path, as it was within the last second. */
export const recallBilling = async (path: readonly string[], now = Date.now()): Promise<BillingItem[]> => {
  const known = path.map((id) => remembered.get(id, now));
  const unknown = path.filter((_, at) => !known[at]);
  const read = await batchGet(
    unknown.map((clientId) => keyOf('billing', clientId)),
    { eventuallyConsistent: true },
  );
  for (const [at, id] of unknown.entries()) {
    remembered.set(id, { billing: read[at] }, now + rememberedMs);
  }
  return known.map((one) => (one ? one.billing : read.shift()));
};

const stopsOf = (billing: BillingItem): Stops =>
  billing ? unpack<Stops>(billing, ['stopped', 'chats_stopped']) : {};

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
  const billing = await recallBilling(path, now);
  return path.find((_, at) => isStopped(stopsOf(billing[at])[name], now));
};

export const usageLimitReached = (clientId: string): ApiError<'usage_limit_reached'> =>
  new ApiError('usage_limit_reached', { detail: `${clientId} has used up what its plan includes` });

/** Refuses what an organization of a path has to pay, but must not use any more under its plan. */
export const refuseStopped = async (path: readonly string[], name: keyof Stops): Promise<void> => {
  const stopped = await findStopped(path, name);
  if (stopped) throw usageLimitReached(stopped);
};
