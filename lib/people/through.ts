import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { ConnectionRecord } from './connections.ts';
import type { Grant, GrantRecord } from './grants.ts';
import { scopesOf } from './grants.ts';
import { ownerRemains } from './owners.ts';
import { grantsThrough } from './people.ts';

/*
 * A connection decides how its people get in. Whoever changes what it demands, or removes it, could let
 * themselves in as one of them, or lock them out: so nobody does who has less than they have.
 */

const termsOf = ({ terms }: Pick<GrantRecord, 'terms'>): Grant => JSON.parse(terms) as Grant;

/** Refuses a caller who has less than somebody who comes through a connection. */
export const throughWithin = async (
  caller: Pick<Caller, 'scopes'>,
  connectionId: string,
): Promise<GrantRecord[]> => {
  const grants = (await grantsThrough(connectionId)) as unknown as GrantRecord[];
  scopesWithin(caller, [...new Set(grants.flatMap((grant) => scopesOf(termsOf(grant))))]);
  return grants;
};

/** The most conditions that the transaction of a removal has room for. */
const maxConditions = 60;

const placeOf = ({ request }: Operation): string => {
  const { pk, sk } = request.ConditionCheck?.Key ?? {};
  return `${pk} ${sk}`;
};

/**
 * The conditions that no organization loses its last owner with the people of a connection, who have these
 * grants.
 */
export const ownersRemain = async (
  { id, client_id, enforced }: Pick<ConnectionRecord, 'id' | 'client_id' | 'enforced'>,
  grants: readonly GrantRecord[],
): Promise<readonly Operation<Stale>[]> => {
  const lasting = grants.filter((grant) => {
    const { role, expires_at } = termsOf(grant);
    return role === 'owner' && expires_at === null;
  });
  const conditions = new Map<string, Operation<Stale>>();
  for (const owner of new Set(lasting.map(ownerOf))) {
    // An enforced connection shuts nobody out any more.
    const after = enforced && owner === ownerOf({ client_id }) ? null : undefined;
    const isLeaving = ({ connection_id }: { readonly connection_id: string | null }) => connection_id === id;
    for (const one of await ownerRemains(owner, isLeaving, after)) conditions.set(placeOf(one), one);
  }
  if (conditions.size <= maxConditions) return [...conditions.values()];
  const detail = 'Owners of too many organizations sign in through the connection: remove some of them first';
  throw new ApiError('connection_in_use', { detail });
};
