import { invalid } from '#lib/contract/errors.ts';
import type { RoleName } from '#lib/contract/roles.ts';
import type { Scope } from '#lib/contract/route.ts';
import type { Caller } from '../caller.ts';
import { scopesWithin } from '../keys/api-key.ts';
import { scopesOfRole } from './roles.ts';

interface GrantRequest {
  readonly role?: RoleName | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

export interface ChosenScopes {
  readonly role: RoleName | null;
  readonly chosen: readonly Scope[] | null;
}

/**
 * A role or scopes, exactly one of them, within the scopes of the caller: nobody gives more than they have.
 */
export const granted = (caller: Caller, { role, scopes }: GrantRequest): ChosenScopes => {
  if ((role === undefined) === (scopes === undefined)) {
    throw invalid({ pointer: '/role', code: 'inconsistent', detail: 'must be sent, or scopes instead' });
  }
  scopesWithin(caller, role === undefined ? (scopes ?? []) : scopesOfRole(role));
  return role === undefined ? { role: null, chosen: scopes ?? [] } : { role, chosen: null };
};
