import { ConversationInput } from '#lib/contract/conversations.ts';
import {
  conversationFootprint,
  insertConversation,
  listConversations,
} from '#lib/data/conversations/conversations.ts';
import { listPartition } from '#lib/data/keys.ts';
import type { ListOwner } from '#lib/data/lists/shards.ts';
import { ownerAt, shardNames } from '#lib/data/lists/shards.ts';
import { query } from '#lib/data/operations/query.ts';
import type { Item } from '#lib/data/table.ts';
import { itemSize } from './item-size.ts';
import { costOf } from './measured.ts';
import { quantile } from './quantiles.ts';
import type { Landmarks } from './world.ts';

export const levelsOf = ({ path }: Landmarks): Record<string, ListOwner> =>
  Object.fromEntries(
    ['platform', 'reseller', 'client', 'subcompany', 'location'].map((level, at) => [
      level,
      ownerAt(path.slice(0, at)),
    ]),
  );

const filtersOf = ({ agent, caller }: Landmarks) =>
  ({
    none: {},
    agent_id: { agent_id: agent },
    status: { status: 'completed' },
    outcome: { outcome: 'success' },
    channel: { channel: 'phone' },
    sentiment: { sentiment: 'neutral' },
    caller: { caller },
  }) as const;

const ranges = {
  '': {},
  ' with a date range': { start_after: '2026-08-10T00:00:00.000Z', start_before: '2026-10-20T00:00:00.000Z' },
} as const;

const page = { limit: 50, order: 'desc' } as const;

export interface PageCost {
  readonly level: string;
  readonly filters: string;
  readonly calls: number;
  readonly readUnits: number;
  readonly returned: number;
  readonly count: number;
  readonly scanned: number;
}

const measure = async (level: string, owner: ListOwner, name: string, filters: object): Promise<PageCost> => {
  const { calls, readUnits, count, scanned, result } = await costOf(() =>
    listConversations(owner, filters, page),
  );
  return { level, filters: name, calls, readUnits, returned: result.data.length, count, scanned };
};

/** A page of 50 under each filter alone, at each level, with and without a date range. */
export const singleFilters = async (landmarks: Landmarks): Promise<PageCost[]> => {
  const costs: PageCost[] = [];
  for (const [level, owner] of Object.entries(levelsOf(landmarks))) {
    for (const [name, filter] of Object.entries(filtersOf(landmarks))) {
      for (const [with_, range] of Object.entries(ranges)) {
        costs.push(await measure(level, owner, `${name}${with_}`, { ...filter, ...range }));
      }
    }
  }
  return costs;
};

/** A page of 50 under each two filters, at each level. */
export const pairsOfFilters = async (landmarks: Landmarks): Promise<PageCost[]> => {
  const costs: PageCost[] = [];
  const filters = Object.entries(filtersOf(landmarks)).filter(([name]) => name !== 'none');
  for (const [level, owner] of Object.entries(levelsOf(landmarks))) {
    for (const [at, [one, first]] of filters.entries()) {
      for (const [other, second] of filters.slice(at + 1)) {
        costs.push(await measure(level, owner, `${one} + ${other}`, { ...first, ...second }));
      }
    }
  }
  return costs;
};

/** The entry of a conversation in which everything that a list shows is as long as it may be. */
const largestEntry = ({ agent, path }: Landmarks): Item => {
  const input = ConversationInput.parse({
    agent_id: agent,
    status: 'completed',
    duration_ms: 1,
    channel: 'phone',
    direction: 'outbound',
    caller: { id: 'x'.repeat(128), number: '+123456789012345', name: '予'.repeat(100) },
    end_reason: '予'.repeat(100),
    outcome: 'x'.repeat(64),
    sentiment: 'negative',
    summary: '予'.repeat(1000),
    cost: { amount: '999999999.999999', currency: 'USD' },
  });
  const owner = { id: path.at(-1) ?? '', path };
  const { operations } = insertConversation({ id: agent, version: 1 } as never, owner, input);
  const record = operations.find(({ request }) => request.Put?.Item?.pk?.startsWith('conversation#'));
  const entries = conversationFootprint(record?.request.Put?.Item as Item);
  return entries.at(-1) as Item;
};

/** What listing entries weigh, in bytes. */
export const entryWeights = async (landmarks: Landmarks) => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': listPartition(shardNames(ownerAt([]))[0] ?? '', 'conversations') },
    Limit: 1000,
  });
  const sizes = items.map(itemSize);
  return {
    p50: quantile(sizes, 0.5),
    p99: quantile(sizes, 0.99),
    largest: itemSize(largestEntry(landmarks)),
  };
};
