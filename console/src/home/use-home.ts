import { useQuery } from '@tanstack/react-query';
import type { Preset } from '../api/days.ts';
import { dayIn } from '../api/days.ts';
import { useSession } from '../api/session.ts';
import { zone } from '../api/zone.ts';
import { dayRows } from './figures.ts';
import { around, periodOf } from './period.ts';

/** The calls of a range and of the time before it, by outcome and by organization. */
export const useCalls = (range: Preset, org: string | undefined) => {
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
