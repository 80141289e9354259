import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import { newConversation, organization, platform } from '../../fixtures.ts';

const newChat = async () => {
  const org = await organization();
  const body = { name: 'Pia', prompt: 'You are Pia of Harbor Dental.' };
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
