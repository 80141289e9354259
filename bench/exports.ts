import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { readBundles, root } from '#lib/bundles.ts';
import { platform as everything } from '#lib/domain/caller.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { haveDialogues, readDialogues } from '../test/support/dialogues.ts';
import { usersOf } from '../test/support/users.ts';
import { tableName } from './tables.ts';

/*
 * Exports platforms of several sizes as Parquet, each in a process of its own, and reads the files back with DuckDB:
 * `npx node bench/exports.ts --sizes 10000,100000`. Fails if a row is missing, if sums differ, or if memory grows with the rows.
 * The figures go to standard output as JSON.
 */

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000' } } });
if (!haveDialogues) throw new Error('The benchmark needs the dialogues of ../shared/data');

/** So much more may the peak of memory be for the largest export than for the smallest. */
const maxGrowth = 1.25;

process.env.TABLE_NAME = tableName;
// Only now: what makes the items asks for the table's name.
const { makeTable } = await import('./tables.ts');

interface Written {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

interface Figures extends Written {
  readonly conversations: number;
  readonly turns: number;
  readonly megabytes: number;
}

console.info = () => {};

const measure = async (size: number): Promise<Figures> => {
  const directory = await mkdtemp(join(tmpdir(), 'exports-'));
  await makeTable(directory, size, false, readDialogues());
  const running = await startPlatform({
    bundles: await readBundles(),
    directory,
    port: 0,
    following: false,
    scheduled: false,
  });
  try {
    const { operator } = usersOf(running.description);
    const body = { resources: ['conversations', 'turns'], format: 'parquet' } as const;
    const { id } = await operator.exports.create({ body: { ...body, resources: [...body.resources] } });
    const output = execFileSync(process.execPath, [join(root, 'bench/write-export.ts'), id], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const written = JSON.parse(output.toString()) as Written;
    const { status, files, size_bytes } = await operator.exports.get({ params: { export_id: id } });
    if (status !== 'completed') throw new Error(`The export is ${status}`);

    const duckDb = await (await DuckDBInstance.create()).connect();
    const read = async (resource: string, what: string) => {
      const urls = files.filter((file) => file.resource === resource);
      const paths: string[] = [];
      for (const { name, url } of urls) {
        const path = join(directory, name);
        const { writeFile } = await import('node:fs/promises');
        await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
        paths.push(`'${path}'`);
      }
      const rows = await duckDb.runAndReadAll(`select ${what} from read_parquet([${paths.join(', ')}])`);
      return rows.getRowObjectsJson()[0] as Record<string, string>;
    };
    const { countEntries } = await import('#lib/data/lists/listing.ts');
    const { listConversations } = await import('#lib/data/conversations/conversations.ts');
    const { ownerAt } = await import('#lib/data/lists/shards.ts');
    const listed = await countEntries(everything, 'conversations', Number.POSITIVE_INFINITY);
    let milliseconds = 0;
    for (let position: Parameters<typeof listConversations>[2]['position']; ; ) {
      const page = await listConversations(ownerAt([]), {}, { limit: 1000, order: 'desc', position });
      for (const { duration_ms } of page.data) milliseconds += duration_ms ?? 0;
      if (!page.next) break;
      position = page.next;
    }
    const conversations = await read(
      'conversations',
      'count(*)::int as rows, count(distinct id)::int as ids, sum(duration_ms)::double as ms, sum(transcript_turns)::int as turns',
    );
    const turns = await read('turns', 'count(*)::int as rows');
    const agrees =
      Number(conversations.rows) === listed.count &&
      Number(conversations.ids) === listed.count &&
      Number(conversations.ms) === milliseconds &&
      Number(conversations.turns) === Number(turns.rows);
    if (!agrees) {
      const found = JSON.stringify({ conversations, turns, listed: listed.count, milliseconds });
      throw new Error(`The export is not what the lists say: ${found}`);
    }
    return {
      conversations: listed.count,
      turns: Number(turns.rows),
      megabytes: Math.round(size_bytes / 1e5) / 10,
      ...written,
    };
  } finally {
    await running.close();
    await rm(directory, { recursive: true, force: true });
  }
};

const figures: Figures[] = [];
for (const size of values.sizes.split(',').map(Number)) figures.push(await measure(size));
console.log(JSON.stringify(figures, null, 1));
const peaks = figures.map(({ peakMegabytes }) => peakMegabytes);
if (Math.max(...peaks) > Math.min(...peaks) * maxGrowth) throw new Error('Memory grows with the rows');
