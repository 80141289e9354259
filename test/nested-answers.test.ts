import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { maxDepth } from '#lib/domain/json.ts';
import { organization } from './fixtures.ts';
import { findOrder } from './support/mcp-server.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import type { Receiver } from './support/receiver.ts';
import { answering, startReceiver } from './support/receiver.ts';
import { connectedToolServer } from './support/tool-servers.ts';

/*
 * Answers of others' servers that are nested so deeply that functions which call themselves for each level
 * would end: the tool has failed, and the chat goes on.
 */

const receivers: Receiver[] = [];

afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

type Tool = NonNullable<
  Parameters<Awaited<ReturnType<typeof organization>>['api']['agents']['create']>[0]['body']['tools']
>[number];

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

const ordering = (): Answer => ({ calls: [{ name: 'order', arguments: {} }] });

const chatWith = async (
  { api }: Awaited<ReturnType<typeof organization>>,
  action: Tool['action'],
  answers: readonly Answer[],
) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const { id: agent_id } = await api.agents.create({
    body: {
      ...{ name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
      tools: [
        {
          name: 'order',
          description: 'Orders',
          parameters: { type: 'object', properties: {} },
          action,
        } as Tool,
      ],
    },
  });
  await api.signingSecrets.rotate({ params: { agent_id } });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  const send = async (text: string) => (await api.chats.send({ params, body: { text } })).message;
  const results = async () => {
    const { data } = await api.transcripts.get({ params, query: {} });
    return data.flatMap(({ tool_calls }) => tool_calls.map(({ result, error }) => ({ result, error })));
  };
  return { send, results, asked };
};

const http = (url: string) => ({ type: 'http' as const, url, effect: 'write' as const });

const serving = async (body: string): Promise<string> => {
  const receiver = await startReceiver(answering(200, { 'content-type': 'application/json' }, body));
  receivers.push(receiver);
  return receiver.url;
};

const tooDeep = /deeper than \d+ levels/;

test.for([
  { depth: maxDepth + 1, error: tooDeep },
  { depth: 3000, error: tooDeep },
  { depth: 20_000, error: tooDeep },
  { depth: maxDepth, error: null },
])('a tool answers $depth levels, and the chat goes on', async ({ depth, error }) => {
  const { send, results, asked } = await chatWith(await organization(), http(await serving(nested(depth))), [
    ordering(),
    { text: 'Ordered, I believe.' },
    { text: 'You are welcome.' },
  ]);
  expect(await send('Order it')).toBe('Ordered, I believe.');
  expect(await send('Thanks')).toBe('You are welcome.');
  const [call] = await results();
  if (error === null) expect(call).toEqual({ result: JSON.parse(nested(depth)), error: null });
  else {
    expect(call).toEqual({ result: null, error: expect.stringMatching(error) });
    // It was carried out, and the model is told so.
    expect(JSON.stringify((await asked())[1]?.body.messages)).toContain('was carried out');
  }
});

test.for([maxDepth + 1, 3000])('a tool server answers %i levels, and the chat goes on', async (depth) => {
  const org = await organization();
  const run = () => ({ content: [], structuredContent: { nested: JSON.parse(nested(depth)) as unknown } });
  const { server, params } = await connectedToolServer(org, [{ ...findOrder, name: 'order', run }]);
  try {
    const { tools } = await org.api.toolServers.get({ params });
    expect(tools).toMatchObject([{ name: 'order' }]);
    const action = { type: 'mcp' as const, ...params, tool: 'order', effect: 'write' as const };
    const { send, results } = await chatWith(org, action as Tool['action'], [
      { calls: [{ name: 'order', arguments: { order: 12 } }] },
      { text: 'I could not.' },
      { text: 'Sorry.' },
    ]);
    expect(await send('Order it')).toBe('I could not.');
    expect(await send('Why?')).toBe('Sorry.');
    expect(await results()).toMatchObject([{ result: null, error: expect.any(String) }]);
  } finally {
    await server.close();
  }
});

test('an answer that is made again has a result of the most levels', async () => {
  const { send, results } = await chatWith(await organization(), http(await serving(nested(maxDepth))), [
    ...[ordering(), { status: 500, body: '{}' }],
    ...[ordering(), { text: 'Ordered.' }],
  ]);
  await expect(send('Order it')).rejects.toMatchObject({ status: 502 });
  expect(await send('Order it')).toBe('Ordered.');
  expect(await results()).toEqual([{ result: JSON.parse(nested(maxDepth)), error: null }]);
});

test('a model that calls a tool with deep arguments has failed, and the chat goes on', async () => {
  const deep = { a: JSON.parse(nested(3000)) as unknown };
  const { send } = await chatWith(await organization(), http(await serving('{}')), [
    { calls: [{ name: 'order', arguments: deep }] },
    { text: 'Hello again.' },
  ]);
  await expect(send('Order it')).rejects.toMatchObject({ status: 502 });
  expect(await send('Hello?')).toBe('Hello again.');
});
