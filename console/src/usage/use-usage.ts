import { useQuery } from '@tanstack/react-query';
import type { Usage, UsageDimension, UsageInterval } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';

export interface UsageQuery {
  readonly interval: UsageInterval;
  readonly start_after?: string;
  readonly start_before?: string;
  readonly group_by?: UsageDimension;
}

/**
 * The usage of an organization, or of everything that the key reaches. While other figures are read, those
 * before them stay, except under other groups.
 */
export const useUsage = (org: string | undefined, query: UsageQuery | undefined) => {
  const { api } = useSession();
  return useQuery<Usage>({
    queryKey: ['usage', org, query],
    queryFn: ({ signal }) =>
      org
        ? api.usage.get({ params: { client_id: org }, query: query ?? {}, signal })
        : api.usage.own({ query: query ?? {}, signal }),
    enabled: query !== undefined,
    placeholderData: (previous) => (query && !query.group_by ? previous : undefined),
  });
};
