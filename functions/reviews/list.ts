import { listReviews } from '#lib/analysis/review-queue.ts';
import { list } from '#lib/contract/reviews.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  requireScopes(caller, ['conversations:read']);
  const { client_id, order, status } = query;
  const owner = await findOwner(caller, client_id);
  return owner ? listReviews(owner, status, { ...page, order }) : fail('client_not_found');
});
