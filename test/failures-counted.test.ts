import { randomUUID } from 'node:crypto';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimIndex } from '#lib/store/table-definition.ts';
import { usersOf } from './fixtures.ts';
import { inject } from './support/fault-proxy.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers, startModelServer, testModel } from './support/model-server.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';

let server: Awaited<ReturnType<typeof startModelServer>>;
let platform: OwnPlatform;
/** The log lines of each request. */
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await startModelServer();
  platform = await startOwnPlatform({ following: false, proxied: true, model: testModel(server.endpoint) });
  console.error = () => {};
  console.warn = () => {};
  console.info = (line: Record<string, unknown>) => lines.push(line);
});
afterAll(async () => {
  await platform.close();
  await server.close();
});

/** The line of a message to a chat, and what its sender received. */
const lineOf = async (how: 'streamed' | 'whole', answer: Answer, isStored: boolean) => {
  const marker = randomUUID();
  await planAnswers(server.endpoint, marker, [answer]);
  const { api, key } = await usersOf(platform.description).organization();
  const body = { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } };
  const { id: agent_id } = await api.agents.create({ body });
  const chat = await api.chats.create({ params: { agent_id }, body: {} });
  const { base_url, dynamodb_endpoint } = platform.description;
  if (!isStored) {
    await inject(dynamodb_endpoint, { contains: chat.id, operation: 'TransactWriteItems', kind: 'invalid' });
  }
  const url = how === 'streamed' ? chat.stream_url : `${base_url}/v1/conversations/${chat.id}/messages`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
  });
  const text = await response.text();
  const line = lines.find(({ request_id }) => request_id === response.headers.get('x-request-id'));
  return { status: response.status, text, line };
};

const hello = { text: 'Hello' };

test.for([
  ['of the service', 'whole', hello, false, 500, { code: 'internal', own_failed: 1, answered_5xx: 1 }],
  ['of the service', 'streamed', hello, false, 200, { code: 'internal', own_failed: 1, answered_5xx: 0 }],
  [
    'of a model',
    'whole',
    { status: 200, body: '{}' },
    true,
    502,
    { code: 'model_failed', own_failed: 0, answered_5xx: 1, dependencies_failed: 1 },
  ],
] as const)(
  'a failure %s in an answer that is %s is counted as such',
  async ([, how, answer, isStored, status, counted]) => {
    const sent = await lineOf(how, answer, isStored);
    expect(sent.status).toBe(status);
    expect(sent.line).toMatchObject(counted);
  },
);

test('a failure of a model in a streamed answer is neither the service’s own nor a 5xx', async () => {
  const { status, text, line } = await lineOf('streamed', { status: 200, body: '{}' }, true);
  expect([status, text]).toEqual([200, expect.stringContaining('event: error')]);
  expect(line).toMatchObject({ code: 'model_failed', dependencies_failed: 1 });
  for (const counted of ['own_failed', 'answered_5xx']) expect(line).not.toHaveProperty(counted);
});

test('a filter whose index is not there yet is refused until it is, and is no failure of the service', async () => {
  const client = new DynamoDBClient({
    endpoint: platform.guardedEndpoint,
    region: platform.description.region,
    credentials: {
      accessKeyId: platform.description.access_key_id,
      secretAccessKey: platform.description.secret_access_key,
    },
  });
  await client.send(
    new UpdateTableCommand({
      TableName: platform.description.table,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: claimIndex } }],
    }),
  );
  client.destroy();
  const { key } = await usersOf(platform.description).organization();
  const response = await fetch(`${platform.description.base_url}/v1/conversations?external_id=any`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await response.json()).toMatchObject({
    code: 'index_not_ready',
    title: expect.stringContaining('being upgraded'),
  });
  const line = lines.find(({ request_id }) => request_id === response.headers.get('x-request-id'));
  expect(line).toMatchObject({ code: 'index_not_ready', own_failed: 0, answered_5xx: 1 });
});
