import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { pythonText } from '#lib/openapi/python.ts';
import { organization, platform } from '../fixtures.ts';
import { mypyMissing, pythonEnvironment, pythonMissing } from '../support/python.ts';

const run = promisify(execFile);
const source = join(root, 'clients/python/src');

test('each type of the client for Python is declared once, with literals of Python', () => {
  const text = pythonText();
  const declared = [...text.matchAll(/^(?:class )?(\w+)(?:: TypeAlias| = TypedDict|\(TypedDict\))/gm)].map(
    ([, name]) => name,
  );
  expect(declared.length).toBeGreaterThan(200);
  expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
  expect(text).not.toMatch(/Literal\[(?:true|false|null)\b/);
  // Python evaluates the rest at its position, where a type that it names may not be declared yet.
  expect(text).not.toMatch(/TypeAlias = (?!Literal\[|")/);
});

const programs = join(root, 'test/clients/python');

test('a first hour with the client for Python', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const { key } = await organization();
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`msg_1.${timestamp}.${body}`)
    .digest('base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const env = pythonEnvironment({ BASE_URL: platform.base_url, API_KEY: key });
  const child = run('python3', [join(programs, 'smoke.py')], { env });
  child.child.stdin?.end(JSON.stringify({ body, headers, secret }));
  expect(JSON.parse((await child).stdout)).toEqual({
    won: 1,
    heard: 4,
    unchanged: 304,
    code: 'precondition_failed',
    type: 'ping',
    forged: 'The signature is wrong',
    asynchronous: { heard: 4, found: 3 },
  });
});

test('the client for Python keeps to its contract with servers', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const tests = run('python3', [join(programs, 'test_client.py')], { env: pythonEnvironment() });
  await tests.catch(({ stderr }: { stderr: string }) => expect(stderr).toBe(''));
});

test('the client for Python and a program that uses it pass mypy, as strictly as it can', async ({
  skip,
}) => {
  skip(Boolean(mypyMissing), mypyMissing);
  const config = join(root, 'clients/python/pyproject.toml');
  const given = ['--config-file', config, '--cache-dir', join(tmpdir(), 'mypy'), source];
  const checked = run('python3', ['-m', 'mypy', ...given, join(programs, 'typed.py')], { cwd: programs });
  await checked.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
});
