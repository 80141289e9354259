import { useQuery } from '@tanstack/react-query';
import type { Preset } from '../api/days.ts';
import { dayIn } from '../api/days.ts';
import { formatMonth } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { zone } from '../api/zone.ts';
import { monthsLater } from '../billing/period.ts';
import { useStatements } from '../billing/use-statements.ts';
import { dayRows, figuresOf, within } from './figures.ts';
import { earningsOf } from './money.ts';
import { around, periodOf } from './period.ts';
import { useAttention } from './use-attention.ts';

/** The calls of a range and of the time before it, by outcome and by organization. */
const useCalls = (range: Preset, org: string | undefined) => {
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

/** The calls of a range, the earnings of the month in which it ends, and what needs attention. */
export const useActivity = (range: Preset, org: string | undefined) => {
  const calls = useCalls(range, org);
  const { period, outcomes } = calls;
  const days = { from: period.from, to: period.to };
  const month = period.to.slice(0, 7);
  const statements = useStatements(org, { period: month }).data ?? [];
  const earlier = useStatements(org, { period: monthsLater(-1, month) }).data ?? [];
  return {
    ...calls,
    days,
    statements,
    found: useAttention(org, period, statements),
    overview: {
      days,
      now: figuresOf(within(days, outcomes)),
      before: figuresOf(within(period.before, outcomes)),
      earnings: earningsOf(statements),
      earlier: earningsOf(earlier),
      month: formatMonth(month),
    },
  };
};
