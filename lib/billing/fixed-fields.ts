import type { Path } from '#lib/contract/set-from-above.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { isAbove } from '#lib/domain/organizations/set-from-above.ts';
import { readAccount } from './accounts.ts';
import { decides } from './decides.ts';

const tax: Path = ['billing_info', 'tax'];

/**
 * The fields of an organization that a key does not change: to one between it and the issuer of its
 * statements, the tax on them.
 */
export const fixedFields = async (
  caller: Reach,
  client: { readonly id: string },
  fromAbove: readonly Path[],
): Promise<readonly Path[]> => {
  if (!isAbove(caller, client)) return fromAbove;
  if (caller.client_id === null) return [];
  const account = await readAccount(client.id);
  return !account || decides(caller, account) ? [] : [tax];
};
