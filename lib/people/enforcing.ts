import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { ConnectionRecord } from './connections.ts';
import { ownerThrough } from './owners.ts';

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
): Promise<readonly Operation<Stale>[]> => {
  if (!connection.enforced || before.enforced || !isBound(caller, connection)) return [];
  return ownerThrough(ownerOf(connection), connection.id);
};
