import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { clientFor, operator, platform } from '../fixtures.ts';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (program: string, options: readonly string[], env = process.env): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, `bin/${program}.ts`), ...options],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });

test('create-key prints only the platform key to standard output', async () => {
  const { code, stdout, stderr } = await run('create-key', ['--table', platform.table, '--name', 'Operator']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('shown only once')]);
  const { key, client } = await clientFor(stdout.trim()).me.get();
  expect([key?.name, key?.client_id, client]).toEqual(['Operator', null, null]);
  const query = { actor: 'create-key', target: key?.id ?? '' };
  const { data } = await operator.auditRecords.list({ query });
  expect(data).toMatchObject([
    {
      action: 'api_key.created',
      actor: { type: 'operator', id: 'create-key', via: 'program' },
      client_id: null,
      target: { type: 'api_key', id: key?.id },
      changed: ['name', 'scopes'],
      request_id: null,
    },
  ]);
});

test('a program finds the platform on this machine by platform.json', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'local-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(platform));
  const { TABLE_NAME: _table, AWS_ENDPOINT_URL_DYNAMODB: _endpoint, ...env } = process.env;
  const rotated = await run('rotate-cursor-key', ['--local', '--directory', directory], env);
  expect(rotated).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('all functions encrypt cursors with key'),
  });
  await rm(directory, { recursive: true });
});

/** Without what this machine may have in files. */
const bare = {
  ...process.env,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
};

const programs = [
  'create-key',
  'rotate-cursor-key',
  'reindex',
  'recount',
  'verify-table',
  'upgrade-table',
  'restore-drill',
  'restore-tenant',
];

test.for(programs)('%s describes its options', async (program) => {
  const { code, stdout, stderr } = await run(program, ['--help'], bare);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^npm run ${program} -- \\[options\\]\n\n[A-Z].+\\.\n\n`));
  expect(stdout).toMatch(/^ {2}--table <name> .*\n {2}--local /m);
});

test('an option that is on by default is described by what turns it off', async () => {
  const { stdout } = await run('verify-table', ['--help'], bare);
  expect(stdout).toContain('  --no-search ');
});

test.for(programs)('%s asks which table it is to work on', async (program) => {
  const { TABLE_NAME: _table, ...env } = process.env;
  const { code, stderr } = await run(program, [], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`npm run ${program} -- --table`)]);
});

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(bare).filter(([name]) => !names.includes(name)));

test.for([
  ['a table that is not there', ['--table', 'no-such-table'], bare, /^There is no table no-such-table in /],
  ['a name that no table can have', ['--table', 'no/table'], bare, /^DynamoDB does not accept this: /],
  [
    'no region',
    ['--table', 'one'],
    without('AWS_REGION', 'AWS_DEFAULT_REGION'),
    /^Which region is the table in/,
  ],
  [
    'no credentials',
    ['--table', 'one'],
    without('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'),
    /^There are no AWS credentials/,
  ],
  [
    'a database that does not answer',
    ['--table', 'one'],
    { ...bare, AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' },
    /does the platform still run/,
  ],
  [
    'an option that there is not',
    ['--tabel', 'one'],
    bare,
    /^Unknown option '--tabel'\n\nnpm run rotate-cursor-key -- \[options\]\n/,
  ],
  ['no platform on this machine', ['--local', '--directory', '/nowhere'], bare, /Run npm start first/],
] as const)('%s is explained in a sentence', async ([, options, env, sentence]) => {
  const { code, stderr } = await run('rotate-cursor-key', options, env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  expect(stderr).not.toMatch(/^ +at /m);
});
