import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import type { Grant, GrantRecord } from './grants.ts';
import { scopesOf } from './grants.ts';
import { lastingOwners } from './owners.ts';
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

const hasOwnerBeside = async (owner: string, memberIds: ReadonlySet<string>): Promise<boolean> => {
  const items = await lastingOwners(owner);
  return items.length === 0 || items.some(({ member_id }) => !memberIds.has(String(member_id)));
};

/** Refuses that an organization loses its last owner with the people of a connection. */
export const ownersRemain = async (grants: readonly GrantRecord[]): Promise<void> => {
  const lasting = grants.filter((grant) => {
    const { role, expires_at } = termsOf(grant);
    return role === 'owner' && expires_at === null;
  });
  const leaving = new Set(lasting.map(({ member_id }) => member_id));
  for (const owner of new Set(lasting.map(ownerOf))) {
    if (!(await hasOwnerBeside(owner, leaving))) throw new ApiError('last_owner');
  }
};
