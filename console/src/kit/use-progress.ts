import { useEffect, useRef, useState } from 'react';
import type { Progress } from './form.tsx';

export interface BulkResult {
  /** The names or ids of those that were changed. */
  readonly changed: readonly string[];
  readonly failed: number;
  /** The first problem of those that could not be changed. */
  readonly error?: unknown;
}

/** Takes those that were changed, and the problems of others. Returns false after *Stop*. */
type NoteResults = (changed: readonly string[], problems: readonly unknown[]) => boolean;

/**
 * Carries out something for many things, and shows how far it is. It ends when somebody presses *Stop*, or
 * leaves what shows the progress, because nobody would see what goes on.
 */
export const useProgress = (total: number | undefined) => {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const carryOut = async (work: (note: NoteResults) => Promise<void>): Promise<BulkResult> => {
    const control = new AbortController();
    running.current = control;
    const changed: string[] = [];
    const errors: unknown[] = [];
    const stop = () => control.abort();
    setProgress({ done: 0, total, stop });
    try {
      await work((more, problems) => {
        changed.push(...more);
        errors.push(...problems);
        setProgress({ done: changed.length + errors.length, total, stop });
        return !control.signal.aborted;
      });
      setProgress(undefined);
      return { changed, failed: errors.length, error: errors[0] };
    } catch (error) {
      setProgress(undefined);
      return { changed, failed: Math.max(1, (total ?? 0) - changed.length), error };
    }
  };
  /** Does something with each, one after the other. */
  const carryOutEach = <T>(
    things: readonly T[],
    nameOf: (thing: T) => string,
    act: (thing: T) => Promise<unknown>,
  ) =>
    carryOut(async (note) => {
      for (const thing of things) {
        const problems = await act(thing).then(
          () => [],
          (error: unknown) => [error],
        );
        if (!note(problems.length === 0 ? [nameOf(thing)] : [], problems)) return;
      }
    });
  return { progress, carryOut, carryOutEach };
};
