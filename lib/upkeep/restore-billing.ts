import type { BillingRecord, StoredAccount } from '#lib/billing/accounts.ts';
import {
  billingFromItem,
  billingWrite,
  meterWrite,
  newMeter,
  packItem,
  statementItem,
} from '#lib/billing/accounts.ts';
import { billingTask, statementTask } from '#lib/billing/billing-tasks.ts';
import { addMetered, meteredBy } from '#lib/billing/metering.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { keyIn, keyOf, partitionOf } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { appendEntries, readEntriesSince } from '#lib/usage/log.ts';

/** A transaction can have 100 operations. */
const metersAtOnce = 50;

/**
 * The meters of all periods, computed from the log of usage: what was counted after the restored time is part
 * of them.
 */
const writeMeters = async ({ client_id, record }: StoredAccount) => {
  await removeItems({ pk: partitionOf('billing', client_id), between: ['meter#', 'meter$'] });
  const { head, entries } = await readEntriesSince(client_id, 0);
  const meters = [...meteredBy(record, entries)].map(([key, metered]) =>
    meterWrite(client_id, addMetered(newMeter(key), metered)),
  );
  for (const together of inBatches(meters, metersAtOnce)) await commit(together);
  return head;
};

/** Final statements outlive an organization, and may have been marked as paid since. */
const writeStatements = async ({ client_id, finals }: StoredAccount): Promise<void> => {
  for (const final of finals) {
    const item = statementItem(client_id, final);
    if (!(await get(keyIn(item)))) await batchWrite({ puts: [item] });
  }
};

/**
 * The record of an organization's billing in the table, which is also there after its erasure if it has final
 * statements.
 */
const presentRecord = async (clientId: string): Promise<BillingRecord | undefined> => {
  const item = await get(keyOf('billing', clientId));
  return item && billingFromItem(item);
};

/** Whether the table has the billing data of an organization. */
export const isBilled = async (clientId: string): Promise<boolean> => {
  const present = await presentRecord(clientId);
  return present !== undefined && !present.erased;
};

/**
 * Writes the billing data of an organization that has none, or only final statements. Its conversations and
 * its usage must be restored before. The record comes last, so an interrupted run is repeated; it is written
 * by `commitRecord`.
 */
export const writeBilling = (
  account: StoredAccount,
  commitRecord: (operations: readonly Operation[]) => Promise<void>,
): Promise<void> =>
  retryStale(async () => {
    const { client_id, packs } = account;
    const { version = 0 } = (await presentRecord(client_id)) ?? {};
    await writeStatements(account);
    await batchWrite({ puts: packs.map((pack) => packItem(client_id, pack)) });
    const head = await writeMeters(account);
    await commitRecord([
      billingWrite({ ...account.record, version }),
      // Nothing was counted since the meters were computed, and what is counted from now on is metered.
      ...appendEntries({ ...head, billed: true }, []).operations,
      statementTask(client_id, Date.now()),
      billingTask(client_id),
    ]);
  });
