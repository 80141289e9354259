import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { billingPartition, record } from '../keys.ts';
import { get } from '../operations/get.ts';
import { findPath } from '../organizations/clients.ts';
import type { StoredAccount } from './accounts.ts';
import { billingFromItem, readAccount } from './accounts.ts';

/** Whether the caller is an organization above, or the platform. */
export const isAboveOf = ({ client_id }: Pick<Caller, 'client_id'>, clientId: string): boolean =>
  client_id !== clientId;

/** Whether the caller reaches an organization, or what is kept of one that was erased: in the same reads as one that is unknown. */
const isReached = async (caller: Caller, clientId: string): Promise<boolean> => {
  if (await findPath(caller, clientId)) return true;
  const item = await get({ pk: billingPartition(clientId), sk: record });
  return item !== undefined && reaches(caller, billingFromItem(item).path);
};

/**
 * What an organization is billed by, if the caller reaches it: also one that has been erased, whose statements stay.
 * `null` where it was never billed; undefined where there is no such organization.
 */
export const findAccount = async (
  caller: Caller,
  clientId: string,
): Promise<StoredAccount | null | undefined> =>
  (await isReached(caller, clientId)) ? ((await readAccount(clientId)) ?? null) : undefined;
