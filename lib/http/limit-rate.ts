import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import { countRequest } from '#lib/data/limits/request-rates.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

const count = async (exchange: Exchange, clientId: string, requestsPerMinute: number): Promise<void> => {
  const rate = await countRequest(clientId, requestsPerMinute);
  exchange.rate = rate;
  if (rate.exceeded) {
    throw new ApiError('rate_limited', {
      detail: `The organisation may make ${rate.limit} requests a minute`,
      headers: { 'retry-after': String(rate.resetSeconds) },
    });
  }
};

/** Counts the request where its organisation has a limit, and refuses one too many. Where there is none, it does nothing. */
export const limitRate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ context: { exchange } }) => {
    const { client_id = null, requests_per_minute = null } = exchange.caller ?? {};
    return client_id === null || requests_per_minute === null
      ? undefined
      : count(exchange, client_id, requests_per_minute);
  },
});
