import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { root } from '#lib/build/bundles.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import type { RecordedAnswer, RecordedStacks } from './recorded.ts';
import { answersFile, folder, stacksFile, tableFile } from './recorded.ts';

/*
 * node test/last-release/record.ts <commit> [--demo-calls <number>]: runs the release of that commit, and
 * records what the next version has to go on with: the table that `npm start -- --demo` leaves, what the API
 * answers from it, and the shape of the stacks. Run it after each release, and commit what it writes. With
 * LAST_RELEASE=<folder> it writes there, and the tests read there: for the whole demonstration, say, which is
 * too large for the repository. It needs the history, which the tests that read its files do not.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'demo-calls': { type: 'string', default: '12' } },
});
const [given] = positionals;
if (!given) throw new Error('node test/last-release/record.ts <commit> [--demo-calls <number>]');

const scratch = await mkdtemp(join(tmpdir(), 'last-release-'));
const release = join(scratch, 'release');
const local = join(scratch, 'local');
const git = (...options: string[]): string =>
  execFileSync('git', ['-C', root, ...options], { encoding: 'utf8' }).trim();
const run = (...options: string[]) =>
  execFileSync(process.execPath, options, { cwd: release, stdio: ['ignore', 'ignore', 'inherit'] });

/** Answers in which nothing depends on the time at which they are asked for. */
const answersOf = async ({ base_url, api_key }: PlatformDescription): Promise<RecordedAnswer[]> => {
  const get = async (path: string) => {
    const response = await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${api_key}` } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return { path, body: (await response.json()) as Record<string, unknown> };
  };
  const idsIn = async (path: string, cursor = ''): Promise<string[]> => {
    const { data, next_cursor } = (await get(`${path}?limit=100${cursor && `&cursor=${cursor}`}`)).body;
    const ids = (data as { id: string }[]).map(({ id }) => id);
    return next_cursor ? [...ids, ...(await idsIn(path, String(next_cursor)))] : ids;
  };
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const range = `from=${day(120)}&to=${day(-1)}&interval=month`;
  const clients = await idsIn('/v1/clients');
  const conversations = await idsIn('/v1/conversations');
  const paths = [
    '/v1/clients?limit=100',
    '/v1/agents?limit=100',
    '/v1/conversations?limit=100',
    '/v1/conversations?q=reschedule',
    '/v1/plans',
    '/v1/webhooks',
    '/v1/integrations',
    `/v1/usage?${range}`,
    ...clients.flatMap((id) => [`/v1/clients/${id}/usage?${range}`, `/v1/clients/${id}/statements`]),
    ...conversations.flatMap((id) => [`/v1/conversations/${id}`, `/v1/conversations/${id}/transcript`]),
  ];
  const answers: RecordedAnswer[] = [];
  for (const path of paths) answers.push(await get(path));
  return answers;
};

const recordTable = async (): Promise<void> => {
  const options = [
    'bin/local.ts',
    '--demo',
    '--demo-calls',
    values['demo-calls'],
    '--port',
    '0',
    '--directory',
    local,
  ];
  const child = spawn(process.execPath, options, { cwd: release, stdio: ['ignore', 'pipe', 'inherit'] });
  // A failure must not leave it behind.
  process.once('exit', () => child.kill());
  const ended = once(child, 'exit');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  while (!printed.includes('demonstration data is ready')) await wait(200);
  // The release itself says when its followers are done.
  for (let tries = 0; ; tries += 1) {
    try {
      run('bin/verify-table.ts', '--local', '--directory', local);
      break;
    } catch (error) {
      if (tries === 20) throw error;
      await wait(1000);
    }
  }
  const description = JSON.parse(await readFile(join(local, 'platform.json'), 'utf8')) as PlatformDescription;
  const answers = await answersOf(description);
  child.kill('SIGINT');
  await ended;
  await writeFile(tableFile, brotliCompressSync(await readFile(join(local, 'dynamodb.sqlite'))));
  await writeFile(answersFile, brotliCompressSync(Buffer.from(JSON.stringify(answers))));
};

interface StoredResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

const recordStacks = async (): Promise<void> => {
  run('bin/build.ts');
  const synth = join(scratch, 'synth');
  run(join(root, 'node_modules/aws-cdk/bin/cdk'), 'synth', '--quiet', '--output', synth);
  const templates = readdirSync(synth)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => {
      const text = readFileSync(join(synth, file), 'utf8');
      const { Resources = {}, Outputs = {} } = JSON.parse(text) as {
        readonly Resources?: Readonly<Record<string, StoredResource>>;
        readonly Outputs?: Readonly<Record<string, object>>;
      };
      return { stack: file.replace(/(\.nested)?\.template\.json$/, ''), text, Resources, Outputs };
    });
  const data = templates.find(({ stack }) => stack === 'VoiceAgentPlatform-data');
  const table = Object.values(data?.Resources ?? {}).find(
    ({ Type }) => Type === 'AWS::DynamoDB::GlobalTable',
  );
  if (!data || !table) throw new Error('The release has no table');
  const others = templates.filter((template) => template !== data).map(({ text }) => text);
  const recorded: RecordedStacks = {
    commit: git('rev-parse', `${given}^{commit}`),
    version: (JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as { version: string }).version,
    data: {
      resources: Object.fromEntries(Object.entries(data.Resources).map(([id, { Type }]) => [id, Type])),
      table: table.Properties,
      outputs: Object.keys(data.Outputs),
    },
    reads: [
      ...new Set(
        others.flatMap((text) => [...text.matchAll(/"OutputName": "(\w+)"/g)].map(([, name = '']) => name)),
      ),
    ].sort(),
    routes: Object.fromEntries(
      templates.flatMap(({ stack, Resources }) =>
        Object.values(Resources)
          .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
          .map(({ Properties }) => [Properties.RouteKey, stack]),
      ),
    ),
  };
  await writeFile(stacksFile, `${JSON.stringify(recorded, undefined, 2)}\n`);
};

await mkdir(folder, { recursive: true });
git('worktree', 'add', '--detach', release, given);
try {
  await symlink(join(root, 'node_modules'), join(release, 'node_modules'));
  await recordStacks();
  await recordTable();
} finally {
  git('worktree', 'remove', '--force', release);
  await rm(scratch, { recursive: true });
}
