import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import { countRequest } from '#lib/data/request-rates.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

/** Counts the request where its organisation has a limit, and refuses one too many. Where there is none, it does nothing. */
export const limitRate = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: async ({ context: { exchange } }) => {
    const { client_id = null, requests_per_minute = null } = exchange.caller ?? {};
    if (client_id === null || requests_per_minute === null) return;
    const rate = await countRequest(client_id, requests_per_minute);
    exchange.rate = rate;
    if (rate.exceeded) {
      throw new ApiError('rate_limited', {
        detail: `The organisation may make ${rate.limit} requests a minute`,
        headers: { 'retry-after': String(rate.resetSeconds) },
      });
    }
  },
});
