import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { destinationOf } from '#lib/delivery/destination.ts';
import type { DownloadOptions } from '#lib/delivery/download.ts';
import { download } from '#lib/delivery/download.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { OutgoingRequest } from '#lib/delivery/request.ts';
import { send } from '#lib/delivery/request.ts';
import { names } from '../../support/names.ts';

const get = (url: string, more: Partial<OutgoingRequest> = {}) =>
  send({ method: 'GET', url, timeoutMs: 20_000, maxBytes: 1000, ...more });

const failureOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof DeliveryError) return error.failure;
    throw error;
  }
  throw new Error('It was not refused');
};

/** The behavior of the test’s own server at each path. */
const paths: Readonly<Record<string, RequestListener>> = {
  '/hello': (_, response) => response.end('hello'),
  '/headers': ({ headers }, response) => response.end(JSON.stringify(headers)),
  '/long': (_, response) => response.end('x'.repeat(5000)),
  '/endless': (_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.once('close', () => clearInterval(timer));
  },
  '/stalls': (_, response) => void response.write('the beginning'),
  '/silent': () => {},
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => response.destroy());
  },
  '/large': (_, response) => void response.writeHead(200, { 'content-length': '999999999' }).flushHeaders(),
  '/private': (_, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'https://127.0.0.2/' }).end(),
  '/metadata': (_, response) => response.writeHead(307, { location: 'https://169.254.169.254/' }).end(),
  '/plain': (_, response) => response.writeHead(302, { location: 'http://example.com/' }).end(),
  '/nowhere': (_, response) => response.writeHead(302, { location: 'https://[' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/moved': (_, response) => response.writeHead(301, { location: '/hello' }).end(),
};

// Each test file has a process of its own.
process.env.LOCAL_DESTINATION = '127.0.0.1';
const server = createServer((request, response) => {
  const path = paths[(request.url ?? '').split('?')[0] ?? ''];
  if (path) path(request, response);
  else response.writeHead(404).end('nothing here');
});
const liar = createTcpServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nmore than five bytes'));
});
let [base, lying] = ['', ''];

beforeAll(async () => {
  for (const one of [server, liar]) one.listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(liar, 'listening')]);
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  lying = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  liar.close();
});

const fetched = async (path: string, more: Partial<DownloadOptions> = {}) => {
  const { pieces, ...answer } = await download({
    url: `${base}${path}`,
    timeoutMs: 20_000,
    maxBytes: 1000,
    ...more,
  });
  const received: Buffer[] = [];
  for await (const piece of pieces) received.push(piece);
  return { ...answer, text: Buffer.concat(received).toString() };
};

test('an answer is returned', async () => {
  const { status, body, truncated } = await get(`${base}/hello`);
  expect([status, body.toString(), truncated]).toEqual([200, 'hello', false]);
  expect((await get(`${base}/missing`)).status).toBe(404);
});

test('a long answer is truncated, and an endless one is not read', async () => {
  for (const path of ['/long', '/endless']) {
    const { body, truncated } = await get(`${base}${path}`);
    expect([body.length, truncated]).toEqual([1000, true]);
  }
});

test('a redirect is returned and not followed', async () => {
  expect((await get(`${base}/moved`)).status).toBe(301);
});

test.for(['/silent', '/stalls'])('%s ends at the deadline', async (path) => {
  expect(await failureOf(get(`${base}${path}`, { timeoutMs: 300 }))).toBe('timed_out');
  expect(await failureOf(fetched(path, { timeoutMs: 300 }))).toBe('timed_out');
});

test('an interrupted answer is an error', async () => {
  expect(await failureOf(get(`${base}/cut`))).toBe('cut_off');
  expect(await failureOf(fetched('/cut'))).toBe('cut_off');
});

test('a file above the limit is not downloaded, whether it declares its length or not', async () => {
  for (const path of ['/large', '/long', '/endless']) {
    expect([path, await failureOf(fetched(path))]).toEqual([path, 'too_large']);
  }
});

test('an answer longer than its declared length is read up to that length', async () => {
  const { body } = await get(`${lying}/`);
  expect(body.toString()).toBe('more ');
});

test.for([
  ['/private', 'url_refused'],
  ['/inside', 'address_refused'],
  ['/metadata', 'address_refused'],
  ['/plain', 'url_refused'],
  ['/nowhere', 'url_refused'],
  ['/loop', 'url_refused'],
])('a download is not redirected from %s: %s', async ([path, failure]) => {
  expect(await failureOf(fetched(path ?? ''))).toBe(failure);
});

test('a download follows a redirect, and its authorization does not follow to another host', async () => {
  expect(await fetched('/moved')).toMatchObject({ status: 200, text: 'hello' });
  const headers = { authorization: 'Bearer secret' };
  expect((await fetched('/headers', { headers })).text).toContain('Bearer secret');
  const moving = createServer((_, response) =>
    response.writeHead(302, { location: `${base}/headers` }).end(),
  );
  moving.listen(0, '127.0.0.1');
  await once(moving, 'listening');
  const { port } = moving.address() as AddressInfo;
  const { text } = await fetched('', { url: `http://127.0.0.1:${port}/`, headers });
  moving.close();
  expect(text).toContain('user-agent');
  expect(text).not.toContain('secret');
});

test('the error for an unreachable server reveals no address', async () => {
  const gone = createServer();
  gone.listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const call = get(`http://127.0.0.1:${port}/`);
  await expect(call).rejects.toThrow('The server cannot be reached');
});

test('on one machine, its own loopback address is allowed, and no other private one', () => {
  expect(destinationOf(base).port).not.toBe('');
  for (const other of ['http://127.0.0.2/', 'http://localhost/', 'http://10.0.0.1/', 'http://[::1]/']) {
    expect(() => destinationOf(other)).toThrow(DeliveryError);
  }
});

test('the connection uses the checked addresses, because the name is resolved once', async () => {
  const connections: string[] = [];
  const allowed = createTcpServer((socket) => {
    connections.push(socket.localAddress ?? '');
    socket.destroy();
  });
  allowed.listen(0, '127.0.0.1');
  await once(allowed, 'listening');
  const { port } = allowed.address() as AddressInfo;
  const { resolve, asked } = names({ 'rebinding.example': [['127.0.0.1'], ['127.0.0.2']] });
  const url = `https://rebinding.example:${port}/`;

  await expect(get(url, { resolve })).rejects.toThrow(DeliveryError);
  expect(asked).toEqual(['rebinding.example']);
  expect(connections).toEqual(['127.0.0.1']);
  // Asked again, the name leads inside, and nobody is connected to.
  expect(await failureOf(get(url, { resolve }))).toBe('address_refused');
  expect(connections).toEqual(['127.0.0.1']);
  allowed.close();
});
