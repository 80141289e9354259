import type { BilledClient, Parties } from '#lib/domain/billing/document.ts';
import type { Subscription } from '#lib/domain/billing/subscription.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { unpack } from '#lib/store/records.ts';
import type { StoredAccount } from './accounts.ts';

/** The organizations that issue and receive statements, by id. */
export type Organizations = ReadonlyMap<string, BilledClient>;

export const partiesOf = (
  { client_id }: StoredAccount,
  { issuer_id }: Subscription,
  known: Organizations,
): Parties => ({
  issuer_id,
  issuer: issuer_id === null ? undefined : known.get(issuer_id),
  addressee: known.get(client_id),
});

/** The organizations that statements of these accounts name. */
export const organizationsOf = async (accounts: readonly StoredAccount[]): Promise<Organizations> => {
  const named = accounts.flatMap((account) => [
    account.client_id,
    ...account.subscriptions.map(({ issuer_id }) => issuer_id),
  ]);
  const ids = [...new Set(named)].filter((id) => id !== null);
  const attributes = ['id', 'name', 'billing_info', 'test_from'];
  const read = await batchGet(
    ids.map((id) => keyOf('client', id)),
    { attributes },
  );
  const items = read.flatMap((item) => (item ? [unpack<BilledClient>(item, ['billing_info'])] : []));
  return new Map(items.map((each) => [each.id, each]));
};
