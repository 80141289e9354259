import { useQuery } from '@tanstack/react-query';
import type { ConversationItem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useOrg } from '../shell/use-org.ts';

/** The time from which on a person is asked for. */
export const since = ({ handover, start_time }: ConversationItem): string =>
  handover?.requested_at ?? start_time;

/** Those who wait longest first, then those whom somebody answers already. */
const byUrgency = (one: ConversationItem, other: ConversationItem): number =>
  Number(one.handling === 'human') - Number(other.handling === 'human') ||
  since(one).localeCompare(since(other));

/** The chats that people answer, or should. The navigation and the inbox share the request. */
export const useInbox = (everyMs: number) => {
  const { api, may } = useSession();
  const org = useOrg();
  const query = useQuery({
    queryKey: ['inbox', org],
    queryFn: ({ signal }) =>
      api.conversations.active({
        query: {
          handling: ['waiting', 'human'],
          expand: ['details', 'names'],
          limit: 50,
          ...(org && { client_id: org }),
        },
        signal,
      }),
    enabled: may('conversations:read') && may('chats:write'),
    refetchInterval: everyMs,
  });
  const items = [...(query.data?.data ?? [])].sort(byUrgency);
  return {
    query,
    items,
    waiting: items.filter(({ handling }) => handling === 'waiting').length,
    hasMore: query.data?.has_more ?? false,
  };
};
