import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Organization } from '../fixtures.ts';
import { newAgent, newConversation, organization, platform } from '../fixtures.ts';

let org: Organization;

beforeAll(async () => {
  org = await organization();
});

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}

/** Sends bytes and returns bytes, as no client that decodes would. */
const send = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
  const sent = request(`${platform.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${org.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const arrived = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.end(body);
  const response = await arrived;
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
};

const gzip = { 'accept-encoding': 'gzip, br' };

/** An agent that is larger than a kilobyte. */
const largeAgent = async () => {
  const { id } = await newAgent(org);
  const params = { agent_id: id };
  await org.api.agents.replace({ params, body: { name: 'Large', prompt: 'Be friendly. '.repeat(200) } });
  return { params, path: `/v1/agents/${id}` };
};

describe('An answer of a kilobyte and more', () => {
  test('is compressed if gzip is accepted, and otherwise the same', async () => {
    const { path } = await largeAgent();
    const [plain, compressed] = [await send(path), await send(path, { headers: gzip })];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    for (const { headers } of [plain, compressed]) expect(headers.vary).toBe('accept-encoding');
  });

  test.for(['gzip;q=0', 'br', 'identity', ''])(
    'is not compressed for Accept-Encoding: %s',
    async (accepted) => {
      const { path } = await largeAgent();
      const { headers } = await send(path, { headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  test('has another ETag when it is compressed, and If-Match accepts either', async () => {
    const { path, params } = await largeAgent();
    const [plain, compressed] = [await send(path), await send(path, { headers: gzip })];
    const tags = [plain, compressed].map(({ headers }) => headers.etag ?? '');
    expect(new Set(tags).size).toBe(2);
    for (const tag of tags) {
      const { status, headers } = await send(path, { headers: { ...gzip, 'if-none-match': tag } });
      expect([status, headers.etag]).toEqual([304, tag]);
    }
    for (const ifMatch of tags) {
      const changed = org.api.agents.update({ params, body: { name: 'Large' }, ifMatch });
      expect((await changed).name).toBe('Large');
    }
  });

  test('is also compressed if it is a problem document', async () => {
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`unknown_${at}`, 1])),
    );
    const { status, headers, bytes } = await send('/v1/agents', { method: 'POST', headers: gzip, body });
    expect([status, headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ code: 'validation_failed' });
  });
});

describe('An answer is never compressed', () => {
  test('below a kilobyte', async () => {
    const { headers } = await send('/v1/health', { headers: gzip });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('with a secret and text that the caller chose', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'v'.repeat(100)]));
    const body = JSON.stringify({ name: 'Key', scopes: ['agents:read'], metadata });
    const { status, headers, bytes } = await send('/v1/api-keys', { method: 'POST', headers: gzip, body });
    expect([status, headers['content-encoding']]).toEqual([201, undefined]);
    expect(bytes.length).toBeGreaterThan(1024);
  });

  test('with a presigned link in it', async () => {
    const { id } = await newConversation(org);
    const body = JSON.stringify({ content_type: 'audio/mpeg', size_bytes: 4 });
    const { headers } = await send(`/v1/conversations/${id}/audio`, { method: 'POST', headers: gzip, body });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

const problemOf = ({ status, bytes }: Awaited<ReturnType<typeof send>>) => {
  const { code, detail, errors } = JSON.parse(bytes.toString()) as Record<string, unknown>;
  return { status, code, detail, errors };
};

describe('A body', () => {
  const post = (body: Buffer | string, headers = {}) => send('/v1/agents', { method: 'POST', body, headers });

  test('that is not UTF-8 is refused, with the place', async () => {
    const latin = Buffer.from('{"name": "Café"}', 'latin1');
    expect(problemOf(await post(latin))).toMatchObject({
      status: 400,
      code: 'invalid_json',
      detail: 'The body is not UTF-8: see byte 13',
    });
  });

  test('can contain the replacement character', async () => {
    const { status, bytes } = await post('{"name": "garbled \ufffd"}');
    expect(status).toBe(201);
    expect(JSON.parse(bytes.toString())).toMatchObject({ name: 'garbled \ufffd' });
  });

  test('with numbers that cannot be stored exactly is refused, with their places', async () => {
    const parameters = '{"a": [12345678901234567890, 1], "b": 1e400, "c": {"d/e": -9007199254740993}}';
    const tool = `{"name": "t", "parameters": ${parameters}}`;
    const { status, code, errors } = problemOf(await post(`{"name": "Pia", "tools": [${tool}]}`));
    expect([status, code]).toEqual([400, 'validation_failed']);
    expect(errors).toEqual(
      [
        ['/tools/0/parameters/a/0', '12345678901234567890'],
        ['/tools/0/parameters/b', '1e400'],
        ['/tools/0/parameters/c/d~1e', '-9007199254740993'],
      ].map(([pointer, source]) => ({
        pointer,
        code: 'out_of_range',
        detail: `${source} cannot be kept exactly: send it as a string`,
      })),
    );
  });

  test('can contain any number that can be stored exactly', async () => {
    const parameters =
      '{"a": [9007199254740993.5, 1e21, 9007199254740992, 0.1, 1E-7, 100000000000000000000]}';
    const text = '"12345678901234567890 and 1e400"';
    const tool = `{"name": "t", "description": ${text}, "parameters": ${parameters}}`;
    expect((await post(`{"name": "Pia", "tools": [${tool}]}`)).status).toBe(201);
  });

  test('that is compressed is refused as unsupported', async () => {
    const sent = await post(gzipSync('{"name": "Pia"}'), { 'content-encoding': 'gzip' });
    expect(problemOf(sent)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect(sent.headers['accept-encoding']).toBe('identity');
  });
});

test('OPTIONS lists the methods of the path itself, not of a path with an id that matches it', async () => {
  const allowed = async (path: string) => (await send(path, { method: 'OPTIONS' })).headers.allow;
  expect(await allowed('/v1/conversations/active')).toBe('GET, HEAD, OPTIONS');
  expect(await allowed('/v1/conversations/conv_x')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
});

test('a link to upload to names no header that HTTP clients set themselves', async () => {
  const { id } = await newConversation(org);
  const { upload } = await org.api.recordings.create({
    params: { conversation_id: id },
    body: { content_type: 'audio/mpeg', size_bytes: 4 },
  });
  expect(Object.keys(upload.headers).sort()).toEqual(['content-type', 'if-none-match']);
  const pending = await send(`/v1/conversations/${id}/audio`);
  expect([pending.status, pending.headers['retry-after']]).toEqual([409, '1']);
  const both = await fetch(upload.url, {
    method: 'PUT',
    headers: { ...upload.headers, authorization: `Bearer ${org.key}` },
    body: 'ID3!',
  });
  expect([both.status, await both.text()]).toEqual([400, expect.stringContaining('InvalidArgument')]);
});
