import { useQuery } from '@tanstack/react-query';
import type { StatementItem } from 'voice-agent-platform-client';
import type { DayRange } from '../api/days.ts';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { useIssuing } from '../billing/use-issuing.ts';
import { useStatements } from '../billing/use-statements.ts';
import { dayRows, figuresOf, within } from './figures.ts';
import { around } from './period.ts';

/** Calls that nobody has reviewed, of one organization below. */
interface UnreviewedCalls {
  readonly child: string;
  readonly calls: number;
}

/** From this share on, a limit is about to be reached. */
const nearlyAll = 0.8;

/** So many parked events of an account are counted. */
export const mostParked = 100;

interface Share {
  readonly clientId: string;
  readonly share: number;
}

/** The clients that have used most of the minutes that their plan includes. */
export const nearlyUsed = (statements: readonly StatementItem[]): readonly Share[] =>
  statements
    .filter(({ status, minutes_included }) => status === 'draft' && Number(minutes_included) > 0)
    .map(({ client_id, minutes_used, minutes_included }) => ({
      clientId: client_id,
      share: Number(minutes_used) / Number(minutes_included),
    }))
    .filter(({ share }) => share >= nearlyAll)
    .sort((one, other) => other.share - one.share);

const useUnreviewed = (
  org: string | undefined,
  days: DayRange,
  filter: { readonly status: 'failed' } | { readonly sentiment: 'negative' },
) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['home', org, 'unreviewed', filter, days],
    queryFn: ({ signal }) =>
      api.conversations.summary({
        query: {
          ...filter,
          ...around(days),
          reviewed: 'false',
          group_by: ['child'],
          ...(org && { client_id: org }),
        },
        signal,
      }),
    select: (data): readonly UnreviewedCalls[] =>
      [...Map.groupBy(within(days, dayRows(data)), ({ group }) => group.child ?? '')]
        .map(([child, rows]) => ({ child, calls: figuresOf(rows).calls }))
        .filter(({ calls }) => calls > 0)
        .sort((one, other) => other.calls - one.calls),
  });
};

const useWebhooks = (client: { readonly client_id?: string }) => {
  const { api, may } = useSession();
  return useAll(
    ['webhooks', client.client_id, 'home'],
    (signal) => api.webhooks.list.all({ query: { ...client, limit: 100 }, signal }),
    { enabled: may('webhooks:read') },
  );
};

const useIntegrations = (client: { readonly client_id?: string }) => {
  const { api, may } = useSession();
  return useAll(
    ['integrations', client.client_id, 'home'],
    (signal) =>
      api.integrations.list.all({ query: { ...client, limit: 50, expand: ['parked_events'] }, signal }),
    { enabled: may('integrations:read') },
  );
};

/** Everything that somebody should act on, as far as it was read. */
export const useAttention = (org: string | undefined, days: DayRange, drafts: readonly StatementItem[]) => {
  const { me } = useSession();
  const client = org ? { client_id: org } : {};
  const failed = useUnreviewed(org, days, { status: 'failed' });
  const negative = useUnreviewed(org, days, { sentiment: 'negative' });
  const webhooks = useWebhooks(client);
  const integrations = useIntegrations(client);
  const unsent = useStatements(org, { status: 'final', sent: 'false' });
  const queries = [failed, negative, webhooks, integrations, unsent];
  const accounts = integrations.data ?? [];
  return {
    isLoading: queries.some(({ isLoading }) => isLoading),
    error: queries.find(({ error }) => error)?.error,
    retry: () => {
      for (const query of queries) if (query.error) void query.refetch();
    },
    failed: failed.data ?? [],
    negative: negative.data ?? [],
    webhooks: (webhooks.data ?? []).filter(
      ({ failing_since, status }) => failing_since !== null || status === 'disabled',
    ),
    accounts: accounts.filter(({ status }) => status === 'failing'),
    parked: accounts
      .map((integration) => ({ integration, count: integration.parked_events ?? 0 }))
      .filter(({ count }) => count > 0),
    minutes: nearlyUsed(drafts),
    quotas: org
      ? []
      : me.limits.quotas.filter(({ limit, used }) => limit > 0 && (used ?? 0) / limit >= nearlyAll),
    unsent: (unsent.data ?? []).filter(useIssuing()),
  };
};

export type Attention = ReturnType<typeof useAttention>;

/** The ids of the organizations that it names. */
export const clientsIn = (found: Attention): readonly string[] =>
  [
    ...[...found.failed, ...found.negative].map(({ child }) => child),
    ...found.minutes.map(({ clientId }) => clientId),
    ...[...found.webhooks, ...found.accounts, ...found.unsent].map(({ client_id }) => client_id ?? ''),
    ...found.parked.map(({ integration }) => integration.client_id),
  ].filter(Boolean);
