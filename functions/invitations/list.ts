import { list } from '#lib/contract/invitations.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { listInvitations } from '#lib/data/people/invitations.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listInvitations(owner, { ...page, order: query.order }) : fail('client_not_found');
});
