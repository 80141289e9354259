import { useEffect, useMemo, useRef, useState } from 'react';
import type { Progress } from '../kit/form.tsx';

/** The calls that were chosen, by their ids. */
export const useSelection = () => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids: [...ids],
      size: ids.size,
      has: (id: string): boolean => ids.has(id),
      replace: (next: readonly string[]): void => setIds(new Set(next)),
      remove: (gone: readonly string[]): void =>
        setIds((now) => {
          const others = new Set(now);
          for (const id of gone) others.delete(id);
          return others;
        }),
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

export interface BulkResult {
  readonly changed: readonly string[];
  readonly failed: number;
  /** The first problem of those that could not be changed. */
  readonly error?: unknown;
}

/**
 * Changes the selected calls, one after the other. It ends when somebody presses *Stop*, or leaves what shows
 * the progress, because nobody would see what goes on.
 */
export const useChangeEach = (selection: Selection) => {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const changeEach = async (change: (id: string) => Promise<unknown>): Promise<BulkResult> => {
    const control = new AbortController();
    running.current = control;
    const changed: string[] = [];
    const errors: unknown[] = [];
    const total = selection.size;
    for (const id of selection.ids) {
      if (control.signal.aborted) break;
      setProgress({ done: changed.length + errors.length, total, stop: () => control.abort() });
      try {
        await change(id);
        changed.push(id);
      } catch (error) {
        errors.push(error);
      }
    }
    setProgress(undefined);
    return { changed, failed: errors.length, error: errors[0] };
  };
  return { progress, changeEach };
};
