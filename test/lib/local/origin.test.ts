import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { GatewayOptions } from '#lib/local/gateway.ts';
import { startGateway } from '#lib/local/gateway.ts';
import { organization, platform } from '../../fixtures.ts';
import { answering, startReceiver } from '../../support/receiver.ts';

interface Sent {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** `fetch` does not let a caller choose the `Host`. */
const send = async (url: string, { method = 'GET', headers, body }: Sent) => {
  const sending = request(url, { method, headers });
  sending.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: response.statusCode, answer: JSON.parse((await text(response)) || 'null') as unknown };
};

const withGateway = async (
  options: Partial<GatewayOptions>,
  use: (baseUrl: string) => Promise<void>,
): Promise<void> => {
  const invoke = () => async (event: unknown) => ({ statusCode: 200, body: JSON.stringify(event) });
  const gateway = await startGateway({ invoke, port: 0, ...options });
  await use(gateway.baseUrl).finally(gateway.close);
};

test('a request that was sent to another host is refused, for the API and the console', async () => {
  const serveConsole: GatewayOptions['serveConsole'] = (_, response) => void response.end('"console"');
  await withGateway({ serveConsole }, async (baseUrl) => {
    for (const path of ['/', '/v1/me', '/assets/index.js']) {
      for (const host of ['evil.example', 'localhost.evil.example', '192.168.1.4:3000', '127.0.0.1@evil']) {
        const refused = { status: 421, answer: { message: 'Use 127.0.0.1 or localhost as the host' } };
        expect(await send(`${baseUrl}${path}`, { headers: { host } }), host).toEqual(refused);
      }
      // Loopback names cannot be bound to another address, and a forwarded port may be another one.
      for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:9', '[::1]:3000']) {
        expect((await send(`${baseUrl}${path}`, { headers: { host } })).status, host).toBe(200);
      }
    }
  });
});

const originOf = async (baseUrl: string, headers: Record<string, string>) => {
  const { status, answer } = await send(`${baseUrl}/v1/me`, { headers });
  const { requestContext, headers: passed } = answer as APIGatewayProxyEventV2;
  return [status, requestContext.domainName, passed['x-forwarded-proto']];
};

test('the origin is where the gateway listens, whatever the headers claim', async () => {
  await withGateway({}, async (baseUrl) => {
    const claims = { host: 'localhost:9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };
    expect(await originOf(baseUrl, claims)).toEqual([200, new URL(baseUrl).host, undefined]);
  });
});

test('the origin is the public URL, under which the gateway answers as well', async () => {
  await withGateway({ publicUrl: 'https://calls.example.com' }, async (baseUrl) => {
    for (const host of ['calls.example.com', 'localhost:9', 'Calls.Example.com']) {
      expect(await originOf(baseUrl, { host })).toEqual([200, 'calls.example.com', 'https']);
    }
    expect((await send(`${baseUrl}/v1/me`, { headers: { host: 'evil.example' } })).status).toBe(421);
  });
});

test('URLs given to a provider derive from the platform’s address, and not from the request', async () => {
  const org = await organization();
  const { status, answer } = await send(`${platform.base_url}/v1/integrations`, {
    method: 'POST',
    headers: {
      host: 'localhost:1',
      'x-forwarded-proto': 'https',
      authorization: `Bearer ${org.key}`,
      'content-type': 'application/json',
    },
    body: { provider: 'elevenlabs', name: 'Production' },
  });
  expect(status).toBe(201);
  const { id, webhook_url } = answer as { id: string; webhook_url: string };
  expect(webhook_url).toBe(`${platform.base_url}/v1/integrations/${id}/events`);
});

test('tools of assistants call the platform itself, and send the key nowhere else', async () => {
  const org = await organization();
  const receiver = await startReceiver(answering(200, { 'content-type': 'application/json' }, '{}'));
  const { answer } = await send(`${platform.base_url}/v1/mcp`, {
    method: 'POST',
    headers: {
      host: new URL(receiver.url).host,
      authorization: `Bearer ${org.key}`,
      'content-type': 'application/json',
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'me_get', arguments: {} } },
  });
  await receiver.close();
  expect(receiver.received).toEqual([]);
  expect(JSON.stringify(answer)).toContain(org.client.id);
});
