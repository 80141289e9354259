import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationItem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useDoorbell } from '../api/use-doorbell.ts';
import { useOrg } from '../shell/use-org.ts';

/** The time from which on a person is asked for. */
export const since = ({ handover, start_time }: ConversationItem): string =>
  handover?.requested_at ?? start_time;

/** Those who wait longest first, then those whom somebody answers already. */
const byUrgency = (one: ConversationItem, other: ConversationItem): number =>
  Number(one.handling === 'human') - Number(other.handling === 'human') ||
  since(one).localeCompare(since(other));

/** The chats that people answer, or should. The navigation and the inbox share the request. */
export const useInbox = (everyMs: number | false = false) => {
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

/** The count of a page that no socket rings. */
const countEveryMs = 20_000;

/** Anything that is said in an organization rings, and little of that changes who waits. */
const countRestMs = 10_000;

/** Follows who waits for the navigation, by socket, or by asking where there is none. */
export const useFollowedInbox = (): void => {
  const { may } = useSession();
  const client = useQueryClient();
  const org = useOrg();
  const everyMs = useDoorbell({
    watched: { client_id: org ?? null },
    // The page of the inbox may be reading already.
    read: () => void client.invalidateQueries({ queryKey: ['inbox', org] }, { cancelRefetch: false }),
    enabled: may('chats:write'),
    everyMs: countEveryMs,
    restMs: countRestMs,
  });
  useInbox(everyMs);
};
