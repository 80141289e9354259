import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Lineage } from './clients.ts';
import { findLineage, isSuspended } from './clients.ts';

/**
 * The organization that a caller makes something for, with those above it; null: the platform itself. Absent
 * ids mean the caller's own. Refuses organizations that the caller does not reach, and suspended ones.
 */
export const newOwner = async (
  caller: Caller,
  clientId: string | null | undefined,
): Promise<Lineage | null> => {
  const id = clientId === undefined ? caller.client_id : clientId;
  if (id === null) {
    if (caller.client_id === null) return null;
    const detail = 'must be the key’s organization or one of its descendants';
    throw invalid({ pointer: '/client_id', code: 'out_of_reach', detail });
  }
  const lineage = await findLineage(caller, id);
  if (!lineage) throw new ApiError('client_not_found');
  if (isSuspended(lineage)) throw new ApiError('client_suspended');
  return lineage;
};

/** The same for what the platform itself cannot have: a key of the platform names the organization. */
export const newOwnerBelow = async (caller: Caller, clientId: string | undefined): Promise<Lineage> => {
  const owner = await newOwner(caller, clientId);
  if (owner) return owner;
  const detail = 'is required with a key of the platform, which owns none itself';
  throw invalid({ pointer: '/client_id', code: 'required', detail });
};
