import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

/** Refuses a key without the scope that the route declares. */
export const authorize = ({ scope }: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ context: { exchange } }) => {
    if (scope && !exchange.caller?.scopes.includes(scope)) {
      throw new ApiError('insufficient_scope', {
        detail: `The route needs ${scope}`,
        extensions: { required_scope: scope },
      });
    }
  },
});
