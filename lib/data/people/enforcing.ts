import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { keyOf, memberKey, ownersPartition } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import { Stale } from '../operations/failures.ts';
import { mustExist } from '../operations/must-exist.ts';
import type { Operation } from '../operations/operation.ts';
import { query } from '../operations/query.ts';
import type { ConnectionRecord } from './connections.ts';
import { readPeople } from './people.ts';

type Enforceable = Pick<ConnectionRecord, 'id' | 'client_id' | 'enforced'>;

/**
 * Keys, and people of organizations above, are not bound by what an organization enforces, and can undo it.
 */
const isBound = ({ person, client_id }: Caller, connection: Enforceable): boolean =>
  person !== undefined && client_id === connection.client_id && person.connection_id !== connection.id;

/**
 * The condition that an owner can still sign in after people of an organization enforce a connection:
 * otherwise they would lock out everybody.
 */
export const enforcingKeepsOwner = async (
  caller: Caller,
  connection: Enforceable,
  before: Pick<Enforceable, 'enforced'> = { enforced: false },
): Promise<Operation<Stale>[]> => {
  if (!connection.enforced || before.enforced || !isBound(caller, connection)) return [];
  const { items: owners } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': ownersPartition(ownerOf(connection)) },
    ConsistentRead: true,
    Limit: 100,
  });
  const members = await batchGet(owners.map(({ member_id }) => memberKey(String(member_id))));
  const people = await readPeople(members.flatMap((member) => (member ? [String(member.person_id)] : [])));
  const isThrough = (_: unknown, at: number): boolean =>
    people.get(String(members[at]?.person_id))?.connection_id === connection.id;
  const owner = owners.find(isThrough);
  if (!owner) throw new ApiError('enforced_without_owner');
  return [mustExist(keyOf(owner), () => new Stale())];
};
