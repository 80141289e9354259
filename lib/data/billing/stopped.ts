import { billingKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import { billingFromItem } from './accounts.ts';

/*
 * Every new conversation checks whether its organization is stopped, so the answer is cached for a moment. Calls count
 * when they end, so a limit takes effect with a delay of seconds anyway.
 */

const rememberedMs = 1000;
const maxRemembered = 10_000;

interface Remembered {
  readonly until: number;
  /** The end of the stop; null: not before something changes; undefined: the organization is not stopped. */
  readonly stoppedUntil: string | null | undefined;
}

const remembered = new Map<string, Remembered>();

const isStopped = ({ stoppedUntil }: Remembered, now: number): boolean =>
  stoppedUntil !== undefined && (stoppedUntil === null || Date.parse(stoppedUntil) > now);

/** The organization of a path that has used up its minutes and whose plan stops it then, if there is one. */
export const findStopped = async (path: readonly string[], now = Date.now()): Promise<string | undefined> => {
  const unknown = path.filter((id) => (remembered.get(id)?.until ?? 0) <= now);
  if (unknown.length > 0) {
    const items = await batchGet(
      unknown.map((id) => billingKey(id)),
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
