import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import type { Key } from '#lib/store/table.ts';
import {
  clientFor,
  newConversation,
  operator,
  organization,
  platform,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { tableOf } from '../../support/table.ts';

const newChat = async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello.' } });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  return { org, agent_id, chat, params: { conversation_id: chat.id } };
};

test('the turns after a position are returned, also after the end', async () => {
  const { org, params } = await newChat();
  await org.api.chats.send({ params, body: { text: 'One' } });
  await org.api.chats.send({ params, body: { text: 'Two' } });
  const after = async (index: string) =>
    (await org.api.chats.messages({ params, query: { after: index } })).data.map((turn) => turn.index);
  expect(await after('0')).toEqual([1, 2, 3, 4]);
  expect(await after('3')).toEqual([4]);
  expect(await after('4')).toEqual([]);
  await org.api.chats.end({ params });
  expect(await org.api.chats.messages({ params, query: { after: '2' } })).toMatchObject({
    status: 'completed',
    data: [{ text: 'Two' }, { role: 'agent' }],
  });
});

test('a request waits for the next turn', async () => {
  const { org, params } = await newChat();
  const waiting = org.api.chats.messages({ params, query: { after: '0', wait: '20' } });
  await org.api.chats.send({ params, body: { text: 'Hello' } });
  expect((await waiting).data[0]?.text).toBe('Hello');
});

test('a session token opens its conversation and no other one, and shows words only', async () => {
  const { org, agent_id, chat, params } = await newChat();
  const page = clientFor(chat.session_token);
  const answered = await page.chats.send({ params, body: { text: 'Hello' } });
  expect(answered).toMatchObject({ node: null, usage: null, cost: null, message: expect.any(String) });
  expect(answered.turns.every(({ usage }) => usage === undefined)).toBe(true);
  const { data } = await page.chats.messages({ params, query: {} });
  expect(data.map(({ usage }) => usage)).toEqual([undefined, undefined, undefined]);
  const whole = await org.api.chats.messages({ params, query: {} });
  expect(whole.data[2]?.usage).toMatchObject({ model: 'rehearsal' });

  const other = await org.api.chats.create({ params: { agent_id }, body: {} });
  const elsewhere = { conversation_id: other.id };
  expect(await refusalOf(page.chats.messages({ params: elsewhere, query: {} }))).toBe('401 unauthenticated');
  expect(await refusalOf(page.chats.send({ params: elsewhere, body: { text: 'Hi' } }))).toBe(
    '401 unauthenticated',
  );
  expect(await refusalOf(page.conversations.get({ params }))).toBe('401 unauthenticated');
  expect(await refusalOf(page.chats.create({ params: { agent_id }, body: {} }))).toBe('401 unauthenticated');
  const unknown = { conversation_id: unknownId('conv') };
  expect(await refusalOf(page.chats.messages({ params: unknown, query: {} }))).toBe('401 unauthenticated');
});

/** Changes a stored item, as if time had passed. */
const change = async (key: Key, more: object) => {
  const table = tableOf(platform);
  const item = await table.get(key);
  await table.put({ ...item, ...key, fields: JSON.stringify({ ...JSON.parse(item?.fields), ...more }) });
};

const ago = (minutes: number) => Date.now() - minutes * 60_000;

test('a session token reads the last words for ten minutes after the end, and nothing later', async () => {
  const { org, chat, params } = await newChat();
  const page = clientFor(chat.session_token);
  const read = () => page.chats.messages({ params, query: {} });
  await page.chats.end({ params });
  expect(await read()).toMatchObject({ status: 'completed', data: [{ text: 'Hello.' }] });
  expect(await refusalOf(page.chats.send({ params, body: { text: 'Hi' } }))).toBe('409 conversation_ended');
  const { end_time } = await org.api.conversations.get({ params });
  // Else the changed end might be counted, and nothing would count the chat again.
  await eventually(async () =>
    expect(await tableOf(platform).get(keyOf('conversation_usage', chat.id))).toBeDefined(),
  );
  await change(keyOf('conversation', chat.id), { end_time: new Date(ago(9)).toISOString() });
  expect((await read()).data).toHaveLength(1);
  await change(keyOf('conversation', chat.id), { end_time: new Date(ago(11)).toISOString() });
  expect(await refusalOf(read())).toBe('401 unauthenticated');
  expect(await refusalOf(page.chats.end({ params }))).toBe('401 unauthenticated');
  expect((await org.api.chats.messages({ params, query: {} })).data).toHaveLength(1);
  // Otherwise its entries in lists would be out of date.
  await change(keyOf('conversation', chat.id), { end_time });
});

test('a session token ends after a day, even if nothing has ended the chat', async () => {
  const { org, chat, params } = await newChat();
  const page = clientFor(chat.session_token);
  await change(keyOf('chat_session', chat.id), { ends_at: ago(0) });
  expect(await refusalOf(page.chats.messages({ params, query: {} }))).toBe('401 unauthenticated');
  expect(await refusalOf(page.chats.send({ params, body: { text: 'Hi' } }))).toBe('401 unauthenticated');
  expect(await org.api.chats.messages({ params, query: {} })).toMatchObject({ status: 'active' });
});

test('a chat goes on without the key that started it, and its organization can end it', async () => {
  const { org, agent_id } = await newChat();
  const { id: api_key_id, key } = await org.api.apiKeys.create({
    body: { name: 'Shop', scopes: ['chats:write'] },
  });
  const chat = await clientFor(key).chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: chat.id };
  await org.api.apiKeys.revoke({ params: { api_key_id } });
  const page = clientFor(chat.session_token);
  expect((await page.chats.send({ params, body: { text: 'Hi' } })).message).toEqual(expect.any(String));
  await org.api.chats.end({ params });
  expect(await refusalOf(page.chats.send({ params, body: { text: 'Hi' } }))).toBe('409 conversation_ended');
});

test('a key with nothing but `chats:write` reads chats of its organization, and no other conversations', async () => {
  const { org, params } = await newChat();
  const { key } = await org.api.apiKeys.create({ body: { name: 'Voice', scopes: ['chats:write'] } });
  const voice = clientFor(key);
  expect((await voice.chats.messages({ params, query: {} })).data).toHaveLength(1);
  expect(await refusalOf(voice.conversations.get({ params }))).toBe('403 insufficient_scope');
  expect(await refusalOf(voice.conversations.list())).toBe('403 insufficient_scope');
});

test('a key that reads the turns of a chat is in the audit log, and the user of the chat is not', async () => {
  const { org, chat, params } = await newChat();
  const reads = async () =>
    (await operator.auditRecords.list({ query: { client_id: org.client.id, action: 'transcript.read' } }))
      .data;
  await clientFor(chat.session_token).chats.messages({ params, query: {} });
  await org.api.chats.messages({ params, query: { after: '0' } });
  expect(await reads()).toEqual([]);
  await org.api.chats.messages({ params, query: {} });
  expect(await reads()).toMatchObject([{ count: 1, target: { id: org.client.id } }]);
});

test('other conversations, and those of others, are refused', async () => {
  const { org, params } = await newChat();
  const other = await organization();
  expect(await refusalOf(other.api.chats.messages({ params, query: {} }))).toBe('404 conversation_not_found');
  const call = { conversation_id: (await newConversation(org)).id };
  expect(await refusalOf(org.api.chats.messages({ params: call, query: {} }))).toBe('409 not_a_chat');
});

test('nobody waits longer than twenty seconds', async () => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const messages = api.chats.messages({ params: { conversation_id }, query: { wait: '21' } });
  expect(await refusalOf(messages)).toBe('400 validation_failed');
});
