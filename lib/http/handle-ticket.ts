import type { Reply, Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import type { Authority } from '#lib/sockets/authority.ts';
import { authorityOf } from '#lib/sockets/authority.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

interface TicketRequest {
  /** The key or session that must last as long as the socket. */
  readonly authority: Authority;
  /** The origin of the page that sends the request; absent: a server does. */
  readonly pageOrigin: string | undefined;
}

/** Turns a route that gives tickets for sockets and its logic into a Lambda handler. */
export const handleTicket = <R extends Route & { readonly changesNothing: true; readonly public?: never }>(
  route: R,
  logic: (context: HandlerRequest<R> & TicketRequest) => Promise<Reply<R>>,
): ApiHandler<R> =>
  pipeline(route, admit(route), async (event, exchange) => {
    const { secret = '', site } = exchange;
    const caller = exchange.caller as Caller;
    // Only browsers have sessions of people.
    const pageOrigin = event.headers.origin ?? (caller.person && site);
    const authority = authorityOf(caller, hashSecret(secret));
    return answer(
      route,
      event,
      exchange,
      await logic({ ...requestOf<R>(exchange, undefined), authority, pageOrigin }),
    );
  });
