import { billingKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { BillingRecord } from './accounts.ts';
import { billingFromItem } from './accounts.ts';

/*
 * Every new conversation checks whether its organization is stopped, so the answer is cached for a moment.
 * Calls count when they end, so a limit takes effect with a delay of seconds anyway.
 */

const rememberedMs = 1000;
const maxRemembered = 10_000;

/** The kinds of conversations that can be stopped: chats of the platform, and all others. */
type Stops = Pick<BillingRecord, 'stopped' | 'chats_stopped'>;

interface Remembered {
  readonly until: number;
  readonly stops: Stops;
}

const remembered = new Map<string, Remembered>();

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
  const unknown = path.filter((id) => (remembered.get(id)?.until ?? 0) <= now);
  if (unknown.length > 0) {
    const items = await batchGet(
      unknown.map((id) => billingKey(id)),
      { eventuallyConsistent: true },
    );
    for (const [at, id] of unknown.entries()) {
      const item = items[at];
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(id, { until: now + rememberedMs, stops: item ? billingFromItem(item) : {} });
    }
  }
  return path.find((id) => {
    const known = remembered.get(id);
    return known !== undefined && isStopped(known.stops[name], now);
  });
};
