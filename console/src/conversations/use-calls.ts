import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import type { ConversationSearch } from './search.ts';
import { toQuery } from './search.ts';

/** The calls that match the filters. With `enabled: false`, those that were read already. */
export const useCalls = (search: ConversationSearch, org: string | undefined, { enabled = true } = {}) => {
  const { api } = useSession();
  const query = toQuery(search, org);
  const list = useList(
    ['conversations', org, query],
    (page, signal) => api.conversations.list({ query: { ...query, ...page, expand: ['names'] }, signal }),
    { enabled },
  );
  return { query, list };
};
