import type { MiddlewareObj } from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import type { Route, Scope } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

/** The answer to a key without a scope. */
export const lacking = (scope: Scope): ApiError<'insufficient_scope'> =>
  new ApiError('insufficient_scope', {
    detail: `The request needs ${scope}`,
    extensions: { required_scope: scope },
  });

/** Refuses a key that lacks a scope required by the content of the request. */
export const requireScopes = ({ scopes }: Pick<Caller, 'scopes'>, required: readonly Scope[]): void => {
  const missing = required.find((scope) => !scopes.includes(scope));
  if (missing) throw lacking(missing);
};

/** Refuses a caller without the scope that the route declares, and a program where it requires a person. */
export const authorize = ({
  scope,
  person,
}: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => ({
  before: ({ context: { exchange } }) => {
    if (person && !exchange.caller?.person) throw new ApiError('person_required');
    if (scope && !exchange.caller?.scopes.includes(scope)) throw lacking(scope);
  },
});
