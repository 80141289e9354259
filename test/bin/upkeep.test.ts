import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/bundles.ts';
import { clientFor, platform } from '../fixtures.ts';

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
  expect([key.name, key.client_id, client]).toEqual(['Operator', null, null]);
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

test.for([
  'create-key',
  'rotate-cursor-key',
  'reindex',
  'verify-table',
  'upgrade-table',
  'restore-drill',
  'restore-tenant',
])('%s asks which table it is to work on', async (program) => {
  const { TABLE_NAME: _table, ...env } = process.env;
  const { code, stderr } = await run(program, [], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`npm run ${program} -- --table`)]);
});
