import { ApiError } from '#lib/contract/errors.ts';
import { keyIn, keyOf, partitionOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustBeUnchanged, mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { query } from '#lib/store/operations/query.ts';
import type { Item } from '#lib/store/table.ts';
import { readPeople } from './people.ts';

/*
 * An organization keeps an owner who can sign in: whose membership does not end by itself, whose connection
 * is there, and who is not shut out by another one. Of two writes that would each leave the other one's
 * owner, one fails, because each requires everything that lets the owner in whom it leaves.
 */

/** The items of an organization's owners whose membership does not end. */
const lastingOwners = async (owner: string): Promise<Item[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('owner', owner) },
    ConsistentRead: true,
    Limit: 100,
  });
  return items;
};

const stale = () => new Stale();

interface Owner {
  readonly member_id: string;
  /** Null: the person is just being removed. */
  readonly connection_id: string | null;
  readonly isAble: boolean;
  /** The conditions that the owner stays one, and as able to sign in as now. */
  readonly conditions: readonly Operation<Stale>[];
}

/** The owners of an organization. `enforced`: the connection that a write makes it enforce; null: none. */
const ownersOf = async (owner: string, enforced?: string | null): Promise<Owner[]> => {
  const enforcedKey = keyOf('enforced_sign_in', owner);
  const [items, stored] = await Promise.all([lastingOwners(owner), get(enforcedKey)]);
  const members = await batchGet(items.map(({ member_id }) => keyOf('member', String(member_id))));
  const people = await readPeople(members.flatMap((member) => (member ? [String(member.person_id)] : [])));
  const through = members.map((member) => people.get(String(member?.person_id))?.connection_id ?? null);
  const ids = [...new Set(through.flatMap((id) => id ?? []))];
  const connections = await batchGet(ids.map((id) => keyOf('connection', id)));
  const present = new Set(ids.filter((_, at) => connections[at]));
  const storedId = stored?.connection_id as string | undefined;
  const admitting = enforced === undefined ? (storedId ?? null) : enforced;
  const sameEnforced =
    enforced === undefined ? [mustBeUnchanged(enforcedKey, { connection_id: storedId })] : [];
  return items.map((item, at) => {
    const connection_id = through[at] ?? null;
    const isOwner = mustExist(keyIn(item), stale);
    const isAble =
      connection_id !== null &&
      present.has(connection_id) &&
      (admitting === null || admitting === connection_id);
    // A write that makes a connection the enforced one is a write of that connection itself.
    const isConnected =
      isAble && connection_id !== enforced ? [mustExist(keyOf('connection', connection_id), stale)] : [];
    return {
      ...{ member_id: String(item.member_id), connection_id, isAble },
      conditions: isAble ? [isOwner, ...isConnected, ...sameEnforced] : [isOwner],
    };
  });
};

/** The conditions that one of the owners who come through a connection can sign in, once it is enforced. */
export const ownerThrough = async (
  owner: string,
  connectionId: string,
): Promise<readonly Operation<Stale>[]> => {
  const able = (await ownersOf(owner, connectionId)).find(({ isAble }) => isAble);
  if (!able) throw new ApiError('enforced_without_owner');
  return able.conditions;
};

/**
 * The conditions that an owner who can sign in remains without those who leave. If none of these can sign in,
 * any other owner is enough. `enforced`: the connection that the organization enforces then, if the write
 * changes it; null: none.
 */
export const ownerRemains = async (
  owner: string,
  isLeaving: (owner: Pick<Owner, 'member_id' | 'connection_id'>) => boolean,
  enforced?: string | null,
): Promise<readonly Operation<Stale>[]> => {
  const owners = await ownersOf(owner, enforced);
  const leaving = owners.filter(isLeaving);
  const staying = owners.filter((one) => !leaving.includes(one));
  const mustBeAble = leaving.some(({ isAble }) => isAble);
  const able = staying.find(({ isAble }) => isAble) ?? (mustBeAble ? undefined : staying[0]);
  if (!able) throw new ApiError('last_owner');
  return able.conditions;
};
