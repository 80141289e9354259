import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles, root } from '#lib/bundles.ts';
import { haveDialogues, readDialogues } from '../test/support/dialogues.ts';
import { coldStarts } from './cold.ts';
import type { Deployed } from './deployed.ts';
import type {
  Burst,
  Delivered,
  Findable,
  Hostile,
  LargeIndex,
  ListFigures,
  Processor,
  Reindexed,
  Results,
  RouteFigures,
  SearchFigures,
} from './figures.ts';
import { costsPage, figuresTable } from './report.ts';
import type { Steps } from './steps.ts';
import { measureSynth } from './synth.ts';

/*
 * npm run bench: loads real dialogues, multiplied, into platforms of several sizes, measures them, and writes the
 * figures to bench/results/, into docs/figures.md and into docs/costs.md. `--sizes 1000` is a quick look; `--only call,life`
 * measures only these, and takes the others from bench/results/; `--sizes '' --only none` only rewrites the pages.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
if (!haveDialogues) throw new Error('The benchmark needs the dialogues of ../shared/data');

/** Comparing each search with a look through all transcripts takes longer and longer. */
const largestSearched = 100_000;
const hostileRequests = 20_000;
const exportedSizes = [10_000, 100_000];
/** The size at which processor time is measured. */
const ofProcessor = 10_000;
const sizes = values.sizes.split(',').filter(Boolean).map(Number);

process.env.TABLE_NAME = 'voice-agent-platform';
// Only now: what makes the items asks for the table's name.
const { makeTable } = await import('./tables.ts');

const bundles = await buildBundles();
const dialogues = readDialogues();
const scratch = await mkdtemp(join(tmpdir(), 'bench-'));

/** Runs one of the benchmark's programs, and reads its figures. */
const run = <T>(program: string, options: readonly string[]): T => {
  const { AWS_ENDPOINT_URL_DYNAMODB: _other, ...env } = process.env;
  const output = execFileSync(process.execPath, [join(root, program), ...options], {
    env,
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.toString()) as T;
};

const measure = <T>(directory: string, what: string): T => run<T>('bench/measure.ts', [directory, what]);

/** One process differs from the next by up to a point: the one in the middle of five counts. */
const measureSteps = (directory: string): Steps => {
  const runs = Array.from({ length: 5 }, () => measure<Steps>(directory, 'steps'));
  const [, , middle] = runs.sort((one, other) => one.of_request - other.of_request);
  return middle as Steps;
};

const only = values.only?.split(',');
const isWanted = (name: string): boolean => only?.includes(name) ?? true;

const today = new Date().toISOString().slice(0, 10);
/** The days on which the figures were measured. */
const days = new Set<string>();

/** What an earlier run has measured. */
const known = async <T>(name: string): Promise<T> => {
  const file = await readFile(join(root, `bench/results/${name}.json`), 'utf8');
  const read = JSON.parse(file) as { readonly measured_at: string; readonly [name: string]: unknown };
  days.add(read.measured_at);
  return read[name] as T;
};

/** JSON with a line for each row of figures. */
const linesOf = (figures: unknown): string =>
  `${JSON.stringify(figures, undefined, 1).replace(/\{[^{}]*\}/g, (row) => row.replace(/\s*\n\s*/g, ' '))}\n`;

const bySize: { lists: Record<string, ListFigures>; searches: Record<string, SearchFigures> } = {
  lists: {},
  searches: {},
};
const atOnce = ['routes', 'findable', 'call', 'clock', 'life', 'indexed', 'counting'];
const single: Record<string, unknown> = {};
for (const size of sizes) {
  const directory = join(scratch, String(size));
  const searched = size <= largestSearched;
  console.log(`${size} conversations: loading${searched ? ' with their search index' : ''}`);
  await makeTable(directory, size, searched, dialogues);
  console.log(`${size} conversations: measuring`);
  if (isWanted('lists')) bySize.lists[size] = measure<ListFigures>(directory, 'lists');
  if (isWanted('searches') && searched) bySize.searches[size] = measure<SearchFigures>(directory, 'searches');
  for (const name of atOnce.filter(isWanted)) single[name] ??= measure(directory, name);
  if (isWanted('steps')) single.steps ??= measureSteps(directory);
  if (isWanted('processor') && size === ofProcessor)
    single.processor = run<Processor>('bench/processor.ts', [directory]);
  // Last, because it changes the index.
  if (isWanted('reindexed') && size === ofProcessor)
    single.reindexed = run<Reindexed>('bench/reindexed.ts', [directory]);
  if (!values.keep) await rm(directory, { recursive: true });
}
const figures = async <T>(name: string, find: () => Promise<T> | T): Promise<T> => {
  if (!isWanted(name)) return known<T>(name);
  days.add(today);
  console.log(name);
  return find();
};

const measured: Omit<Results, 'measured_at' | 'node'> = {
  lists: await figures('lists', () => bySize.lists),
  searches: await figures('searches', () => bySize.searches),
  routes: await figures('routes', () => single.routes as RouteFigures),
  findable: await figures('findable', () => single.findable as Findable),
  processor: await figures('processor', () => single.processor as Processor),
  million: await figures('million', () => run<LargeIndex>('bench/million.ts', [])),
  reindexed: await figures('reindexed', () => single.reindexed as Reindexed),
  burst: await figures('burst', () => run<Burst>('bench/burst.ts', [])),
  deliveries: await figures('deliveries', () => run<Delivered>('bench/deliveries.ts', [])),
  messages: await figures('messages', () => run<Results['messages']>('bench/messages.ts', [])),
  hostile: await figures('hostile', () =>
    run<Hostile>('bench/hostile.ts', ['--requests', String(hostileRequests)]),
  ),
  steps: await figures('steps', () => single.steps as Steps),
  cold: await figures('cold', () => coldStarts(bundles)),
  call: await figures('call', () => single.call as Results['call']),
  clock: await figures('clock', () => single.clock as Results['clock']),
  life: await figures('life', () => single.life as Results['life']),
  indexed: await figures('indexed', () => single.indexed as Results['indexed']),
  providers: await figures('providers', () => ({
    units: run<Results['providers']['units']>('bench/providers.ts', ['units']),
    finished: run<Results['providers']['finished']>('bench/providers.ts', ['finished']),
    answer: run<Results['providers']['answer']>('bench/providers.ts', ['answer']),
    import: run<Results['providers']['import']>('bench/providers.ts', ['import']),
  })),
  counting: await figures('counting', () => single.counting as Results['counting']),
  exports: await figures('exports', () =>
    run<Results['exports']>('bench/exports.ts', ['--sizes', exportedSizes.join(',')]),
  ),
  deployed: await figures('deployed', () => run<Deployed>('bench/deployed.ts', [])),
  synth: await figures('synth', measureSynth),
};
if (!values.keep) await rm(scratch, { recursive: true });
const results: Results = {
  measured_at: new Intl.ListFormat('en').format([...days].sort()),
  node: process.version,
  ...measured,
};
for (const name of (Object.keys(measured) as (keyof typeof measured)[]).filter(isWanted)) {
  const file = join(root, `bench/results/${name}.json`);
  await writeFile(file, linesOf({ measured_at: today, node: process.version, [name]: results[name] }));
}

const table = figuresTable(results);
console.log(table);
await writeFile(join(root, 'docs/figures.md'), `# Figures\n\n${table}`);
await writeFile(join(root, 'docs/costs.md'), costsPage(results));
