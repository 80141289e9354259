import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { countWaiting } from '#lib/store/limits/request-rates.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/**
 * Whether a request may occupy a function for long. A route with the parameter `wait` waits only if the
 * parameter is sent. Messages of chats have a count of their own.
 */
const mayWait =
  ({ asksModel, sendsMessage, waits, query }: Route) =>
  ({ queryStringParameters }: ApiEvent): boolean => {
    if (sendsMessage) return false;
    if (query && 'wait' in query.shape) return queryStringParameters?.wait !== undefined;
    return asksModel === true || waits === true;
  };

const count = async (exchange: Exchange, caller: Caller, client_id: string): Promise<void> => {
  const waiting = await countWaiting({ ...caller, client_id });
  exchange.waiting = waiting;
  const { exceeded, limit, resetSeconds } = waiting;
  if (!exceeded) return;
  const [who, examples] =
    caller.conversation_id === undefined
      ? ['organization', 'tests of agents and summaries']
      : ['user of the chat', 'requests that wait for messages'];
  throw new ApiError('rate_limited', {
    detail: `The ${who} may send ${limit} requests a minute that take long, such as ${examples}`,
    headers: { 'retry-after': String(resetSeconds) },
  });
};

/**
 * Counts each organization's requests that wait for other services, so that no organization occupies the
 * functions that all share, and those of the user of a chat apart.
 */
export const limitWaiting = (route: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const isCounted = mayWait(route);
  return {
    before: ({ event, context: { exchange } }) => {
      const { caller } = exchange;
      return caller?.client_id && isCounted(event) ? count(exchange, caller, caller.client_id) : undefined;
    },
  };
};
