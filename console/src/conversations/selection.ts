import { useMemo, useState } from 'react';

/** The calls that were chosen, by their ids. */
export const useSelection = () => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids: [...ids],
      size: ids.size,
      has: (id: string): boolean => ids.has(id),
      replace: (next: readonly string[]): void => setIds(new Set(next)),
      toggle: (id: string): void => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
    }),
    [ids],
  );
};

export type Selection = ReturnType<typeof useSelection>;

/** Changes one call after the other, and returns the ids of those that could not be changed. */
export const changeEach = async (
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const id of ids) {
    await change(id).catch(() => failed.push(id));
  }
  return failed;
};
