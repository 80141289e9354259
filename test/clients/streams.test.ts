import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { ChatEvent } from '../../clients/typescript/src/index.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { organization, platform } from '../fixtures.ts';
import { planAnswers } from '../support/model-server.ts';
import { pythonEnvironment, pythonMissing } from '../support/python.ts';

/*
 * Streamed answers of chats, as the clients iterate over them.
 */

const params = { conversation_id: 'conv_01kag3x5ntfyxs4v4yh2m8q9ab' };
const body = { text: 'Hello' };

/** A chat with an agent in rehearsal mode, which calls the tool that a message names. */
const newChat = async (more: object = {}) => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      prompt: 'You are Pia of Harbor Dental.',
      tools: [
        { name: 'find_slots', action: { type: 'page' } },
        { name: 'get_person', action: { type: 'builtin', name: 'hand_over' } },
      ],
      ...more,
    },
  });
  const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const client = createClient({ baseUrl: platform.base_url, apiKey: org.key });
  return { org, client, params: { conversation_id } };
};

const eventsOf = async (events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> => {
  const all: ChatEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/** A server that sends these parts of a stream and then, unless it is told to end it, cuts the connection. */
const streaming = async (parts: readonly string[], ends = true, type = 'text/event-stream') => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type });
    for (const part of parts) response.write(part);
    if (ends) response.end();
    else setImmediate(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, [Symbol.dispose]: close };
};

const delta = 'event: delta\ndata: {"text":"Hé"}\n\n';
const done = 'event: done\ndata: {"message":"Hé"}\n\n';

test('an answer is iterated over word by word, with its tools, and ends with the whole', async () => {
  const { client, params } = await newChat();
  const text = 'Can you find free slots?';
  const asked = await eventsOf(client.chats.stream.events({ params, body: { text } }));
  expect(asked).toMatchObject([
    { type: 'accepted', turn: 0 },
    { type: 'tool', name: 'find_slots', status: 'started' },
    { type: 'tool', name: 'find_slots', status: 'returned' },
    { type: 'done', message: null, tool_calls: [{ name: 'find_slots' }] },
  ]);
  const answered = await eventsOf(client.chats.stream.events({ params, body }));
  const words = answered.flatMap((event) => (event.type === 'delta' ? [event.text] : []));
  expect(words.length).toBeGreaterThan(3);
  expect(answered.at(-1)).toMatchObject({ type: 'done', message: words.join('') });
});

test('an answer that hands over says so', async () => {
  const { client, params } = await newChat();
  const text = 'Can I get a person, please?';
  const events = await eventsOf(client.chats.stream.events({ params, body: { text } }));
  expect(events.filter(({ type }) => type !== 'delta')).toMatchObject([
    { type: 'accepted' },
    { type: 'tool', name: 'get_person', status: 'started' },
    { type: 'handover', handling: 'waiting' },
    { type: 'done', handling: 'waiting' },
  ]);
});

test('a failure during the stream and a refusal before it are problems', async () => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ status: 400, body: '{}' }]);
  const { client, params } = await newChat({ prompt: `Be kind (${marker}).`, model: { id: 'test-model' } });
  const failing = eventsOf(client.chats.stream.events({ params, body }));
  await expect(failing).rejects.toMatchObject({ name: 'ApiProblem', status: 502, code: 'model_failed' });
  await client.chats.end({ params });
  const refused = eventsOf(client.chats.stream.events({ params, body }));
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'conversation_ended' });
});

test('a reader that stops early finds the answer in the messages', async () => {
  const { client, params } = await newChat();
  for await (const { type } of client.chats.stream.events({ params, body })) if (type === 'accepted') break;
  const { data } = await client.chats.messages({ params, query: { after: 0, wait: 20 } });
  expect(data).toMatchObject([{ role: 'agent', index: 1 }]);
});

test.for([
  ['at its end', [delta], true],
  ['by a lost connection', [delta], false],
  ['within an event', [delta, 'event: done\ndata: {"mess'], true],
  ['before its first event', [], true],
] as const)('a stream that is cut off %s is an error', async ([, parts, ends]) => {
  using server = await streaming(parts, ends);
  const events: ChatEvent[] = [];
  const reading = (async () => {
    for await (const event of createClient(server).chats.stream.events({ params, body })) events.push(event);
  })();
  await expect(reading).rejects.toMatchObject({ name: 'StreamError' });
  expect(events).toEqual(parts[0] === delta ? [{ type: 'delta', text: 'Hé' }] : []);
});

test('a stream is read however it is cut into parts and lines', async () => {
  const bytes = Buffer.from(`: still working\n\n${delta}${done}`.replaceAll('\n', '\r\n'));
  const split = bytes.indexOf('é') + 1;
  const client = createClient({
    baseUrl: platform.base_url,
    fetch: async () => {
      const parts = [bytes.subarray(0, split), bytes.subarray(split, -3), bytes.subarray(-3)];
      return new Response(new Blob(parts).stream(), { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  expect(await eventsOf(client.chats.stream.events({ params, body }))).toEqual([
    { type: 'delta', text: 'Hé' },
    { type: 'done', message: 'Hé' },
  ]);
});

test('a page of a proxy is no stream, and a cancelled stream ends as its reader wants', async () => {
  using proxy = await streaming(['<h1>Sign in</h1>'], true, 'text/html');
  const paged = eventsOf(createClient(proxy).chats.stream.events({ params, body }));
  await expect(paged).rejects.toMatchObject({ name: 'ApiProblem', code: 'unknown' });
  using server = await streaming([delta]);
  const controller = new AbortController();
  const cancelled = async () => {
    const { signal } = controller;
    for await (const _ of createClient(server).chats.stream.events({ params, body, signal }))
      controller.abort();
  };
  await expect(cancelled()).rejects.toMatchObject({ name: 'AbortError' });
});

test('the client for Python iterates over streams, with and without asyncio', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const { org, params } = await newChat();
  using server = await streaming([delta], false);
  const env = pythonEnvironment({
    BASE_URL: platform.base_url,
    API_KEY: org.key,
    CONVERSATION_ID: params.conversation_id,
    CUT_OFF_URL: server.baseUrl,
  });
  const program = join(root, 'test/clients/python/streams.py');
  const { stdout } = await promisify(execFile)('python3', [program], { env });
  expect(JSON.parse(stdout)).toEqual({
    types: ['accepted', 'tool', 'tool', 'done'],
    calls: ['find_slots'],
    whole: true,
    stored: true,
    cut: ['Hé', 'StreamError', 'Hé', 'StreamError'],
    refused: 'conversation_ended',
  });
});
