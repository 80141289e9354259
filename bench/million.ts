import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversationInput } from '#lib/contract/conversations.ts';
import type { AgentRecord } from '#lib/data/agents/agent-record.ts';
import { insertConversation } from '#lib/data/conversations/conversations.ts';
import { listPartition, listSort } from '#lib/data/keys.ts';
import { ownerAt } from '#lib/data/lists/shards.ts';
import { searchTextItem } from '#lib/data/search/search-text.ts';
import type { Item } from '#lib/data/table.ts';
import { newId } from '#lib/domain/ids.ts';
import { startPlatform } from '#lib/local/platform.ts';
import type { Dialogue } from '../test/support/dialogues.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import type { Recorded } from '../test/support/model.ts';
import { expectedOf } from '../test/support/model.ts';
import { randomOf } from '../test/support/random.ts';
import type { LargeIndex } from './figures.ts';
import { IndexLoader } from './index-loader.ts';
import { loadTable } from './load.ts';
import type { Business } from './world.ts';
import { bodyOf, conversationOf, createTree, indexedOf, itemsOf } from './world.ts';

/*
 * Searches the platform's index of a million synthetic conversations: `node bench/million.ts [conversations]`. The index has them all.
 * Records, texts and listing entries exist only for those that the searched words find. The figures are written to
 * standard output as JSON.
 */

const conversations = Number(process.argv[2] ?? 1_000_000);
const table = 'voice-agent-platform';
process.env.TABLE_NAME = table;
const pagesOfSearch = 5;

const dialogues = readDialogues();
const recorded = dialogues.map(
  (dialogue, at) =>
    ({
      conversation: { id: String(at), start_time: '', status: 'completed' },
      path: [],
      turns: turnsOf(dialogue),
    }) as unknown as Recorded,
);
/** The dialogues that a search finds. */
const foundBy = (q: string): Set<number> =>
  new Set(expectedOf(recorded, undefined, { q }).map(({ conversation }) => Number(conversation.id)));

const words = [
  ...new Set(
    dialogues.flatMap(({ turns }) =>
      turns.flatMap(({ text }) => text.toLowerCase().match(/[a-z]{4,}/g) ?? []),
    ),
  ),
];
const counts = new Map(
  words.map((word) => [
    word,
    dialogues.filter(({ turns }) => turns.some(({ text }) => text.toLowerCase().includes(word))).length,
  ]),
);
/** The word that the most dialogues have, of those that at most so many have. */
const wordOf = (most: number): string =>
  [...counts].filter(([, count]) => count <= most).reduce((best, one) => (one[1] > best[1] ? one : best))[0];
const [one, ten, thirty, sixty] = [1, 10, 30, 60].map(wordOf) as [string, string, string, string];
const asked = [
  one,
  ten,
  thirty,
  sixty,
  `${ten} ${thirty}`,
  `${thirty} ${sixty}`,
  `${thirty} the`,
  `the ${sixty}`,
];
const matching = new Map(asked.map((q) => [q, foundBy(q)]));
const chosen = new Set([one, ten, thirty, sixty].flatMap((word) => [...foundBy(word)]));

/** The conversations of each chosen dialogue. */
const made = new Map<number, { readonly id: string; readonly start_time: string }[]>();

async function* generate(): AsyncGenerator<Item> {
  const { businesses } = createTree();
  const [business] = businesses as [Business];
  const [agent] = business.agents as [AgentRecord];
  const random = randomOf(conversations);
  const index = new IndexLoader();
  const partitions = Array.from({ length: ownerAt([]).shards }, (_, shard) =>
    listPartition(`platform.${shard}`, 'conversations'),
  );
  const write = (dialogue: Dialogue, at: number): Item[] => {
    const input = ConversationInput.parse({
      ...(bodyOf(dialogue, at, conversations, random) as object),
      status: 'completed',
    });
    return itemsOf(
      insertConversation(agent, business.client.client, { ...input, agent_id: agent.id }).operations,
    );
  };
  const terms = dialogues.map(
    (dialogue) => indexedOf(write(dialogue, 0), dialogue)[0]?.document.terms ?? new Set<string>(),
  );
  const dayMs = 24 * 60 * 60 * 1000;
  const began = Date.UTC(2026, 7, 1);
  for (let at = 0; at < conversations; at += 1) {
    const number = at % dialogues.length;
    const dialogue = dialogues[number] as Dialogue;
    if (!chosen.has(number)) {
      const time = new Date(began + Math.floor((at / conversations) * 90 * dayMs)).toISOString();
      const document = {
        sort: listSort(time, newId('conv')),
        version: 1,
        terms: terms[number] as Set<string>,
      };
      yield* index.add({ owners: ['platform'], document });
      continue;
    }
    const items = write(dialogue, at);
    const { id, start_time } = conversationOf(items);
    made.set(number, [...(made.get(number) ?? []), { id, start_time }]);
    yield* items.filter(({ pk }) => partitions.includes(pk));
    for (const indexed of indexedOf(items, dialogue)) {
      yield searchTextItem(indexed.text);
      yield* index.add({ ...indexed, owners: ['platform'] });
    }
  }
  yield* index.end();
}

const directory = await mkdtemp(join(tmpdir(), 'million-'));
await loadTable(table, directory, generate());
console.info = () => {};
const platform = await startPlatform({
  directory,
  port: 0,
  following: false,
  listShards: ownerAt([]).shards,
});

// Only now, because the table's client takes its settings from the environment.
const { searchConversations } = await import('#lib/data/search/search.ts');
const { costOf } = await import('./measured.ts');

const searches = [];
for (const q of asked) {
  const expected = [...(matching.get(q) ?? [])]
    .flatMap((number) => made.get(number) ?? [])
    .map(({ id, start_time }) => listSort(start_time, id))
    .sort()
    .reverse();
  const found: string[] = [];
  let mostCalls = 0;
  let readUnits = 0;
  let position: Parameters<typeof searchConversations>[2]['position'];
  let pages = 0;
  do {
    const {
      result,
      calls,
      readUnits: units,
    } = await costOf(() => searchConversations(ownerAt([]), { q }, { limit: 50, order: 'desc', position }));
    found.push(...result.data.map(({ start_time, id }) => listSort(start_time, id)));
    mostCalls = Math.max(mostCalls, calls);
    readUnits += units;
    position = result.next;
    pages += 1;
  } while (position && pages < pagesOfSearch);
  const exact =
    JSON.stringify(found) === JSON.stringify(position ? expected.slice(0, found.length) : expected);
  searches.push({ q, of: expected.length, found: found.length, pages, mostCalls, readUnits, exact });
}
await platform.close();
await rm(directory, { recursive: true });
process.stdout.write(JSON.stringify({ conversations, searches } satisfies LargeIndex));
