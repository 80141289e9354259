import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organization, platform } from '../../fixtures.ts';

const run = promisify(execFile);
const addressOf = (file: string) => `${platform.base_url}/v1/packages/${file}`;

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'packages-'));
  await writeFile(join(directory, 'package.json'), '{"private": true, "type": "module"}');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test('npm installs both packages from their addresses alone, and a program imports them', async () => {
  const addresses = ['voice-agent-platform-client.tgz', 'voice-agent-platform-voice.tgz'].map(addressOf);
  // No registry answers: neither package needs another one.
  const options = `--registry http://127.0.0.1:9 --cache "${directory}/cache" --no-audit --no-fund`;
  const { status, stderr } = spawnSync(`npm install ${options} ${addresses.join(' ')}`, {
    cwd: directory,
    shell: true,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { client, key } = await organization();
  const program = `
    import { createClient } from 'voice-agent-platform-client';
    import { startTalk } from 'voice-agent-platform-voice';
    const api = createClient(${JSON.stringify({ baseUrl: platform.base_url, apiKey: key })});
    console.log((await api.me.get()).client.id, typeof startTalk);
  `;
  await writeFile(join(directory, 'program.js'), program);
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: directory });
  expect(stdout).toBe(`${client.id} function\n`);
  const installed = await readdir(join(directory, 'node_modules/voice-agent-platform-voice'));
  expect(installed).toEqual(expect.arrayContaining(['dist', 'voice.js', 'example.html', 'README.md']));
});

test('a package is sent as it is, and again only if it has changed', async () => {
  const url = addressOf('voice-agent-platform-client.tgz');
  const first = await fetch(url);
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/gzip');
  // A browser would unpack it, and save what npm cannot read.
  expect(first.headers.get('content-encoding')).toBeNull();
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.subarray(0, 2).toString('hex')).toBe('1f8b');
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const head = await fetch(url, { method: 'HEAD' });
  expect(head.headers.get('etag')).toBe(etag);
  const other = await fetch(addressOf('voice-agent-platform-voice.tgz'), {
    headers: { 'if-none-match': etag },
  });
  expect(other.status).toBe(200);
});

test.for(['voice-agent-platform-client', 'package.json', '..%2Fpackage.json', 'constructor'])(
  'there is no file %s',
  async (file) => {
    const found = await fetch(addressOf(file));
    expect(found.status).toBe(404);
    expect(await found.json()).toMatchObject({ code: 'file_not_found' });
  },
);
