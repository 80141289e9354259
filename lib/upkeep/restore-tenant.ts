import { agentFromItem } from '#lib/agents/agent-record.ts';
import { versionItems } from '#lib/agents/agent-versions.ts';
import { agentFootprint } from '#lib/agents/agents.ts';
import { documentFootprint } from '#lib/agents/documents.ts';
import { analysisFootprint } from '#lib/analysis/analyses.ts';
import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { analyzerVersions } from '#lib/analysis/analyzer-versions.ts';
import { analyzerFootprint, nameAnalyzer } from '#lib/analysis/analyzers.ts';
import { changeWrites } from '#lib/audit/record-change.ts';
import { readAccount } from '#lib/billing/accounts.ts';
import { countConversations } from '#lib/billing/counting.ts';
import { plans } from '#lib/billing/plans.ts';
import { conversationFromItem, conversationItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { conversationFootprint } from '#lib/conversations/conversations.ts';
import { emptied } from '#lib/domain/test-suites/emptied.ts';
import { integrationFootprint } from '#lib/integrations/integrations.ts';
import { clientFootprint, withoutBrandDomain } from '#lib/organizations/clients.ts';
import { removeNotes } from '#lib/search/erased-documents.ts';
import { indexConversations } from '#lib/search/search-index.ts';
import { entityFootprint } from '#lib/store/entity.ts';
import type { KindById } from '#lib/store/keys.ts';
import { idIn, keyIn, keyOf, kindOf, listPartition, record } from '#lib/store/keys.ts';
import type { Kind } from '#lib/store/kinds.ts';
import { kinds } from '#lib/store/kinds.ts';
import { countAgain } from '#lib/store/limits/quotas.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import { ownerAt, shardNames } from '#lib/store/lists/shards.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put, putNew } from '#lib/store/operations/put.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';
import { scenarioFootprint, scenarios, sourceMustExist } from '#lib/test-suites/scenarios.ts';
import { suites } from '#lib/test-suites/suites.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';
import { widgets } from '#lib/widgets/widgets.ts';
import { isBilled, writeBilling } from './restore-billing.ts';
import { onTable } from './restored.ts';
import { mendUsage } from './usage.ts';

/*
 * Copies the missing data of one organization and its descendants from a restored table into the current one.
 * Existing items stay unchanged, so the program can be repeated after an interruption, and never reverts
 * later changes. Everything that a record implies is derived from it: listing entries, claims, the search
 * index, usage.
 */

/** The record was written concurrently. */
class IsThere extends Error {}

/** The record cannot have something any more: a name that another entity has, or words of an erased call. */
class NotWhole extends Error {}

/** The call has been recorded again since, as another conversation. */
class CallRecorded extends Error {}

type RestoredList =
  | 'clients'
  | 'plans'
  | 'agents'
  | 'analyzers'
  | 'scenarios'
  | 'test_suites'
  | 'conversations'
  | 'integrations'
  | 'tool_servers'
  | 'widgets';
type Subject = RestoredList | 'billing';

interface RestoredKind {
  readonly kind: KindById;
  readonly footprint: (item: Item) => Item[];
  /**
   * The record without what it may have no more: an `external_id` or a domain that only one entity has, or
   * the words of a call.
   */
  readonly reduced: (item: Item) => Item;
  /** Further conditions for the whole record. */
  readonly requires?: (item: Item) => readonly Operation<NotWhole>[];
  /** The record without what is only true of the moment that was restored; absent: the whole record is. */
  readonly settled?: (item: Item) => Item;
  /** Increments of counters that limit an organization's number of items. */
  readonly counts?: (item: Item) => readonly Operation<never>[];
  /** The work that usually follows a write of the item. */
  readonly finish?: (id: string) => Promise<void>;
}

const pathOf = ({ path }: Item): readonly string[] => path as readonly string[];

/** Items implied by an item that is copied with its record. */
const implied: Readonly<Partial<Record<Kind, (item: Item) => readonly Item[]>>> = {
  agent_version: (item) => versionItems(agentFromItem(item)).filter(({ pk }) => pk !== item.pk),
  document: documentFootprint,
  analysis: analysisFootprint,
  analyzer_version: (item) =>
    analyzerVersions.items(analyzers.fromItem(item)).filter(({ pk }) => pk !== item.pk),
};

/** The items of a record's partition that are copied with it, each with the items that it implies. */
const partsOf = (items: readonly Item[]): Item[] =>
  items
    .filter(({ sk }) => sk !== record)
    .flatMap((item) => {
      const kind = kindOf(item);
      return kind && kinds[kind].restored === 'copied' ? [item, ...(implied[kind]?.(item) ?? [])] : [];
    });

const unnamed = (item: Item): Item => ({ ...item, external_id: null });

/** Writes an item that a record implies. A claim that another entity has made since stays. */
const restoreImplied = (item: Item): Operation<NotWhole | CallRecorded> => {
  const kind = kindOf(item);
  if (kind?.endsWith('external_id') || kind === 'brand_domain') return putNew(item, () => new NotWhole());
  return kind === 'provider_id' ? putNew(item, () => new CallRecorded()) : put(item);
};

/** In the order of restoration: every item comes after the one that it belongs to. */
const restorable: Readonly<Record<RestoredList, RestoredKind>> = {
  clients: {
    kind: 'client',
    footprint: clientFootprint,
    reduced: (item) => unnamed(withoutBrandDomain(item)),
    counts: (item) => countAgain(pathOf(item).slice(0, -1), 'children'),
  },
  plans: { kind: 'plan', footprint: entityFootprint(plans), reduced: unnamed },
  agents: {
    kind: 'agent',
    footprint: agentFootprint,
    reduced: unnamed,
    counts: (item) => countAgain(pathOf(item), 'agents'),
  },
  analyzers: {
    kind: 'analyzer',
    footprint: analyzerFootprint,
    reduced: unnamed,
    finish: nameAnalyzer,
  },
  test_suites: {
    kind: 'test_suite',
    footprint: entityFootprint(suites),
    reduced: unnamed,
  },
  conversations: {
    kind: 'conversation',
    footprint: conversationFootprint,
    reduced: (item) => conversationItem({ ...conversationFromItem(item), external_id: null }),
    // The counts of open chats and calls are not restored.
    settled: (item) =>
      conversationItem({
        ...conversationFromItem(item),
        open_in: null,
        listening: null,
        call_reservation: null,
      }),
    finish: async (id) => {
      await indexConversations([id]);
      await countConversations([id]);
    },
  },
  scenarios: {
    kind: 'scenario',
    footprint: scenarioFootprint,
    reduced: (item) => scenarios.toItem(emptied(scenarios.fromItem(item))),
    requires: (item) => sourceMustExist(scenarios.fromItem(item), () => new NotWhole()),
  },
  integrations: {
    kind: 'integration',
    footprint: integrationFootprint,
    reduced: unnamed,
  },
  tool_servers: {
    kind: 'tool_server',
    footprint: entityFootprint(toolServers),
    reduced: unnamed,
  },
  widgets: {
    kind: 'widget',
    footprint: entityFootprint(widgets),
    reduced: unnamed,
  },
};

export type Outcome = Readonly<Record<'restored' | 'kept' | 'erasing', number>>;

export interface Restoration {
  readonly restored: string;
  /** The organization, which is restored with its descendants. */
  readonly client: string;
  /** Counts what would be restored, and writes nothing. */
  readonly dryRun: boolean;
}

/** A reason for which nothing can be restored, in a sentence. */
export class RestoreRefused extends Error {}

/** All items of a partition. */
const allOf = (pk: string): Promise<Item[]> =>
  queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  });

/**
 * The places in a list of the restored organization, oldest first: ancestors come before their descendants.
 */
const placesIn = async (client: Item, list: RestoredList): Promise<string[]> => {
  // Lists of conversations may be spread over several partitions.
  const owner = ownerAt(pathOf(client));
  const parts = list === 'conversations' ? shardNames(owner) : [owner.id];
  const places: string[] = [];
  for (const part of parts) places.push(...(await allOf(listPartition(part, list))).map(({ sk }) => sk));
  return places;
};

/** The index removes erased documents with a delay, but must not remove restored ones. */
const keepIndexed = async (client: Item, descendants: readonly string[], places: readonly string[]) => {
  const missing = new Set<string>();
  for (const place of places) if (!(await get(keyOf('conversation', idIn(place))))) missing.add(place);
  if (missing.size === 0) return;
  for (const owner of new Set([...ownersOf(pathOf(client)), ...descendants]))
    await removeNotes(owner, missing);
};

/** Refuses to continue if the organizations above have moved. */
const checkAbove = async (client: Item): Promise<void> => {
  const above = pathOf(client).slice(0, -1);
  const parent = above.at(-1);
  if (parent === undefined) return;
  const item = await get(keyOf('client', parent));
  if (!item)
    throw new RestoreRefused(
      `${parent}, to which it belonged, is not in the table in use: restore that one.`,
    );
  if (item.erasing_since) throw new RestoreRefused(`${parent}, to which it belonged, is being erased.`);
  if (pathOf(item).join() !== above.join())
    throw new RestoreRefused(`${parent}, to which it belonged, is below other organizations now.`);
};

/**
 * Commits what a run restores. The record of the run is in its first transaction, so a run that restores
 * nothing leaves none.
 */
type Commit = (operations: readonly Operation[]) => Promise<void>;

const recorded = (client: Item): Commit => {
  let isRecorded = false;
  const record = () =>
    changeWrites(
      { type: 'operator', id: 'restore-tenant' },
      { id: String(client.id), path: pathOf(client) },
      { action: 'client.restored', changed: [] },
    );
  return async (operations) => {
    await commit([...operations, ...(isRecorded ? [] : record())]);
    isRecorded = true;
  };
};

const restoreOne = async (
  subject: RestoredKind,
  id: string,
  { restored, dryRun }: Restoration,
  commitRecorded: Commit,
): Promise<keyof Outcome | undefined> => {
  const key = keyOf(subject.kind, id);
  const existing = await get(key);
  if (existing) return isErasing(existing) || existing.erasing_since ? 'erasing' : 'kept';
  const items = await onTable(restored, () => allOf(key.pk));
  const found = items.find(({ sk }) => sk === record);
  // Its erasure had begun at that time.
  if (!found || isErasing(found) || found.erasing_since) return undefined;
  const item = subject.settled?.(found) ?? found;
  if (dryRun) return 'restored';
  const parts = partsOf(items);
  await batchWrite({ puts: parts });
  const write = (whole: Item) =>
    commitRecorded([
      putNew(whole, () => new IsThere()),
      ...(subject.requires?.(whole) ?? []),
      ...subject.footprint(whole).map(restoreImplied),
      ...(subject.counts?.(whole) ?? []),
    ]);
  try {
    await write(item).catch((error: unknown) => {
      if (error instanceof NotWhole) return write(subject.reduced(item));
      throw error;
    });
  } catch (error) {
    // Restored as well, the call would be billed twice.
    if (error instanceof CallRecorded) await batchWrite({ removals: parts.map(keyIn) });
    if (error instanceof IsThere || error instanceof CallRecorded) return 'kept';
    throw error;
  }
  await subject.finish?.(id);
  return 'restored';
};

/**
 * An erased organization has lost its log of usage, but the facts counted of its conversations remain. An
 * organization that has a log keeps it.
 */
const restoreUsage = async (ids: readonly string[]): Promise<void> => {
  const erased = new Set<string>();
  for (const id of ids) {
    if ((await get(keyOf('client', id))) && !(await get(keyOf('usage_head', id, 0)))) erased.add(id);
  }
  if (erased.size > 0) await mendUsage(erased);
};

const restoreBilling = async (
  id: string,
  { restored, dryRun }: Restoration,
  commitRecorded: Commit,
): Promise<keyof Outcome | undefined> => {
  const account = await onTable(restored, () => readAccount(id));
  if (!account) return undefined;
  if (await isBilled(id)) return 'kept';
  const client = await get(keyOf('client', id));
  if (client?.erasing_since) return 'erasing';
  if (!dryRun) await writeBilling(account, commitRecorded);
  return 'restored';
};

/** Restores missing items, kind by kind, and reports their number. */
export const restoreTenant = async (restoration: Restoration): Promise<Map<Subject, Outcome>> => {
  const { restored, client, dryRun } = restoration;
  const found = await onTable(restored, () => get(keyOf('client', client)));
  if (!found) throw new RestoreRefused(`The restored table has no organization ${client}.`);
  await checkAbove(found);
  // The first group contains the organization itself. Oldest first.
  const organizations = (await onTable(restored, () => placesIn(found, 'clients'))).map(idIn);
  const commitRecorded = recorded(found);
  const outcomes = new Map<Subject, Outcome>();
  const restoreAll = async (
    subject: Subject,
    ids: readonly string[],
    restore: (id: string) => Promise<keyof Outcome | undefined>,
  ): Promise<void> => {
    const counts = { restored: 0, kept: 0, erasing: 0 };
    for (const id of ids) {
      const outcome = await restore(id);
      if (outcome) counts[outcome] += 1;
    }
    outcomes.set(subject, counts);
  };
  for (const [subject, kind] of Object.entries(restorable) as [RestoredList, RestoredKind][]) {
    const places = await onTable(restored, () => placesIn(found, subject));
    if (subject === 'conversations' && !dryRun) await keepIndexed(found, organizations, places);
    await restoreAll(subject, places.map(idIn), (id) => restoreOne(kind, id, restoration, commitRecorded));
    if (subject === 'clients' && !dryRun) await restoreUsage(organizations);
  }
  await restoreAll('billing', organizations, (id) => restoreBilling(id, restoration, commitRecorded));
  return outcomes;
};
