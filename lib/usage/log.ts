import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { platform } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { CountedCost, Fact } from '#lib/domain/usage/fact.ts';
import { quarterMs } from '#lib/domain/usage/time-zones.ts';
import { eventShards, keyOf, partitionOf, shardOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put, putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * Each owner has a log of its usage: what was counted, and what was reversed, in the order in which it became
 * known. The newest entries are in the head, an item small enough to be written for every conversation. A
 * full head becomes a page, which never changes. docs/decisions/usage.md explains why these are not counters.
 */

/** A fact that was counted, or that is reversed because it was wrong or has changed. */
export interface Entry {
  readonly sign: 1 | -1;
  /** Its `client` is the organization directly below the owner, or the owner itself. */
  readonly fact: Fact;
}

/**
 * The number of an owner's logs. The platform gets an entry for every conversation, too many for one
 * partition.
 */
export const lanesOf = (owner: string): number => (owner === platform ? eventShards : 1);

/** The owner's log that counts a conversation. */
export const laneOf = (owner: string, conversationId: string): number =>
  lanesOf(owner) === 1 ? 0 : shardOf(conversationId);

/** The maximum size of a head's entries for which its item stays within one write unit. */
const maxPageBytes = 880;

type Row = readonly (string | number)[];
type Cell = Row[number] | undefined;

/** A chat without a cost keeps the places of the cost. */
const costRow = ({ cost, chat }: Fact, indexOf: (text: string) => number): Row => {
  if (cost) return [indexOf(cost.currency), cost.amount, cost.by ?? 0];
  return chat ? [-1, 0, 0] : [];
};

/**
 * The use of a chat, and the price of a call at its carrier. The last fields are left out where they and
 * those after them are absent, which -1 is in between.
 */
const chatRow = ({ chat, carrier_cost }: Fact, indexOf: (text: string) => number): Row => {
  if (!chat) return [];
  const { messages, input_tokens, output_tokens } = chat;
  const { further = -1, asked_by = -1, characters = -1, listened = -1 } = chat;
  const carrier = carrier_cost && [indexOf(carrier_cost.currency), carrier_cost.amount, carrier_cost.by ?? 0];
  const later = [further, asked_by, characters, listened, ...(carrier ?? [])];
  const last = later.findLastIndex((figure) => figure !== -1);
  return [messages, input_tokens, output_tokens, ...later.slice(0, last + 1)];
};

const isThere = (figure: Cell): boolean => figure !== undefined && Number(figure) >= 0;

const flagsOf = (sign: Entry['sign'], fact: Fact): number =>
  (sign < 0 ? 1 : 0) |
  (fact.completed ? 2 : 0) |
  (fact.successful ? 4 : 0) |
  (fact.isAnswer ? 8 : 0) |
  (fact.unsuccessful ? 16 : 0) |
  (fact.isAnalysis ? 32 : 0) |
  (fact.chat?.in_call ? 64 : 0);

/** Each string is stored only once, because consecutive entries have most strings in common. */
export const packEntries = (entries: readonly Entry[]): Uint8Array => {
  const strings: string[] = [];
  const indexOf = (text: string | null): number => {
    if (text === null) return -1;
    const known = strings.indexOf(text);
    return known < 0 ? strings.push(text) - 1 : known;
  };
  let quarter = 0;
  const rows = entries.map(({ sign, fact }): Row => {
    const since = fact.quarter - quarter;
    quarter = fact.quarter;
    return [
      since,
      flagsOf(sign, fact),
      indexOf(fact.agent),
      indexOf(fact.client),
      indexOf(fact.channel),
      indexOf(fact.provider),
      indexOf(fact.outcome),
      indexOf(fact.sentiment),
      fact.duration_ms,
      fact.latency_ms ?? -1,
      ...costRow(fact, indexOf),
      ...chatRow(fact, indexOf),
    ];
  });
  return deflateRawSync(JSON.stringify([strings, rows]));
};

export const unpackEntries = (bytes: Uint8Array): Entry[] => {
  const [strings, rows] = JSON.parse(inflateRawSync(bytes).toString()) as [string[], Row[]];
  const textAt = (index: Cell): string | null => strings[Number(index)] ?? null;
  const costFrom = (currency: Cell, amount: Cell, by: Cell): CountedCost => ({
    amount: String(amount),
    currency: textAt(currency) ?? '',
    ...(by && { by: Number(by) }),
  });
  let quarter = 0;
  return rows.map((row) => {
    const [
      since,
      flags,
      agent,
      client,
      channel,
      provider,
      outcome,
      sentiment,
      duration,
      latency,
      currency,
      cost,
      by,
      messages,
      input_tokens,
      output_tokens,
      further,
      asked_by,
      characters,
      listened,
      carrier_currency,
      carrier_amount,
      carrier_by,
    ] = row;
    quarter += Number(since);
    const bits = Number(flags);
    return {
      sign: bits & 1 ? -1 : 1,
      fact: {
        quarter,
        agent: textAt(agent) ?? '',
        client: textAt(client) ?? '',
        channel: textAt(channel) as Fact['channel'],
        provider: textAt(provider),
        outcome: textAt(outcome),
        sentiment: textAt(sentiment) as Fact['sentiment'],
        completed: (bits & 2) > 0,
        successful: (bits & 4) > 0,
        ...(bits & 16 && { unsuccessful: true as const }),
        duration_ms: Number(duration),
        latency_ms: latency === -1 ? null : Number(latency),
        cost: cost === undefined || currency === -1 ? null : costFrom(currency, cost, by),
        ...(carrier_amount !== undefined && {
          carrier_cost: costFrom(carrier_currency, carrier_amount, carrier_by),
        }),
        ...(messages !== undefined && {
          chat: {
            messages: Number(messages),
            input_tokens: Number(input_tokens),
            output_tokens: Number(output_tokens),
            ...(isThere(further) && { further: Number(further) }),
            ...(isThere(asked_by) && { asked_by: Number(asked_by) }),
            ...(isThere(characters) && { characters: Number(characters) }),
            ...(isThere(listened) && { listened: Number(listened) }),
            ...(bits & 64 && { in_call: true as const }),
          },
        }),
        ...(bits & 8 && { isAnswer: true as const }),
        ...(bits & 32 && { isAnalysis: true as const }),
      },
    };
  });
};

/** A log's newest entries, with the number of the page that they will become. */
export interface Head {
  readonly owner: string;
  readonly lane: number;
  readonly page: number;
  readonly entries: readonly Entry[];
  /** Whether the owner has subscriptions, whose periods are metered. */
  readonly billed: boolean;
  /** Increases with each change of the head. 0: the head does not exist yet. */
  readonly version: number;
}

const headFromItem = (owner: string, lane: number, item: Item | undefined): Head =>
  item
    ? {
        owner,
        lane,
        page: item.page as number,
        entries: unpackEntries(item.entries as Uint8Array),
        billed: item.billed === true,
        version: item.version as number,
      }
    : { owner, lane, page: 1, entries: [], billed: false, version: 0 };

export interface Lane {
  readonly owner: string;
  readonly lane: number;
}

export const readHeads = async (lanes: readonly Lane[]): Promise<Head[]> => {
  const items = await batchGet(lanes.map(({ owner, lane }) => keyOf('usage_head', owner, lane)));
  return lanes.map(({ owner, lane }, at) => headFromItem(owner, lane, items[at]));
};

const same = (one: Fact, other: Fact): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Adds an entry. If it reverses an entry that is still in the head, removes that one instead. */
const withEntry = (entries: readonly Entry[], entry: Entry): Entry[] => {
  const opposite = entries.findIndex(({ sign, fact }) => sign === -entry.sign && same(fact, entry.fact));
  return opposite < 0 ? [...entries, entry] : entries.toSpliced(opposite, 1);
};

export interface AppendedFacts {
  readonly operations: readonly Operation<Stale>[];
  /** The number of the log's last full page. */
  readonly pages: number;
}

/** The first entries that fit into a page, at least one, and what they are packed as. */
const firstPage = (entries: readonly Entry[]): { readonly count: number; readonly packed: Uint8Array } => {
  let fits = { count: 1, packed: packEntries(entries.slice(0, 1)) };
  let tooMany = entries.length;
  while (tooMany - fits.count > 1) {
    const count = (fits.count + tooMany) >> 1;
    const packed = packEntries(entries.slice(0, count));
    if (packed.length > maxPageBytes) tooMany = count;
    else fits = { count, packed };
  }
  return fits;
};

/** The writes that append entries to a log: its head, and the pages that have become full. */
export const appendEntries = (head: Head, added: readonly Entry[]): AppendedFacts => {
  const { owner, lane, billed, version } = head;
  const full: Item[] = [];
  let { page } = head;
  let entries = added.reduce(withEntry, head.entries);
  let packed = packEntries(entries);
  while (packed.length > maxPageBytes && entries.length > 1) {
    const first = firstPage(entries);
    full.push({
      ...keyOf('usage_page', owner, lane, page),
      entries: first.packed,
      written_at: new Date().toISOString(),
    });
    page += 1;
    entries = entries.slice(first.count);
    packed = packEntries(entries);
  }
  const item = {
    ...keyOf('usage_head', owner, lane),
    page,
    entries: packed,
    ...(billed && { billed }),
    version: version + 1,
  };
  return {
    operations: [
      version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version }),
      ...full.map(put),
    ],
    pages: page - 1,
  };
};

/** A page of a log with its number. */
export interface LogPage {
  readonly page: number;
  readonly entries: readonly Entry[];
}

/** The full pages of a log after one page and up to another (inclusive). */
export async function* readPages(
  { owner, lane }: Lane,
  after: number,
  last: number,
): AsyncGenerator<LogPage> {
  if (after >= last) return;
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': partitionOf('usage_page', owner, lane),
      ':first': keyOf('usage_page', owner, lane, after + 1).sk,
      ':last': keyOf('usage_page', owner, lane, last).sk,
    },
    ConsistentRead: true,
  });
  for await (const { items } of pages) {
    for (const { sk, entries } of items) {
      yield { page: Number(sk.slice(sk.indexOf('#') + 1)), entries: unpackEntries(entries as Uint8Array) };
    }
  }
}

/**
 * The entries of conversations that started at an instant or later, with the head at the time of the read.
 * Pages are read from the newest back to the first one that was full before the instant, because
 * conversations are counted after they start.
 */
export const readEntriesSince = async (
  owner: string,
  since: number,
): Promise<{ readonly head: Head; readonly entries: Entry[] }> => {
  const [head] = (await readHeads([{ owner, lane: 0 }])) as [Head];
  const entries = [...head.entries];
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': partitionOf('usage_page', owner, 0),
      ':first': keyOf('usage_page', owner, 0, 1).sk,
      ':last': keyOf('usage_page', owner, 0, head.page - 1).sk,
    },
    ConsistentRead: true,
    ScanIndexForward: false,
  });
  if (head.page > 1) {
    for await (const { items } of pages) {
      for (const item of items) entries.push(...unpackEntries(item.entries as Uint8Array));
      // Clocks may differ.
      if (items.some(({ written_at }) => Date.parse(String(written_at)) < since - dayMs)) break;
    }
  }
  return { head, entries: entries.filter(({ fact }) => fact.quarter * quarterMs >= since) };
};
