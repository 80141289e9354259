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
  Delivered,
  Findable,
  Hostile,
  ListFigures,
  Results,
  RouteFigures,
  SearchFigures,
} from './figures.ts';
import { costsPage, figuresTable } from './report.ts';
import type { Steps } from './steps.ts';
import { measureSynth } from './synth.ts';

/*
 * npm run bench: loads real dialogues, multiplied, into platforms of several sizes, measures them, and writes the
 * figures to bench/results/, into the README's table and into docs/costs.md. `--sizes 1000` is a quick look.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    keep: { type: 'boolean', default: false },
  },
});
if (!haveDialogues) throw new Error('The benchmark needs the dialogues of ../shared/data');

/** Search multiplies the items by a hundred: beyond this it only takes longer. */
const largestSearched = 10_000;
const hostileRequests = 20_000;
const sizes = values.sizes.split(',').map(Number);

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

const lists: Record<string, ListFigures> = {};
const searches: Record<string, SearchFigures> = {};
let routes: RouteFigures | undefined;
let steps: Steps | undefined;
let findable: Findable | undefined;
let call: Results['call'] | undefined;
let clock: Results['clock'] | undefined;
for (const size of sizes) {
  const directory = join(scratch, String(size));
  const searched = size <= largestSearched;
  console.log(`${size} conversations: loading${searched ? ' with their search index' : ''}`);
  await makeTable(directory, size, searched, dialogues);
  console.log(`${size} conversations: measuring`);
  lists[size] = measure<ListFigures>(directory, 'lists');
  if (searched) searches[size] = measure<SearchFigures>(directory, 'searches');
  routes ??= measure<RouteFigures>(directory, 'routes');
  steps ??= measure<Steps>(directory, 'steps');
  findable ??= measure<Findable>(directory, 'findable');
  call ??= measure<Results['call']>(directory, 'call');
  clock ??= measure<Results['clock']>(directory, 'clock');
  if (!values.keep) await rm(directory, { recursive: true });
}
console.log(`${hostileRequests} requests of all kinds`);
const hostile = run<Hostile>('bench/hostile.ts', ['--requests', String(hostileRequests)]);
console.log('Messages to webhooks');
const deliveries = run<Delivered>('bench/deliveries.ts', []);
console.log('Cold starts');
const cold = await coldStarts(bundles);
const deployed = run<Deployed>('bench/deployed.ts', []);
console.log('Synth');
const synth = await measureSynth();
if (!routes || !findable || !steps || !call || !clock) throw new Error('Nothing was measured');
if (!values.keep) await rm(scratch, { recursive: true });

const results: Results = {
  measured_at: new Date().toISOString().slice(0, 10),
  node: process.version,
  lists,
  searches,
  routes,
  findable,
  deliveries,
  hostile,
  steps,
  cold,
  call,
  clock,
  deployed,
  synth,
};
const { measured_at, node, ...measured } = results;
for (const name of Object.keys(measured) as (keyof typeof measured)[]) {
  const file = join(root, `bench/results/${name}.json`);
  await writeFile(file, `${JSON.stringify({ measured_at, node, [name]: results[name] }, undefined, 1)}\n`);
}

const table = figuresTable(results);
console.log(table);
const readme = join(root, 'README.md');
const text = await readFile(readme, 'utf8');
const marked = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
await writeFile(
  readme,
  text.replace(marked, (_, begin: string, end: string) => `${begin}${table}\n${end}`),
);
await writeFile(join(root, 'docs/costs.md'), costsPage(results));
