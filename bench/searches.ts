import type { Position } from '#lib/contract/page.ts';
import { searchTextKey } from '#lib/data/keys.ts';
import { entryKey } from '#lib/data/lists/listing.ts';
import type { ListOwner } from '#lib/data/lists/shards.ts';
import { batchGet } from '#lib/data/operations/batch-get.ts';
import { searchConversations } from '#lib/data/search/search.ts';
import type { Dialogue } from '../test/support/dialogues.ts';
import { turnsOf } from '../test/support/dialogues.ts';
import type { Recorded } from '../test/support/model.ts';
import { expectedOf } from '../test/support/model.ts';
import { itemSize } from './item-size.ts';
import { levelsOf } from './lists.ts';
import { costOf } from './measured.ts';
import type { Landmarks, RecordedConversation } from './world.ts';

export interface SearchCost {
  readonly level: string;
  readonly q: string;
  /** Of all pages. */
  readonly found: number;
  readonly pages: number;
  readonly mostCalls: number;
  readonly readUnits: number;
  /** What it would cost to read just the entries and texts that were found. */
  readonly returnedUnits: number;
  /** Whether it is what a look through all transcripts finds. */
  readonly exact: boolean;
  /** What a search for the rarer of its words alone costs, through as many pages. */
  readonly aloneUnits: number;
}

/** Eventually consistent: half a unit for each 4 KB, and each item by itself. */
const unitsOf = (bytes: number): number => Math.ceil(bytes / 4096) / 2;

const returnedUnits = async (
  owner: ListOwner,
  found: readonly { id: string; start_time: string }[],
): Promise<number> => {
  let units = 0;
  for (let at = 0; at < found.length; at += 50) {
    const group = found.slice(at, at + 50);
    const items = await batchGet([
      ...group.map(({ id }) => searchTextKey(id)),
      ...group.map(({ id, start_time }) => entryKey(owner, 'conversations', `${start_time}#${id}`)),
    ]);
    units += items.reduce((sum, item) => sum + (item ? unitsOf(itemSize(item)) : 0), 0);
  }
  return units;
};

/** Searches through all pages, or through the first ones only. */
const search = async (owner: ListOwner, q: string, maxPages: number) => {
  const found: { id: string; start_time: string }[] = [];
  let position: Position | undefined;
  let pages = 0;
  let mostCalls = 0;
  let readUnits = 0;
  do {
    const cost = await costOf(() =>
      searchConversations(owner, { q }, { limit: 50, order: 'desc', position }),
    );
    found.push(...cost.result.data);
    position = cost.result.next;
    pages += 1;
    mostCalls = Math.max(mostCalls, cost.calls);
    readUnits += cost.readUnits;
  } while (position && pages < maxPages);
  return { found, pages, mostCalls, readUnits, all: !position };
};

export const createSearcher = (
  landmarks: Landmarks,
  conversations: readonly RecordedConversation[],
  dialogues: readonly Dialogue[],
) => {
  const turns = dialogues.map(turnsOf);
  const recorded = conversations.map(
    ({ dialogue, path, ...conversation }) =>
      ({ conversation, path, turns: turns[dialogue] ?? [] }) as unknown as Recorded,
  );
  const levels = levelsOf(landmarks);

  const known = new Map<string, { readonly found: number; readonly readUnits: number }>();
  const searchWord = async (owner: ListOwner, word: string, maxPages: number) => {
    const name = `${owner.id} ${word}`;
    const { found, readUnits } = await search(owner, word, maxPages);
    const cost = known.get(name) ?? { found: found.length, readUnits };
    known.set(name, cost);
    return cost;
  };

  return async (level: string, q: string, maxPages = 1000): Promise<SearchCost> => {
    const owner = levels[level] as ListOwner;
    const { found, all, ...cost } = await search(owner, q, maxPages);
    const expected = expectedOf(recorded, owner.id === 'platform' ? undefined : owner.id, { q }).map(
      ({ conversation }) => conversation.id,
    );
    const ids = found.map(({ id }) => id);
    const exact = JSON.stringify(ids) === JSON.stringify(all ? expected : expected.slice(0, ids.length));
    const words = [];
    for (const word of q.split(' ')) words.push(await searchWord(owner, word, maxPages));
    const rarest = words.reduce((least, one) => (one.found < least.found ? one : least));
    return {
      level,
      q,
      found: ids.length,
      ...cost,
      returnedUnits: await returnedUnits(owner, found),
      exact,
      aloneUnits: rarest.readUnits,
    };
  };
};

/** How many of the dialogues have each word. */
export const frequencies = (dialogues: readonly Dialogue[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { turns } of dialogues) {
    const words = new Set(turns.flatMap(({ text }) => text.toLowerCase().match(/[a-z]+/g) ?? []));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
};
