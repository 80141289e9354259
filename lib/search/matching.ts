import type { ConversationFilters, ListedConversation } from '#lib/conversations/conversations.ts';
import { listConversations } from '#lib/conversations/conversations.ts';
import { withoutOwnTest } from '#lib/organizations/known-tests.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { searchConversations } from './search.ts';

/** Lists the conversations that match filters, or finds them if there are words among these. */
export const listMatching = async (
  owner: ListOwner,
  { q, ...asked }: ConversationFilters & { readonly q?: string | undefined },
  paging: PageRequest,
): Promise<Page<ListedConversation>> => {
  const filters = await withoutOwnTest(owner, asked);
  return q === undefined
    ? listConversations(owner, filters, paging)
    : searchConversations(owner, { ...filters, q }, paging);
};
