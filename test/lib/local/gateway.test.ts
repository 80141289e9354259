import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { stream } from '#lib/contract/chats.ts';
import { eventOfRest } from '#lib/http/streamed.ts';
import type { Gateway } from '#lib/local/gateway.ts';
import { startGateway } from '#lib/local/gateway.ts';

/** Functions that answer with the event they got, or fail. */
const invoke = (id: string) => async (event: unknown) => {
  if (id === 'service.health') throw new Error('Injected: it failed');
  if (id === 'service.openapi') return { statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024 + 1) };
  if (id === 'clients.create') return { statusCode: 201 };
  if (id === 'me.get') {
    return { statusCode: 200, body: Buffer.from([0, 255]).toString('base64'), isBase64Encoded: true };
  }
  return { statusCode: 200, body: JSON.stringify({ id, event }) };
};

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ invoke, port: 0, corsOrigins: ['https://app.example.com'] });
});
afterAll(() => gateway.close());

const send = (path: string, init: RequestInit = {}) => fetch(`${gateway.baseUrl}${path}`, init);

const eventOf = async (path: string, init: RequestInit = {}) =>
  (await (await send(path, init)).json()) as { id: string; event: APIGatewayProxyEventV2 };

const message = async (response: Response) => [response.status, (await response.json()) as object];

describe('The gateway on one machine', () => {
  test('answers pages of the origins that the operator names, and no others', async () => {
    const from = (origin: string, method = 'GET', more = {}) =>
      send('/v1/agents', { method, headers: { origin, ...more } }).then(({ headers }) =>
        Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-'))),
      );
    const asks = { 'access-control-request-method': 'POST' };
    expect(await from('https://app.example.com')).toEqual({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-expose-headers': expect.stringContaining('etag'),
    });
    expect(await from('https://app.example.com', 'OPTIONS', asks)).toEqual({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': expect.stringContaining('idempotency-key'),
      'access-control-max-age': '7200',
    });
    expect(await from('https://app.example.com.evil.test')).toEqual({});
    expect(await from('https://evil.test', 'OPTIONS', asks)).toEqual({});
  });

  test('leaves the answers of streamed routes to their functions, except to a question before the request', async () => {
    const allowed = async (method: string, more = {}) => {
      const path = '/v1/live/conversations/conv_1/messages';
      const { headers } = await send(path, {
        method,
        headers: { origin: 'https://app.example.com', ...more },
      });
      return headers.get('access-control-allow-origin');
    };
    expect(await allowed('POST')).toBeNull();
    expect(await allowed('OPTIONS', { 'access-control-request-method': 'POST' })).toBe('*');
  });

  test('passes events of payload format 2.0 to functions', async () => {
    const { id, event } = await eventOf('/v1/agents/a%20b?x=1&x=2&y=%2B', {
      headers: { 'X-Twice': 'a', Cookie: 'one=1; two=2', Authorization: 'Bearer x' },
    });
    expect(id).toBe('agents.get');
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /v1/agents/{agent_id}',
      rawQueryString: 'x=1&x=2&y=%2B',
      queryStringParameters: { x: '1,2', y: '+' },
      pathParameters: { agent_id: 'a b' },
      cookies: ['one=1', 'two=2'],
      headers: { 'x-twice': 'a', authorization: 'Bearer x' },
      requestContext: { http: { method: 'GET' }, stage: '$default' },
      isBase64Encoded: false,
    });
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test('passes events of a REST API to functions that stream, which read the same in them', async () => {
    const { host } = new URL(gateway.baseUrl);
    const headers = [
      ...['Host', host, 'Content-Length', '2', 'Content-Type', 'text/plain'],
      ...['X-Twice', 'a', 'x-twice', 'b', 'Cookie', 'one=1; two=2'],
    ];
    const eventAt = async (path: string) => {
      const sent = request(`${gateway.baseUrl}${path}?x=1&x=2&y=%2B`, {
        method: 'POST',
        headers,
      });
      const [response] = (await once(sent.end('ä'), 'response')) as [IncomingMessage];
      return ((await json(response)) as { event: object }).event;
    };
    const conversation_id = 'conv_1';
    const path = `conversations/${conversation_id}/messages`;
    const rest = (await eventAt(`/v1/live/${path}`)) as APIGatewayProxyEvent;
    expect(rest).toMatchObject({
      httpMethod: 'POST',
      multiValueHeaders: { 'X-Twice': ['a'], 'x-twice': ['b'], Cookie: ['one=1; two=2'] },
      multiValueQueryStringParameters: { x: ['1', '2'] },
      pathParameters: { conversation_id },
    });
    const differs = expect.any(String);
    const found = eventOfRest({ route: stream }, rest);
    const { requestContext, ...buffered } = (await eventAt(`/v1/${path}`)) as APIGatewayProxyEventV2;
    expect(buffered).toMatchObject({ cookies: ['one=1', 'two=2'], headers: { 'x-twice': 'a, b' } });
    expect(found).toEqual({
      ...buffered,
      routeKey: stream.key,
      rawPath: `/v1/live/${path}`,
      headers: { ...buffered.headers, 'x-twice': 'a,b' },
      requestContext: {
        ...requestContext,
        http: { ...requestContext.http, path: `/v1/live/${path}` },
        routeKey: stream.key,
        requestId: differs,
        time: differs,
        timeEpoch: expect.any(Number),
      },
    });
  });

  test('prefers literal path segments, and passes the rest to the default route', async () => {
    expect((await eventOf('/v1/conversations/active')).id).toBe('conversations.active');
    expect((await eventOf('/v1/conversations/conv_1')).id).toBe('conversations.get');
    for (const path of ['/v1/conversations/', '/v1/nothing', '/']) {
      expect((await eventOf(path)).id).toBe('service.unrouted');
    }
  });

  test('passes text unchanged, and everything else in base64', async () => {
    const post = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
      eventOf('/v1/agents', { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('application/json', '{"ä":1}')).event).toMatchObject({
      body: '{"ä":1}',
      isBase64Encoded: false,
    });
    expect((await post('application/octet-stream', new Uint8Array([0, 255]))).event).toMatchObject({
      body: 'AP8=',
      isBase64Encoded: true,
    });
    expect([...new Uint8Array(await (await send('/v1/me')).arrayBuffer())]).toEqual([0, 255]);
  });

  test('counts a request as a read from its arrival to its answer, unless it changes something', async () => {
    const reads: Promise<unknown>[] = [];
    const onRead = (answered: Promise<unknown>) => reads.push(answered);
    const counting = await startGateway({ invoke, port: 0, onRead });
    onTestFinished(counting.close);
    const path = `${counting.baseUrl}/v1/agents`;
    for (const method of ['POST', 'PATCH', 'DELETE']) await fetch(path, { method });
    expect(reads).toEqual([]);
    await fetch(path);
    expect(await Promise.all(reads)).toEqual([expect.objectContaining({ statusCode: 200 })]);
  });

  test('applies API Gateway’s limits, and answers for failed functions', async () => {
    const post = (bytes: number) => send('/v1/clients', { method: 'POST', body: 'x'.repeat(bytes) });
    expect((await post(10 * 1024 * 1024)).status).toBe(201);
    expect(await message(await post(10 * 1024 * 1024 + 1))).toEqual([
      413,
      { message: 'Request Entity Too Large' },
    ]);
    const large = { 'X-Large': 'x'.repeat(10_240) };
    expect((await send('/v1/agents', { headers: large })).status).toBe(431);
    for (const path of ['/v1/health', '/v1/openapi.json']) {
      expect(await message(await send(path))).toEqual([500, { message: 'Internal Server Error' }]);
    }
  });
});
