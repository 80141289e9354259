import { billingPartition, record } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import { billingFromItem } from './accounts.ts';

/*
 * Whether an organization may hold further conversations is asked with every new one, so it is remembered for a moment: a
 * limit takes effect within seconds anyway, as calls count once they are over.
 */

const rememberedMs = 1000;
const maxRemembered = 10_000;

interface Remembered {
  readonly until: number;
  /** From when on it is not stopped any more; null: until something changes; undefined: it is not stopped. */
  readonly stoppedUntil: string | null | undefined;
}

const remembered = new Map<string, Remembered>();

const isStopped = ({ stoppedUntil }: Remembered, now: number): boolean =>
  stoppedUntil !== undefined && (stoppedUntil === null || Date.parse(stoppedUntil) > now);

/** The organization of a path that has used up what it paid for and is to be stopped there, if there is one. */
export const findStopped = async (path: readonly string[], now = Date.now()): Promise<string | undefined> => {
  const unknown = path.filter((id) => (remembered.get(id)?.until ?? 0) <= now);
  if (unknown.length > 0) {
    const items = await batchGet(
      unknown.map((id) => ({ pk: billingPartition(id), sk: record })),
      { eventuallyConsistent: true },
    );
    for (const [at, id] of unknown.entries()) {
      const item = items[at];
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(id, {
        until: now + rememberedMs,
        stoppedUntil: item && billingFromItem(item).stopped?.until,
      });
    }
  }
  return path.find((id) => {
    const known = remembered.get(id);
    return known !== undefined && isStopped(known, now);
  });
};
