import { list } from '#lib/contract/invitations.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listInvitations } from '#lib/people/invitations.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listInvitations(owner, { ...page, order: query.order }) : fail('client_not_found');
});
