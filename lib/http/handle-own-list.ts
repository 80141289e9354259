import { ApiError } from '#lib/contract/errors.ts';
import type { PageReply, Request, Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import type { PageRequest } from '#lib/store/lists/listing.ts';
import { handleList } from './handle-list.ts';
import type { ApiHandler } from './pipeline.ts';

/** The request of a list of what an organization and its descendants have. */
interface OwnListRequest {
  readonly query: { readonly client_id?: string | undefined; readonly order: PageRequest['order'] };
  readonly page: Omit<PageRequest, 'order'>;
  readonly caller: Caller;
}

/** Turns a route that lists what an organization and its descendants have into a Lambda handler. */
export const handleOwnList = <R extends Route & { readonly paged: true }>(
  route: R & (Request<R>['query'] extends OwnListRequest['query'] ? unknown : never),
  logic: (owner: string, paging: PageRequest, query: Request<R>['query']) => Promise<PageReply<R>>,
): ApiHandler<R> =>
  handleList<R>(route, async (request) => {
    const { query, page, caller } = request as unknown as OwnListRequest;
    const owner = await findOwner(caller, query.client_id);
    if (owner === undefined) throw new ApiError('client_not_found');
    return logic(owner, { ...page, order: query.order }, request.query);
  });
