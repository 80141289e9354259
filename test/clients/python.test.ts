import { execFile, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/bundles.ts';
import { pythonText } from '#lib/openapi/python.ts';
import { organization, platform } from '../fixtures.ts';

const run = promisify(execFile);
const source = join(root, 'clients/python/src');

test('generated.py is what the contract makes: npm run openapi', async () => {
  expect(await readFile(join(source, 'voice_agent_platform/generated.py'), 'utf8')).toBe(pythonText());
});

const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

test.skipIf(!hasPython)('a first hour with the client for Python', async () => {
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
  const env = { ...process.env, BASE_URL: platform.base_url, API_KEY: key, PYTHONPATH: source };
  const child = run('python3', [join(root, 'test/clients/python/smoke.py')], { env });
  child.child.stdin?.end(JSON.stringify({ body, headers, secret }));
  expect(JSON.parse((await child).stdout)).toEqual({
    won: 1,
    heard: 4,
    code: 'conversation_not_found',
    type: 'ping',
    forged: 'The signature is wrong',
  });
});
