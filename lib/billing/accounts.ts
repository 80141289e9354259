import type { Account, BoughtPack, Costs, FinalStatement, Meter } from '#lib/domain/billing/account.ts';
import type { Document } from '#lib/domain/billing/document.ts';
import type { Subscription } from '#lib/domain/billing/subscription.ts';
import { noMessages } from '#lib/domain/billing/subscription.ts';
import type { Stops } from '#lib/organizations/stopped.ts';
import { keyOf, partitionOf, record } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item, Key } from '#lib/store/table.ts';

/*
 * One partition contains all billing data of an organization: its subscriptions, the usage of each period,
 * the packs that it bought, and its final statements.
 */

/** The period whose thresholds are watched. */
export interface Watch {
  readonly key: string;
  readonly reached: readonly number[];
  /** The number of seconds at which the next threshold is reached; null: there is no further threshold. */
  readonly next: number | null;
  /** The seconds that are paid for: included ones and those of packs. Absent: it was not recorded. */
  readonly paid_seconds?: number;
  /**
   * The number of messages at which new chats are refused; absent: the plan does not stop them, or does so
   * now.
   */
  readonly next_messages?: number | undefined;
}

export interface BillingRecord extends Stops {
  readonly client_id: string;
  /** The ids of this organization and its ancestors, from the top down. */
  readonly path: readonly string[];
  readonly subscriptions: readonly Subscription[];
  /** The currency of its statements and packs; absent: that of its subscriptions. */
  readonly currency?: string | undefined;
  readonly watch: Watch | null;
  /** The organization was erased, and only its final statements remain. */
  readonly erased?: true;
  readonly version: number;
}

const json = ['subscriptions', 'watch', 'stopped', 'chats_stopped'] as const;

export const billingFromItem = (item: Item): BillingRecord => {
  const billing = unpack<BillingRecord>(item, json);
  const subscriptions = billing.subscriptions.map((each) => ({
    ...each,
    // Before the issuer was recorded, it was the organization directly above.
    issuer_id: each.issuer_id === undefined ? (billing.path.at(-2) ?? null) : each.issuer_id,
    terms: { ...noMessages, ...each.terms },
  }));
  return { ...billing, subscriptions };
};

const billingItem = (billing: BillingRecord): Item => ({
  ...pack(billing, json),
  ...keyOf('billing', billing.client_id),
});

/** Replaces the record if it is still as it was read, or creates it. */
export const billingWrite = (billing: BillingRecord): Operation<Stale> => {
  const item = billingItem({ ...billing, version: billing.version + 1 });
  return billing.version === 0
    ? putNew(item, () => new Stale())
    : putUnchanged(item, { version: billing.version });
};

/** A meter as it is stored. Version 0: it is not stored yet. */
export interface StoredMeter extends Meter {
  readonly version: number;
}

const storedCosts = (costs: Costs): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(costs)
        .filter(([, amount]) => amount !== 0n)
        .map(([name, amount]) => [name, String(amount)]),
    ),
  );

const costsFrom = (text: unknown): Costs =>
  Object.fromEntries(
    Object.entries(JSON.parse(String(text)) as Record<string, string>).map(([name, amount]) => [
      name,
      BigInt(amount),
    ]),
  );

/** The subscription and the first day of a period, which `periodKey` joins. */
const partsOf = (key: string) => key.split('#') as [subscription: string, period: string];

export const meterKey = (clientId: string, key: string): Key => keyOf('meter', clientId, ...partsOf(key));

/** The meter of a period before anything is counted. */
export const newMeter = (key: string): StoredMeter => ({
  key,
  seconds: 0,
  messages: 0,
  costs: {},
  version: 0,
});

export const meterFromItem = (key: string, item: Item | undefined): StoredMeter =>
  item
    ? {
        key,
        seconds: item.seconds as number,
        messages: (item.messages as number | undefined) ?? 0,
        costs: costsFrom(item.costs),
        version: item.version as number,
      }
    : newMeter(key);

export const meterWrite = (clientId: string, meter: StoredMeter): Operation<Stale> => {
  const { key, seconds, messages, costs, version } = meter;
  const item = {
    ...meterKey(clientId, key),
    seconds,
    messages,
    costs: storedCosts(costs),
    version: version + 1,
  };
  return version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version });
};

/** A final statement as it is stored. */
export interface StatementRecord extends FinalStatement {
  readonly created_at: string;
  readonly updated_at: string;
  readonly finalized_at: string;
  readonly version: number;
  readonly external_reference: string | null;
  /** Absent: it was not sent. */
  readonly sent_at?: string | null;
  /** Absent: it became final before statements had numbers. */
  readonly document?: Document;
  readonly metadata: Readonly<Record<string, string>>;
}

const statementJson = ['lines', 'total', 'settled', 'document', 'metadata'] as const;

export const statementItem = (clientId: string, statement: StatementRecord): Item => ({
  ...pack(
    {
      ...statement,
      costs: storedCosts(statement.costs),
      settled: statement.settled.map(({ costs, ...settled }) => ({ ...settled, costs: storedCosts(costs) })),
    },
    statementJson,
  ),
  ...keyOf('statement', clientId, ...partsOf(statement.key)),
});

const statementFromItem = (item: Item): StatementRecord => {
  const statement = unpack<StatementRecord>(item, statementJson);
  return {
    ...statement,
    costs: costsFrom(statement.costs),
    settled: statement.settled.map(({ costs, ...settled }) => ({ ...settled, costs: costsFrom(costs) })),
  };
};

export interface StoredPack extends BoughtPack {
  readonly metadata: Readonly<Record<string, string>>;
}

export const packItem = (clientId: string, bought: StoredPack): Item => ({
  ...pack(bought, ['metadata']),
  ...keyOf('pack', clientId, bought.id),
});

export interface StoredAccount extends Account {
  readonly record: BillingRecord;
  readonly finals: readonly StatementRecord[];
  readonly packs: readonly StoredPack[];
  readonly meters: readonly StoredMeter[];
}

const beginsWith =
  (beginning: string) =>
  ({ sk }: Item): boolean =>
    sk.startsWith(beginning);

/** All billing data of an organization; undefined if it was never billed. */
export const readAccount = async (clientId: string): Promise<StoredAccount | undefined> => {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('billing', clientId) },
    ConsistentRead: true,
  });
  const found = items.find(({ sk }) => sk === record);
  if (!found) return undefined;
  const billing = billingFromItem(found);
  return {
    record: billing,
    client_id: clientId,
    subscriptions: billing.subscriptions,
    meters: items
      .filter(beginsWith('meter#'))
      .map((item) => meterFromItem(item.sk.slice('meter#'.length), item)),
    packs: items.filter(beginsWith('pack#')).map((item) => unpack<StoredPack>(item, ['metadata'])),
    finals: items.filter(beginsWith('statement#')).map(statementFromItem),
  };
};
