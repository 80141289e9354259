import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import { newConversation, operator, organization, platform, refusalOf, suspend } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { turnsOf } from '../../support/key-beginnings.ts';
import type { Answer } from '../../support/model-server.ts';
import { planAnswers } from '../../support/model-server.ts';
import { peopleOf } from '../../support/people.ts';

/** A chat whose agent rehearses, or has a model that answers as planned. */
const newChat = async (...answers: readonly Answer[]) => {
  const org = await organization();
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, answers);
  const prompt = `You are Pia of Harbor Dental. (${marker})`;
  const body = { name: 'Pia', prompt, ...(answers.length > 0 && { model: { id: 'test-model' } }) };
  const { id: agent_id } = await org.api.agents.create({ body });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  return { org, chat, params: { conversation_id: chat.id } };
};

/** The events of a stream, each as its name and its data. */
const eventsOf = (text: string) =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name, data = '']) => [name, JSON.parse(data)]);

const post = (
  { key }: Pick<Organization, 'key'>,
  url: string,
  text: string,
  more: Record<string, string> = {},
) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify({ text }),
  });

test('the answer comes word by word, and at the end as a whole', async () => {
  const { org, chat, params } = await newChat();
  const response = await post(org, chat.stream_url, 'Good morning');
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events = eventsOf(await response.text());
  const deltas = events.filter(([name]) => name === 'delta').map(([, data]) => data.text);
  expect(deltas.length).toBeGreaterThan(3);
  expect(events[0]).toEqual(['accepted', { turn: 0 }]);
  const [name, done] = events.at(-1) ?? [];
  expect([name, done.message]).toEqual(['done', deltas.join('')]);
  expect(done.turns[1].usage.first_token_ms).toEqual(expect.any(Number));
  expect((await org.api.chats.messages({ params, query: {} })).data).toEqual(done.turns);
});

test('a repeat, streamed or not, has the same answer', async () => {
  const { org, chat, params } = await newChat();
  const idempotencyKey = randomUUID();
  const headers = { 'idempotency-key': idempotencyKey };
  const first = eventsOf(await (await post(org, chat.stream_url, 'Hello', headers)).text()).at(-1);
  expect(eventsOf(await (await post(org, chat.stream_url, 'Hello', headers)).text())).toEqual([first]);
  const buffered = await org.api.chats.send({ params, body: { text: 'Hello' }, idempotencyKey });
  expect(['done', buffered]).toEqual(first);
});

test('a client that leaves loses nothing', async () => {
  const { org, chat, params } = await newChat();
  const { body } = await post(org, chat.stream_url, 'Hello');
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const { data } = await org.api.chats.messages({ params, query: { after: '0', wait: '20' } });
  expect(data).toMatchObject([{ role: 'agent', index: 1 }]);
});

type Chat = Awaited<ReturnType<typeof newChat>>;

const meanwhile = {
  'its chat was ended': ({ org, params }: Chat) => org.api.chats.end({ params }),
  'its chat was erased': ({ org, params }: Chat) => org.api.conversations.erase({ params }),
  'another message came': ({ org, params }: Chat) =>
    org.api.chats.send({ params, body: { text: 'No', when_busy: 'interrupt' } }),
};

test.for([
  ['its chat was ended', 'conversation_ended', ['Hello']],
  ['its chat was erased', 'conversation_not_found', undefined],
  ['another message came', 'answer_interrupted', ['Hello', 'No', 'As you like.']],
] as const)('once %s, a stream that has begun ends with an error', async ([what, code, said]) => {
  const begun = await newChat({ text: 'Nobody keeps this.' }, { text: 'As you like.' });
  const { org, chat, params } = begun;
  const events = await overtaken(
    platform.dynamodb_endpoint,
    { key: turnsOf(chat.id), operation: 'TransactWriteItems' },
    async () => eventsOf(await (await post(org, chat.stream_url, 'Hello')).text()),
    () => meanwhile[what](begun),
  );
  expect(events.map(([name]) => name)).toContain('delta');
  expect(events.at(-1)).toMatchObject(['error', { code }]);
  const read = async () => (await org.api.chats.messages({ params, query: {} })).data.map(({ text }) => text);
  if (said) expect(await read()).toEqual(said);
  else expect(await refusalOf(read())).toBe('404 conversation_not_found');
});

test('a stream that had begun before its organization was suspended ends as usual, and no other begins', async () => {
  const { org, chat, params } = await newChat({ text: 'This is heard.' });
  const events = await overtaken(
    platform.dynamodb_endpoint,
    { key: turnsOf(chat.id), operation: 'TransactWriteItems' },
    async () => eventsOf(await (await post(org, chat.stream_url, 'Hello')).text()),
    () => suspend(org),
  );
  expect(events.at(-1)).toMatchObject(['done', { message: 'This is heard.' }]);
  // Functions remember an organization for a while.
  const refused = () => refusalOf(org.api.chats.send({ params, body: { text: 'More' } }));
  await eventually(async () => expect(await refused()).toBe('409 client_suspended'));
});

test.for([
  ['answers 429', { status: 429, body: '{}' }, 'model_unavailable'],
  ['answers 500', { status: 500, body: 'Broken' }, 'model_failed'],
  ['answers garbage', { status: 200, body: '<html>' }, 'model_failed'],
  ['never stops', { trouble: 'endless' }, 'model_failed'],
  ['breaks off', { trouble: 'broken' }, 'model_failed'],
  ['says nothing', { trouble: 'silent' }, 'model_timed_out'],
] as const)(
  'after a model that %s, the stream ends with an error, and the chat is free',
  async ([, answer, code]) => {
    const { org, chat, params } = await newChat(answer, { text: 'Here I am' });
    const headers = { 'idempotency-key': randomUUID() };
    const ask = async () => eventsOf(await (await post(org, chat.stream_url, 'Hello', headers)).text());
    expect((await ask()).at(-1)).toMatchObject(['error', { code }]);
    expect((await org.api.chats.messages({ params, query: {} })).data).toEqual([]);
    expect((await ask()).at(-1)).toMatchObject(['done', { message: 'Here I am' }]);
  },
);

test('a person who has signed in receives an answer word by word, and sends no key beside the cookie', async () => {
  const { org, chat, params } = await newChat();
  const { browser, api } = await peopleOf(platform.base_url, { operator }).personIn(org, 'owner');
  const types: string[] = [];
  for await (const { type } of api.chats.stream.events({ params, body: { text: 'Hello' } })) types.push(type);
  expect(types.at(-1)).toBe('done');
  const response = await browser.fetch(chat.stream_url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${org.key}`,
      organization: org.client.id,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text: 'Hello' }),
  });
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { detail: 'Send either a key or the cookie of a session' },
  ]);
});

test('a refusal before the stream is a problem as usual', async () => {
  const { org, chat, params } = await newChat();
  await org.api.chats.end({ params });
  const response = await post(org, chat.stream_url, 'Hello');
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'conversation_ended' }]);
});

test('a conversation that others hold has no stream', async () => {
  const { org } = await newChat();
  const { id } = await newConversation(org);
  const url = `${platform.base_url}/v1/live/conversations/${id}/messages`;
  const response = await post(org, url, 'Hello');
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'not_a_chat' }]);
});
