import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { ConversationInput, ImportResult, WebhookMessage } from '../../clients/typescript/src/index.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import type { Organization } from '../fixtures.ts';
import { newAgent, newConversation, organization, platform } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { failsTwice, startFailingGateway } from '../support/failing-gateway.ts';
import { pythonEnvironment, pythonMissing } from '../support/python.ts';

const run = promisify(execFile);

const clientOf = ({ key }: Organization, baseUrl = platform.base_url) =>
  createClient({ baseUrl, apiKey: key });

const collected = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const countOf = async ({ api }: Organization): Promise<number> =>
  (await collected(api.conversations.list.all({ query: { limit: '100' } }))).length;

const idsOf = (results: readonly ImportResult[]) => results.map(({ id }) => id);

interface Batch {
  readonly conversations: readonly ConversationInput[];
}

/** A server that takes batches and answers each as the test says: keys, sizes and bodies are kept. */
const serverOf = async (resultsOf: (batch: Batch, nth: number) => { status: number; problem?: object }[]) => {
  const seen: { readonly key: string; readonly bytes: number; readonly batch: Batch }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const batch = JSON.parse(body) as Batch;
    seen.push({ key: String(request.headers['idempotency-key']), bytes: Buffer.byteLength(body), batch });
    const results = resultsOf(batch, seen.length).map((result) => ({ id: null, problem: null, ...result }));
    response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ results }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, seen, [Symbol.dispose]: close };
};

describe('An import', () => {
  const agent_id = 'agent_01kag3x5ntfyxs4v4yh2m8q9ab';

  test('records everything once, although requests fail and it runs twice', async () => {
    const org = await organization();
    const { id } = await newAgent(org);
    await using gateway = await startFailingGateway(platform.base_url, failsTwice);
    const client = clientOf(org, gateway.baseUrl);
    let read = 0;
    const source = async function* () {
      for (; read < 230; read += 1)
        yield { agent_id: id, outcome: `call_${read}`, status: 'completed' } as const;
    };
    const first: ImportResult[] = [];
    for await (const result of client.conversations.import(source())) {
      first.push(result);
      expect(read - first.length).toBeLessThanOrEqual(100);
    }
    expect(first.map(({ index, status, conversation }) => [index, status, conversation.outcome])).toEqual(
      first.map((_, index) => [index, 201, `call_${index}`]),
    );
    expect(first.length).toBe(230);
    read = 0;
    expect(idsOf(await collected(client.conversations.import(source())))).toEqual(idsOf(first));
    expect(await countOf(org)).toBe(230);
    expect(gateway.failures['lost-answer']).toBeGreaterThan(0);
  });

  test('yields refusals in their place, and conversations recorded before with their ids', async () => {
    const org = await organization();
    const { id } = await newAgent(org);
    const provider = { name: 'own_bot', conversation_id: 'known' };
    const known = await newConversation(org, { agent_id: id, provider });
    const conversations = [{ agent_id: id }, { agent_id }, { agent_id: id, provider }];
    const results = await collected(clientOf(org).conversations.import(conversations));
    expect(results.map(({ status, problem }) => [status, problem?.code])).toEqual([
      [201, undefined],
      [404, 'agent_not_found'],
      [409, 'conversation_exists'],
    ]);
    expect(results[2]?.id).toBe(known.id);
  });

  test('yields a refusal for a conversation that no request can hold, and records those around it', async () => {
    const org = await organization();
    const { id } = await newAgent(org);
    const tooLarge = { agent_id: id, summary: 'x'.repeat(6_500_000) };
    const results = await collected(
      clientOf(org).conversations.import([{ agent_id: id }, tooLarge, { agent_id: id }]),
    );
    expect(results.map(({ index, status, problem }) => [index, status, problem?.code])).toEqual([
      [0, 201, undefined],
      [1, 413, 'body_too_large'],
      [2, 201, undefined],
    ]);
    expect(await countOf(org)).toBe(2);
  });

  test('repeats a batch under its key until nothing in it may pass, and gives up without progress', async () => {
    const busy = { status: 429, problem: { code: 'rate_limited' } };
    const final = { status: 400, problem: { code: 'validation_failed' } };
    using server = await serverOf(({ conversations }, nth) =>
      conversations.map((_, index) => (index === 0 ? final : index < nth ? { status: 201 } : busy)),
    );
    const conversations = Array.from({ length: 4 }, () => ({ agent_id }));
    const results = await collected(
      createClient(server).conversations.import(conversations, { maxRetries: 1 }),
    );
    expect(results.map(({ status }) => status)).toEqual([400, 201, 201, 201]);
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(1);
    expect(server.seen.length).toBe(4);

    using stuck = await serverOf(({ conversations: all }) => all.map(() => busy));
    const given = await collected(createClient(stuck).conversations.import(conversations, { maxRetries: 2 }));
    expect(given.map(({ problem }) => problem?.code)).toEqual(Array(4).fill('rate_limited'));
    expect(stuck.seen.length).toBe(3);
  });

  test('sends batches of at most 100 conversations and 3 MB', async () => {
    using server = await serverOf(({ conversations }) => conversations.map(() => ({ status: 201 })));
    const large = Array.from({ length: 7 }, () => ({ agent_id, metadata: { 'ü"': 'ü"'.repeat(200_000) } }));
    const small = Array.from({ length: 150 }, () => ({ agent_id }));
    const results = await collected(createClient(server).conversations.import([...large, ...small]));
    expect(results.length).toBe(157);
    expect(Math.max(...server.seen.map(({ bytes }) => bytes))).toBeLessThan(3_000_100);
    expect(Math.max(...server.seen.map(({ batch }) => batch.conversations.length))).toBe(100);
    // Equal batches at different places are different calls.
    expect(new Set(server.seen.map(({ key }) => key)).size).toBe(server.seen.length);
  });
});

describe('Following events', () => {
  const follow = { events: ['conversation.started'] } as const;
  const idOf = ({ data }: WebhookMessage): string => (data as { readonly id: string }).id;

  test('goes on after a crash with the event that was not handled, and stops when it is aborted', async () => {
    const org = await organization();
    const { id: agent_id } = await newAgent(org);
    const client = clientOf(org);
    const started: string[] = [];
    const start = async () => void started.push((await newConversation(org, { agent_id })).id);
    const seen: string[] = [];
    const crash = async () => {
      for await (const event of client.events.follow({ ...follow, signal: AbortSignal.timeout(60_000) })) {
        if (seen.length === 1) throw new Error('The program crashed');
        seen.push(idOf(event));
      }
    };
    const crashed = crash().catch((error: Error) => error.message);
    // Events are followed from the creation of the queue on.
    await eventually(async () => expect((await client.webhooks.list()).data.length).toBe(1));
    await start();
    await start();
    expect(await crashed).toBe('The program crashed');
    await start();

    const stop = new AbortController();
    for await (const event of client.events.follow({ ...follow, signal: stop.signal })) {
      seen.push(idOf(event));
      if (seen.length === 3) stop.abort();
    }
    expect(seen).toEqual(started);
    const { data } = await client.webhooks.list();
    expect(data.map(({ url, description, events }) => ({ url, description, events }))).toEqual([
      { url: null, description: 'follow', events: ['conversation.started'] },
    ]);
    const params = { webhook_id: data[0]?.id ?? '' };
    const pending = { params, query: { status: 'pending' } } as const;
    await eventually(async () => expect((await client.webhookMessages.list(pending)).data).toEqual([]));
  });

  test('has one queue for programs that start at once, and changes its events', async () => {
    const org = await organization();
    const body = { description: 'crm', events: [...follow.events] };
    const { id } = await org.api.webhooks.create({ body: { ...body, description: 'another' } });
    let other: string | undefined;
    const overtaken: typeof fetch = async (url, init) => {
      if (init?.method === 'POST') other ??= (await org.api.webhooks.create({ body })).id;
      return fetch(url, init);
    };
    const client = createClient({ baseUrl: platform.base_url, apiKey: org.key, fetch: overtaken });
    const ended = { queue: 'crm', signal: AbortSignal.abort() };
    await collected(client.events.follow({ ...follow, ...ended }));
    await collected(client.events.follow({ ...follow, ...ended, events: ['*'] }));
    const { data } = await client.webhooks.list();
    expect(data.map((webhook) => [webhook.id, webhook.events])).toEqual([
      [other, ['*']],
      [id, follow.events],
    ]);
  });

  test('refuses a queue that somebody has disabled', async () => {
    const org = await organization();
    const body = { description: 'follow', events: ['*'], status: 'disabled' } as const;
    await org.api.webhooks.create({ body: { ...body, events: ['*'] } });
    await expect(collected(clientOf(org).events.follow(follow))).rejects.toThrow('is disabled');
  });
});

test('the client for Python imports and follows in the same way', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const org = await organization();
  const { id } = await newAgent(org);
  await using gateway = await startFailingGateway(platform.base_url, failsTwice);
  const env = pythonEnvironment({ BASE_URL: gateway.baseUrl, API_KEY: org.key, AGENT_ID: id });
  const { stdout } = await run('python3', [join(root, 'test/clients/python/flows.py')], { env });
  expect(JSON.parse(stdout)).toEqual({
    imported: 130,
    again: true,
    asynchronous: true,
    refused: 'agent_not_found',
    too_large: [413, 'body_too_large'],
    followed: [1, 2, 3],
    queues: ['follow'],
  });
  expect(await countOf(org)).toBe(133);
});
