import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { countRequest } from '#lib/store/limits/request-rates.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/**
 * Counts a request, or one of a batch, against the limits of its organization and the ancestors. Refuses it
 * if one is reached.
 */
export const count = async (
  exchange: Exchange,
  { client_id, conversation_id, rate_limits }: Caller,
): Promise<void> => {
  if (rate_limits.length === 0) return;
  const rate = await countRequest(rate_limits);
  if (!rate) return;
  exchange.rate = rate;
  if (!rate.exceeded) return;
  if (rate.client_id === conversation_id) {
    throw new ApiError('rate_limited', {
      detail: `The user of the chat may make ${rate.limit} requests a minute`,
      headers: { 'retry-after': String(rate.resetSeconds) },
    });
  }
  const whose =
    rate.client_id === client_id
      ? 'The organization and its descendants'
      : 'An organization above and its descendants';
  throw new ApiError('rate_limited', {
    detail: `${whose} may make ${rate.limit} requests a minute together`,
    headers: { 'retry-after': String(rate.resetSeconds) },
  });
};

/**
 * Counts the request against the limits of its organization and the ancestors, and refuses it if one is
 * reached.
 */
export const limitRate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ context: { exchange } }) => {
    const { caller } = exchange;
    return caller && caller.rate_limits.length > 0 ? count(exchange, caller) : undefined;
  },
});
