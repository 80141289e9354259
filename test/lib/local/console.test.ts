import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConsole } from '#lib/local/console.ts';

const page = '<!doctype html><title>Console</title>';

let directory: string;
const server = createServer();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'assets/main.js'), 'start()');
  server.on(
    'request',
    await readConsole(directory, () => ({
      recordings: 'http://127.0.0.1:9000',
      sockets: ['ws://127.0.0.1:9001'],
    })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

/** Sends exactly these headers; `fetch` adds some and decompresses. */
const look = async (path: string, headers: IncomingHttpHeaders = {}) => {
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ host: '127.0.0.1', port, path, headers }), 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};

test.for([undefined, 'identity', 'br', 'gzip;q=0'])(
  'a client that accepts "%s" gets a page without compression',
  async (accepted) => {
    const { headers, body } = await look('/', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(body.toString()).toBe(page);
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(page.length) });
    expect(headers).not.toHaveProperty('content-encoding');
  },
);

test('a browser gets its files compressed, and again only after a change', async () => {
  const found = await look('/assets/main.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(found.headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': 'gzip' });
  expect(gunzipSync(found.body).toString()).toBe('start()');
  const { status } = await look('/assets/main.js', { 'if-none-match': found.headers.etag });
  expect(status).toBe(304);
});
