import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationsPatch } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import type { Progress } from '../kit/form.tsx';
import type { toQuery } from './search.ts';

interface SelectedCalls {
  /** The calls that were chosen one by one, or with the rows that are shown. */
  readonly ids: ReadonlySet<string>;
  /** All that match the filters were chosen, and their number, if the API can count them. */
  readonly matching?: { readonly count: number | undefined };
}

/** The calls that were chosen. Any other choice takes the place of all that match. */
export const useSelection = () => {
  const [{ ids, matching }, setCalls] = useState<SelectedCalls>({ ids: new Set() });
  return useMemo(
    () => ({
      ids: [...ids],
      isOfAll: matching !== undefined,
      /** Undefined if all that match were chosen, and cannot be counted. */
      size: matching ? matching.count : ids.size,
      has: (id: string): boolean => matching !== undefined || ids.has(id),
      replace: (next: readonly string[]): void => setCalls({ ids: new Set(next) }),
      selectMatching: (count: number | undefined): void => setCalls({ ids, matching: { count } }),
      remove: (gone: readonly string[]): void =>
        setCalls((now) => ({ ids: new Set([...now.ids].filter((id) => !gone.includes(id))) })),
      toggle: (id: string): void => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setCalls({ ids: next });
      },
    }),
    [ids, matching],
  );
};

export type Selection = ReturnType<typeof useSelection>;

export interface BulkResult {
  readonly changed: readonly string[];
  readonly failed: number;
  /** The first problem of those that could not be changed. */
  readonly error?: unknown;
}

/** Takes the ids that were changed, and the problems of others. Returns false after *Stop*. */
type NoteResults = (changed: readonly string[], problems: readonly unknown[]) => boolean;

/**
 * Carries out something in all selected calls, and shows how far it is. It ends when somebody presses *Stop*,
 * or leaves what shows the progress, because nobody would see what goes on.
 */
const useProgress = ({ size: total }: Selection) => {
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
  return { progress, carryOut };
};

/** Changes the selected calls, one after the other. */
export const useChangeEach = (selection: Selection) => {
  const { progress, carryOut } = useProgress(selection);
  const changeEach = (change: (id: string) => Promise<unknown>) =>
    carryOut(async (note) => {
      for (const id of selection.ids) {
        const problems = await change(id).then(
          () => [],
          (error: unknown) => [error],
        );
        if (!note(problems.length === 0 ? [id] : [], problems)) return;
      }
    });
  return { progress, changeEach };
};

/** The API takes this many ids in one filter. */
const idsAtOnce = 100;

/** Makes the same change in the selected calls, or in all that match the filters, with few requests. */
export const useChangeAll = (selection: Selection, filters: ReturnType<typeof toQuery>) => {
  const { api } = useSession();
  const { progress, carryOut } = useProgress(selection);
  const queries = (): readonly ReturnType<typeof toQuery>[] =>
    selection.isOfAll
      ? [filters]
      : Array.from({ length: Math.ceil(selection.ids.length / idsAtOnce) }, (_, at) => ({
          ids: selection.ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
        }));
  const changeAll = (body: ConversationsPatch) =>
    carryOut(async (note) => {
      for (const query of queries()) {
        for await (const { data } of api.conversations.updateMatching.pages({ query, body })) {
          const changed = data.flatMap(({ id, problem }) => (id !== null && !problem ? [id] : []));
          const problems = data.flatMap(({ status, problem }) =>
            problem ? [new ApiProblem(new Response(null, { status }), { ...problem })] : [],
          );
          if (!note(changed, problems)) return;
        }
      }
    });
  return { progress, changeAll };
};
