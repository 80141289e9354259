import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { findPath } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import type { StoredAccount } from './accounts.ts';
import { billingFromItem, readAccount } from './accounts.ts';

/** Whether the caller belongs to an organization above, or to the platform. */
export const isAboveOf = ({ client_id }: Pick<Caller, 'client_id'>, clientId: string): boolean =>
  client_id !== clientId;

/**
 * Whether the caller reaches an organization, or the billing data of an erased one. An unknown id costs the
 * same reads.
 */
const isReached = async (caller: Caller, clientId: string): Promise<boolean> => {
  if (await findPath(caller, clientId)) return true;
  const item = await get(keyOf('billing', clientId));
  return item !== undefined && reaches(caller, billingFromItem(item).path);
};

/**
 * The billing data of an organization, if the caller reaches it. An erased organization keeps its statements.
 * `null` if it was never billed; undefined if there is no such organization.
 */
export const findAccount = async (
  caller: Caller,
  clientId: string,
): Promise<StoredAccount | null | undefined> =>
  (await isReached(caller, clientId)) ? ((await readAccount(clientId)) ?? null) : undefined;
