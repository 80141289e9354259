import { useQuery } from '@tanstack/react-query';
import { dayIn } from '../api/days.ts';
import { useSession } from '../api/session.ts';
import { zone } from '../api/zone.ts';
import { dayRows } from './figures.ts';
import type { Range } from './period.ts';
import { around, periodOf } from './period.ts';

/** The calls of a range and of the time before it, by outcome and by organization. */
export const useCalls = (range: Range, org: string | undefined) => {
  const { api } = useSession();
  const asked = periodOf(range, dayIn(zone));
  const window = around({ from: asked.before.from, to: asked.to });
  const client = org && { client_id: org };
  const byOutcome = useQuery({
    queryKey: ['home', org, 'outcomes', window],
    queryFn: ({ signal }) =>
      api.conversations.summary({ query: { ...client, ...window, group_by: ['status', 'outcome'] }, signal }),
    placeholderData: (previous, before) => (before?.queryKey[1] === org ? previous : undefined),
  });
  const byChild = useQuery({
    queryKey: ['home', org, 'children', window],
    queryFn: ({ signal }) =>
      api.conversations.summary({
        query: { ...client, ...around(asked), group_by: ['child'] },
        signal,
      }),
    placeholderData: (previous, before) => (before?.queryKey[1] === org ? previous : undefined),
  });
  const timezone = byOutcome.data?.timezone ?? zone;
  return {
    byOutcome,
    byChild,
    timezone,
    period: periodOf(range, dayIn(timezone)),
    outcomes: byOutcome.data ? dayRows(byOutcome.data) : [],
    children: byChild.data ? dayRows(byChild.data) : [],
  };
};

/** The statements of a month such as `2026-10`. */
export const useStatements = (period: string, org: string | undefined) => {
  const { api, may } = useSession();
  return useQuery({
    queryKey: ['statements', org, 'home', period],
    queryFn: async ({ signal }) => {
      const { data } = await api.statements.listAll({
        query: { period, limit: 100, ...(org && { client_id: org }) },
        signal,
      });
      return data;
    },
    enabled: may('billing:read'),
  }).data;
};
