import { forEachConcurrently } from '../concurrently.ts';
import type { Item } from '../table.ts';
import type { ListQuery } from './listing.ts';
import { listPages, readers } from './listing.ts';

/** The result of a walk through a list. */
export interface SweepSummary {
  readonly done: number;
  readonly failed: number;
}

/** Whether there is time for another step. */
export type TimeLeft = () => boolean;

const pageSize = 100;
const atOnce = 8;

/** The sum of several walks. */
export const inSum = (walks: readonly SweepSummary[]): SweepSummary => ({
  done: walks.reduce((sum, { done }) => sum + done, 0),
  failed: walks.reduce((sum, { failed }) => sum + failed, 0),
});

/** The key of an item or the id of an entity, for the log. */
const nameOf = (item: unknown): string | undefined => {
  const { pk, sk, id } = (item ?? {}) as { readonly pk?: string; readonly sk?: string; readonly id?: string };
  return pk === undefined ? id : `${pk} ${sk}`;
};

/** Runs a task for each item, several concurrently. Failures are logged and do not stop the other tasks. */
export const withEach = async <T>(
  items: Iterable<T>,
  task: (item: T) => Promise<boolean>,
  timeLeft: TimeLeft,
): Promise<SweepSummary> => {
  let done = 0;
  let failed = 0;
  await forEachConcurrently(items, atOnce, async (item) => {
    if (!timeLeft()) return;
    try {
      if (await task(item)) done += 1;
    } catch (error) {
      failed += 1;
      console.error({ message: 'A sweep failed at one', item: nameOf(item), error: String(error) });
    }
  });
  return { done, failed };
};

/** Runs a task for each item of every page, one page after the other. */
export const sweepPages = async <T>(
  pages: AsyncIterable<readonly T[]>,
  task: (item: T) => Promise<boolean>,
  timeLeft: TimeLeft,
): Promise<SweepSummary> => {
  const walks: SweepSummary[] = [];
  for await (const page of pages) {
    walks.push(await withEach(page, task, timeLeft));
    if (!timeLeft()) break;
  }
  return inSum(walks);
};

/** Whether a walk has reached the end. Throws if a task failed, so that it is tried again later. */
export const isComplete = ({ failed }: SweepSummary, timeLeft: TimeLeft): boolean => {
  if (failed > 0) throw new Error(`${failed} of a sweep failed`);
  return timeLeft();
};

/**
 * Walks through a list, each part of it in the order of time, and runs a task for each entry, which returns
 * true if it did anything.
 */
export const sweepList = async (
  asked: Omit<ListQuery, 'limit' | 'order' | 'position'>,
  task: (entry: Item) => Promise<boolean>,
  timeLeft: TimeLeft,
): Promise<SweepSummary> => {
  const walks: SweepSummary[] = [];
  for (const read of readers({ ...asked, order: 'asc' })) {
    for await (const { items } of listPages(read, pageSize)) {
      walks.push(await withEach(items, task, timeLeft));
      if (!timeLeft()) return inSum(walks);
    }
  }
  return inSum(walks);
};
