import type { Route } from '#lib/contract/route.ts';
import { requireScopes } from './authorize.ts';
import type { ApiEvent, Exchange } from './exchange.ts';

/** Identifies the caller of a read that may have waited once more: its authority may have ended meanwhile. */
export const afterWaiting = async (
  { scope }: Route,
  event: ApiEvent,
  exchange: Exchange,
  enterAgain: (event: ApiEvent, exchange: Exchange) => Promise<void>,
): Promise<void> => {
  if ((exchange.query as { readonly wait?: unknown } | undefined)?.wait === undefined) return;
  await enterAgain(event, exchange);
  if (exchange.caller && scope) requireScopes(exchange.caller, [scope]);
};
