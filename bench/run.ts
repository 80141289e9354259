import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBundles, root } from '#lib/build/bundles.ts';
import { readOptions } from '#lib/upkeep/program.ts';
import { haveDialogues } from '../test/support/dialogues.ts';
import type { CostResults } from './costs.ts';
import { costsPage } from './costs.ts';
import type { MeasuredGroup } from './figure.ts';
import { tableOf } from './figure.ts';

/** Each group is a file that exports `measure`. They run in this order. */
const groups = {
  requests: 'Requests on one machine',
  following: 'Background work on one machine',
  webhooks: 'Webhooks',
  providers: 'Voice providers',
  chats: 'Chats',
  phone: 'Calls at a carrier',
  voice: 'Voice in a page',
  patterns: 'Patterns',
  functions: 'Functions and deployment',
  units: 'DynamoDB units',
  stack: 'A stack with default settings',
} as const;
type GroupName = keyof typeof groups;

/** Groups that store real dialogues, which are not in the repository. */
const withDialogues: readonly GroupName[] = ['requests', 'following', 'providers', 'units'];

interface StoredResults extends MeasuredGroup {
  readonly measured_at: string;
  readonly node: string;
}
type Results = Readonly<Record<GroupName, StoredResults>>;

const values = readOptions(
  'bench',
  'Measures each group in a process of its own, and writes bench/results.json, docs/figures.md and docs/costs.md.',
  {
    only: {
      type: 'string',
      default: Object.keys(groups).join(','),
      value: 'groups',
      help: `measure only these: ${Object.keys(groups).join(',')}; or none, to rewrite the pages`,
    },
    size: {
      type: 'string',
      default: '10000',
      value: 'number',
      help: 'conversations to load; repetitions are proportional. Any other number than 10000 writes no file',
    },
    measure: {
      type: 'string',
      default: '',
      value: 'group',
      help: 'measure one group in this process, and print it as JSON',
    },
  },
);
const isQuick = values.size !== '10000';
const resultsFile = join(root, 'bench/results.json');

const measureHere = async (name: string): Promise<void> => {
  const { measure } = (await import(`./${name}.ts`)) as { measure: (size: number) => Promise<MeasuredGroup> };
  const measured = await measure(Number(values.size));
  // The last line is the result; whatever the platform printed is above it.
  process.stdout.write(`\n${JSON.stringify(measured)}\n`, () => process.exit());
};

const measureApart = (name: GroupName): StoredResults => {
  console.log(`${groups[name]} …`);
  const { AWS_ENDPOINT_URL_DYNAMODB: _shared, ...env } = process.env;
  const options = [import.meta.filename, '--measure', name, '--size', values.size];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const printed = execFileSync(process.execPath, options, {
    env,
    stdio: [...stdio],
    maxBuffer: 1e9,
  }).toString();
  const measured = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as MeasuredGroup;
  return { measured_at: new Date().toISOString().slice(0, 10), node: process.version, ...measured };
};

const sectionOf = (name: GroupName, { figures, measured_at, node }: StoredResults): string =>
  `## ${groups[name]}

Measured on ${measured_at} with Node ${node.slice(1)}.

${tableOf(
  ['', 'measured', 'bound'],
  figures.map(({ of, measured, bound }) => [of, measured, bound]),
)}
`;

const figuresPage = (results: Results): string => `# Figures

Written by \`npm run bench\`, on two cores. Milliseconds are a median and a 95th percentile, unless a line says otherwise. A bound is the most
that a figure may be. DynamoDB on AWS adds network latency to each request, and throughput there is not limited by one machine:
compare these figures between versions. [costs.md](costs.md) has what requests and calls cost.

\`npm run bench -- --only webhooks\` measures one group, and \`npm run bench -- --size 200\` prints a quick look at all. The groups are
files in \`bench/\`, which return lines made by \`figure()\`. To add one, export \`measure\` from a new file and name it in
\`bench/run.ts\`. The groups \`requests\`, \`following\`, \`providers\` and \`units\` need the [dialogues](contributing/tests.md). Where \`PGHOST\` names a server and \`psql\` can sign in to it, \`requests\` compares reads and lists with a bare server of it as well.

${(Object.keys(groups) as GroupName[]).map((name) => sectionOf(name, results[name])).join('\n')}`;

/** Prose is wrapped at 110 columns, as in all documents. Headings and tables are not. */
const wrapped = (page: string): string =>
  page
    .split('\n\n')
    .map((block) => {
      if (/^\s*[#|]/.test(block)) return block.trim();
      return block
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/(.{1,110})(?: |$)/g, '$1\n')
        .trim();
    })
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');

const measureAll = async (): Promise<void> => {
  const names = Object.keys(groups) as GroupName[];
  const wanted = names.filter((name) => values.only.split(',').includes(name));
  const impossible = haveDialogues ? [] : wanted.filter((name) => withDialogues.includes(name));
  if (impossible.length > 0) {
    const others = names.filter((name) => !withDialogues.includes(name));
    console.error(
      `There are no dialogues for ${impossible.join(', ')} (docs/contributing/tests.md). Use --only ${others.join(',')}.`,
    );
    process.exitCode = 1;
    return;
  }
  if (wanted.length > 0) await buildBundles();
  const measured = Object.fromEntries(wanted.map((name) => [name, measureApart(name)]));
  for (const [name, stored] of Object.entries(measured)) console.log(sectionOf(name as GroupName, stored));
  if (isQuick) return;
  const before = JSON.parse(await readFile(resultsFile, 'utf8')) as Results;
  const results = Object.fromEntries(
    names.map((name) => [name, measured[name] ?? before[name]]),
  ) as unknown as Results & CostResults;
  const lines = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(results[name])}`);
  await writeFile(resultsFile, `{\n${lines.join(',\n')}\n}\n`);
  await writeFile(join(root, 'docs/figures.md'), wrapped(figuresPage(results)));
  await writeFile(join(root, 'docs/costs.md'), wrapped(costsPage(results)));
};

await (values.measure === '' ? measureAll() : measureHere(values.measure));
