/**
 * Runs a task for each item, with at most `limit` tasks at the same time. Rejects with the first failure,
 * which does not stop the tasks for other items.
 */
export const forEachConcurrently = async <T>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<unknown>,
): Promise<void> => {
  // All workers take their items from the same iterator.
  const queue = items[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: limit }, work));
};
