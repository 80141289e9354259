import type { ClientItem } from '#lib/contract/clients.ts';
import type { Position } from '#lib/contract/page.ts';
import type { Statement, StatementItem, StatementStatus } from '#lib/contract/statements.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { billedPeriods } from '#lib/domain/billing/account.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { platform } from '#lib/domain/caller.ts';
import { isTest, readClient } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page } from '#lib/store/lists/listing.ts';
import { listEntries, maxPages } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item } from '#lib/store/table.ts';
import type { BillingRecord, StoredAccount } from './accounts.ts';
import { billingFromItem, readAccount } from './accounts.ts';
import { organizationsOf } from './parties.ts';
import { costsFromFor, statementsShown } from './statements.ts';

/*
 * The statements of an organization and its descendants, by walking the list of organizations. Only those
 * that are billed in the period cost more than their share of a Query and a BatchGet: one Query each.
 */

export interface StatementFilters {
  /** A month, such as `2026-10`. */
  readonly period?: string | undefined;
  readonly status?: readonly StatementStatus[] | undefined;
  readonly sent?: 'true' | 'false' | undefined;
}

/** The number of organizations per DynamoDB page. */
const readAtOnce = 100;
/** The number of billed organizations per request. Each is read by one Query, so many at once. */
const maxAccounts = 100;
const accountsAtOnce = 10;

const isMeant =
  ({ status, sent }: StatementFilters) =>
  (statement: Statement): boolean =>
    (status === undefined || status.includes(statement.status)) &&
    (sent === undefined || (statement.sent_at !== null) === (sent === 'true'));

/** The ids of the statements of a month; undefined: of all months. */
const idsIn = (
  { client_id, subscriptions }: Pick<BillingRecord, 'client_id' | 'subscriptions'>,
  month: string,
  now: number,
): Set<string> =>
  new Set(
    billedPeriods({ client_id, subscriptions }, now)
      .filter(({ period }) => period.start.startsWith(month))
      .map(({ id }) => id),
  );

const itemOf = ({ lines: _lines, metadata: _metadata, ...item }: Statement): StatementItem => item;

/** A billed organization, and its place in the list of organizations. */
interface Place {
  readonly sk: string;
  readonly record: BillingRecord;
}

/** The organizations of a page that are billed. */
const billedAmong = async (entries: readonly (Item & ClientItem)[], withTests: boolean): Promise<Place[]> => {
  const counted = entries.filter(({ test }) => withTests || !test);
  const records = await batchGet(
    counted.map(({ id }) => keyOf('billing', id)),
    { eventuallyConsistent: true },
  );
  return counted.flatMap(({ sk }, at) => {
    const item = records[at];
    return item ? [{ sk, record: billingFromItem(item) }] : [];
  });
};

const isTestOwner = async (owner: string): Promise<boolean> => {
  const client = owner === platform ? undefined : await readClient(owner);
  return client !== undefined && isTest(client);
};

/** A page of statements, which ends after so many of them or so many organizations. */
export const listStatements = async (
  caller: Caller,
  owner: string,
  filters: StatementFilters,
  { limit, position }: { readonly limit: number; readonly position?: Position | undefined },
  now = Date.now(),
): Promise<Page<StatementItem>> => {
  const { period = '' } = filters;
  const withTests = await isTestOwner(owner);
  const data: StatementItem[] = [];
  let after = position?.after as string | undefined;
  // The last statement shown of the organization that follows: the page ended within its statements.
  let shown = position?.shown as string | undefined;
  let accounts = 0;
  const place = (): Position => ({ ...(after && { after }), ...(shown && { shown }) });

  for (let page = 0; page < maxPages; page += 1) {
    const { items, next } = await listEntries<ClientItem>({
      list: 'clients',
      owner,
      order: 'desc',
      limit: readAtOnce,
      position: after === undefined ? undefined : { after },
      eventuallyConsistent: true,
    });
    const billed = (await billedAmong(items, withTests)).filter(
      ({ record }) => idsIn(record, period, now).size > 0,
    );
    for (const places of inBatches(billed, accountsAtOnce)) {
      if (accounts >= maxAccounts) return { data, next: place() };
      accounts += places.length;
      const read = await Promise.all(places.map(({ record }) => readAccount(record.client_id)));
      const organizations = await organizationsOf(read.filter((account) => account !== undefined));
      for (const [at, { sk }] of places.entries()) {
        const account: StoredAccount | undefined = read[at];
        if (account) {
          const ids = idsIn(account, period, now);
          const statements = statementsShown(
            account,
            organizations,
            await costsFromFor(caller, account.client_id),
            now,
          )
            .filter(({ id }) => ids.has(id))
            .filter(isMeant(filters));
          const from = statements.findIndex(({ id }) => id === shown) + 1;
          const left = statements.slice(from, from + limit - data.length);
          data.push(...left.map(itemOf));
          if (from + left.length < statements.length) {
            shown = left.at(-1)?.id ?? shown;
            return { data, next: place() };
          }
        }
        after = sk;
        shown = undefined;
      }
    }
    if (!next) return { data };
    after = next.after as string;
    shown = undefined;
  }
  return { data, next: place() };
};
