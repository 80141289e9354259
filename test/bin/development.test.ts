import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { eventually } from '../support/eventually.ts';
import { environmentOfPrograms, withDirectory } from '../support/local-process.ts';

const copied = [
  'bin',
  'clients',
  'console',
  'docs',
  'functions',
  'lib',
  'LICENSE',
  'openapi.json',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

test('npm run dev serves changed code with the same data, and the console from its sources', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  // The console and the packages are those of this run, and only functions are built.
  const built = (await readdir(join(root, 'dist')))
    .filter((name) => /^(console|\.packed|.+\.tgz)$/.test(name))
    .map((name) => `dist/${name}`);
  for (const path of [...copied, ...built])
    await cp(join(root, path), join(checkout, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  const local = join(checkout, '.local');
  const dev = spawn(process.execPath, ['bin/dev.ts', '--port', '0', '--directory', local], {
    cwd: checkout,
    env: { ...environmentOfPrograms(), NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  // A test that fails does not end what it has started.
  const end = () => dev.kill();
  process.once('exit', end);
  let printed = '';
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const description = async () =>
    JSON.parse(await readFile(join(local, 'platform.json'), 'utf8')) as PlatformDescription;
  const health = async () => (await fetch(`${(await description()).base_url}/v1/health`)).json();
  try {
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ok' }));
    const { api_key } = await description();
    await eventually(() => expect(printed).toMatch(/http:\/\/localhost:\d+/));
    const [address = ''] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
    expect(await (await fetch(address)).text()).toContain('/@vite/client');

    const file = join(checkout, 'functions/service/health.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace('manifest.version', "'changed'"));
    await eventually(async () => expect(await health()).toEqual({ status: 'ok', version: 'changed' }));
    const { base_url, ...after } = await description();
    expect(after.api_key).toBe(api_key);

    dev.kill('SIGTERM');
    expect(await once(dev, 'exit')).toEqual([0, null]);
    await expect(fetch(`${base_url}/v1/health`)).rejects.toThrow();
  } finally {
    end();
    process.off('exit', end);
    await rm(checkout, { recursive: true, force: true });
  }
});

test('npm run call runs one function with an event, and prints its answer', () =>
  withDirectory(async (directory) => {
    const event = join(directory, 'event.json');
    await writeFile(event, JSON.stringify({ body: { type: 'client', name: 'Harbor Dental' } }));
    const program = [join(root, 'bin/call.ts'), 'clients.create', event];
    const { stdout } = await promisify(execFile)(process.execPath, program, {
      env: environmentOfPrograms(),
    });
    const { statusCode, body } = JSON.parse(stdout.slice(stdout.indexOf('{\n  "statusCode"')));
    expect(statusCode).toBe(201);
    expect(JSON.parse(body)).toMatchObject({ type: 'client', name: 'Harbor Dental' });
  }));
