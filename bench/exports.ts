import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { root } from '#lib/bundles.ts';
import type { Item } from '#lib/data/table.ts';
import type { Entry, Head } from '#lib/data/usage/log.ts';
import { platform as everything } from '#lib/domain/caller.ts';
import { memoryMb } from '#lib/function-settings.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { haveDialogues, readDialogues } from '../test/support/dialogues.ts';
import { usersOf } from '../test/support/users.ts';
import type { ExportFigures } from './figures.ts';
import { tableName } from './tables.ts';

/*
 * Exports platforms of several sizes as Parquet, each in a process of its own, and reads the files back with DuckDB:
 * `npx node bench/exports.ts --sizes 10000,100000`. Fails if a row is missing, if sums differ from those of `GET /v1/usage`, or if
 * memory grows with the rows. The figures go to standard output as JSON.
 */

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000' } } });
if (!haveDialogues) throw new Error('The benchmark needs the dialogues of ../shared/data');

/** Half of the function's memory. Without a limit, V8 lets garbage grow with the memory of the machine. */
const heapMegabytes = memoryMb / 2;
/** The largest export may need this many times the memory of the smallest one. */
const maxGrowth = 1.25;

process.env.TABLE_NAME = tableName;
// Only now, because the modules that make the items ask for the table's name.
const { ownerAt } = await import('#lib/data/lists/shards.ts');
const { createWorld } = await import('./world.ts');
const { loadTable } = await import('./load.ts');

console.info = () => {};
// As in AWS, and as the items were made.
const listShards = ownerAt([]).shards;

const started = performance.now();
const progress = (what: string): void =>
  console.error(`${((performance.now() - started) / 1000).toFixed(0)} s: ${what}`);

/** Whether an export of everything, or a comparison with it, reads an item: not the lists of organizations, nor events. */
const isRead = ({ pk }: Item): boolean => !/^client_.*#conversations$|^events#/.test(pk);

/** The items that are read, and after them the platform's logs of usage, as counting would have written them. */
async function* withUsage(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const { conversationFromItem } = await import('#lib/data/conversations/conversation-record.ts');
  const { isOfKind } = await import('#lib/data/keys.ts');
  const { appendEntries, laneOf, lanesOf } = await import('#lib/data/usage/log.ts');
  const { factOf } = await import('#lib/domain/usage/fact.ts');
  const lanes: Entry[][] = Array.from({ length: lanesOf(everything) }, () => []);
  const isConversation = isOfKind('conversation');
  for await (const item of items) {
    if (isRead(item)) yield item;
    if (!isConversation(item)) continue;
    const conversation = conversationFromItem(item);
    const fact = factOf(conversation);
    const client = conversation.path[0] ?? everything;
    if (fact) lanes[laneOf(everything, conversation.id)]?.push({ sign: 1, fact: { ...fact, client } });
  }
  for (const [lane, entries] of lanes.entries()) {
    const head: Head = { owner: everything, lane, page: 1, entries: [], billed: false, version: 0 };
    const { operations } = appendEntries(head, entries);
    for (const { request } of operations) if (request.Put) yield request.Put.Item as Item;
  }
}

/** Of conversations that are over: how many there are, how long they took in milliseconds, and what they cost. */
type Sums = readonly [conversations: number, milliseconds: number, cost: string];

const measure = async (size: number): Promise<ExportFigures> => {
  const directory = await mkdtemp(join(tmpdir(), 'exports-'));
  progress(`loading ${size} conversations`);
  const { items } = createWorld({ conversations: size, dialogues: readDialogues(), search: false });
  await loadTable(tableName, directory, withUsage(items));
  const running = await startPlatform({
    directory,
    port: 0,
    following: false,
    scheduled: false,
    listShards,
  });
  try {
    const { operator } = usersOf(running.description);
    progress('exporting');
    const { id } = await operator.exports.create({
      body: { resources: ['conversations', 'turns'], format: 'parquet' },
    });
    // Not synchronously: the bucket that it writes to is served by this process.
    const writer = [`--max-old-space-size=${heapMegabytes}`, join(root, 'bench/write-export.ts'), id];
    const { stdout } = await promisify(execFile)(process.execPath, writer);
    const written = JSON.parse(stdout) as Pick<ExportFigures, 'seconds' | 'peakMegabytes'>;
    const { status, files, size_bytes } = await operator.exports.get({ params: { export_id: id } });
    if (status !== 'completed') throw new Error(`The export is ${status}`);

    progress('reading');
    for (const { name, url } of files) {
      await writeFile(join(directory, name), Buffer.from(await (await fetch(url)).arrayBuffer()));
    }
    const duckDb = await (await DuckDBInstance.create()).connect();
    const read = async (resource: string, columns: string) => {
      const from = `read_parquet('${join(directory, `${resource}-*.parquet`)}')`;
      const rows = await duckDb.runAndReadAll(`select ${columns} from ${from}`);
      return rows.getRowObjectsJson()[0] as Record<string, string>;
    };
    const conversations = await read(
      'conversations',
      `count(*) as rows, count(distinct id) as ids, sum(transcript_turns) as turns,
        count(*) filter (status <> 'active') as counted, sum(duration_ms) filter (status <> 'active') as ms,
        sum(cost_amount) filter (status <> 'active') as cost`,
    );
    const turns = await read('turns', 'count(*) as rows');

    const exportedIds = new Set(Object.values(await read('conversations', 'list(id) as ids'))[0]);
    let listed = 0;
    for await (const { id: listedId } of operator.conversations.list.all({ query: { limit: '100' } })) {
      if (!exportedIds.has(listedId)) throw new Error(`The export lacks ${listedId}`);
      listed += 1;
    }
    const query = { interval: 'total', from: '2026-07-01', to: '2026-12-01' } as const;
    const [usage] = (await operator.usage.own({ query })).rows;
    const cost = (amount: string | undefined): string => Number(amount).toFixed(4);
    const exported: Sums = [
      Number(conversations.counted),
      Number(conversations.ms),
      cost(conversations.cost),
    ];
    const used: Sums = [
      usage?.conversations ?? 0,
      usage?.duration_ms.sum ?? 0,
      cost(usage?.costs[0]?.amount),
    ];
    const agrees =
      listed === size &&
      Number(conversations.rows) === listed &&
      Number(conversations.ids) === listed &&
      Number(conversations.turns) === Number(turns.rows) &&
      exported.join() === used.join();
    if (!agrees) {
      const found = JSON.stringify({ conversations, turns, listed, exported, used });
      throw new Error(`The export differs from the list or from usage: ${found}`);
    }
    progress('done');
    return {
      conversations: listed,
      turns: Number(turns.rows),
      megabytes: Math.round(size_bytes / 1e5) / 10,
      ...written,
    };
  } finally {
    await running.close();
    await rm(directory, { recursive: true, force: true });
  }
};

/** The same in a process of its own, because the clients of a process stay with its first platform. */
const measureApart = (size: number): ExportFigures[] => {
  const options = [import.meta.filename, '--sizes', String(size)];
  const output = execFileSync(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(output.toString()) as ExportFigures[];
};

const [size = 0, ...more] = values.sizes.split(',').map(Number);
const figures = more.length === 0 ? [await measure(size)] : [size, ...more].flatMap(measureApart);
console.log(JSON.stringify(figures, null, 1));
const peaks = figures.map(({ peakMegabytes }) => peakMegabytes);
if (Math.max(...peaks) > Math.min(...peaks) * maxGrowth) throw new Error('Memory grows with the rows');
