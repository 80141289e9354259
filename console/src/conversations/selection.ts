import { useMemo, useState } from 'react';
import type { ConversationsPatch } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useProgress } from '../kit/use-progress.ts';
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

/** Changes the selected calls, one after the other. */
export const useChangeEach = (selection: Selection) => {
  const { progress, carryOutEach } = useProgress(selection.size);
  const changeEach = (change: (id: string) => Promise<unknown>) =>
    carryOutEach(selection.ids, (id) => id, change);
  return { progress, changeEach };
};

/** The API takes this many ids in one filter. */
const idsAtOnce = 100;

/** Makes the same change in the selected calls, or in all that match the filters, with few requests. */
export const useChangeAll = (selection: Selection, filters: ReturnType<typeof toQuery>) => {
  const { api } = useSession();
  const { progress, carryOut } = useProgress(selection.size);
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
