import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { get } from '#lib/store/operations/get.ts';
import { query } from '#lib/store/operations/query.ts';
import type { Item } from '#lib/store/table.ts';
import { readPeople } from './people.ts';

/** The items of an organization's owners whose membership does not end. */
export const lastingOwners = async (owner: string): Promise<Item[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('owner', owner) },
    ConsistentRead: true,
    Limit: 100,
  });
  return items;
};

const through = async (owners: readonly Item[], connectionId: string): Promise<Item[]> => {
  const members = await batchGet(owners.map(({ member_id }) => keyOf('member', String(member_id))));
  const people = await readPeople(members.flatMap((member) => (member ? [String(member.person_id)] : [])));
  return owners.filter((_, at) => people.get(String(members[at]?.person_id))?.connection_id === connectionId);
};

/** Those of them who sign in through a connection. */
export const ownersThrough = async (owner: string, connectionId: string): Promise<Item[]> =>
  through(await lastingOwners(owner), connectionId);

/**
 * Owners of an organization beside a member, any of whom can take over. If the member signs in through the
 * connection that the organization enforces, these are the ones who do as well: nobody else can sign in.
 */
export const ownersBeside = async (owner: string, memberId: string): Promise<Item[]> => {
  const [owners, enforced] = await Promise.all([lastingOwners(owner), get(keyOf('enforced_sign_in', owner))]);
  const others = owners.filter(({ sk }) => sk !== memberId);
  if (!enforced || others.length === 0) return others;
  const able = await through(owners, String(enforced.connection_id));
  const isAble = able.some(({ sk }) => sk === memberId);
  return isAble ? able.filter(({ sk }) => sk !== memberId) : others;
};
