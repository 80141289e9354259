import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { expect, inject, test } from 'vitest';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Organization } from './fixtures.ts';
import { operator, organization, platform, problemOf, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { overtaken } from './support/fault-proxy.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { tableOf } from './support/table.ts';

/** Sets quotas of an organization, which hold once functions have forgotten the ones before. */
const limit = (org: Organization, quotas: NonNullable<ClientSettings['quotas']>) =>
  operator.clients.update({ params: { client_id: org.client.id }, body: { settings: { quotas } } });

const below = async (quotas: NonNullable<ClientSettings['quotas']>) => {
  const reseller = await organization(undefined, 'reseller');
  await limit(reseller, quotas);
  return organization(reseller, 'client');
};

const newChat = async (
  { api }: Organization,
  answers?: readonly Answer[],
  more: { limit_message?: string; tools?: { name: string }[] } = {},
) => {
  const marker = randomUUID();
  if (answers) await planAnswers(inject('modelServer'), marker, answers);
  const model = answers ? { model: { id: 'test-model' } } : {};
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, ...model, ...more },
  });
  const create = () => api.chats.create({ params: { agent_id }, body: {} });
  const { id: conversation_id } = await create();
  const params = { conversation_id };
  const send = (text = 'Hello', idempotencyKey: string = randomUUID()) =>
    api.chats.send({ params, body: { text }, idempotencyKey });
  return { api, agent_id, params, create, send };
};

const usedOf = async ({ api }: Organization, name: string) =>
  (await api.me.get()).limits.quotas.filter((quota) => quota.name === name);

test('messages of a day are limited together with those of other organizations, and a repeat is none', async () => {
  const org = await below({ chat_messages_per_day: 3 });
  await limit(org, { chat_messages_per_day: 5 });
  const [one, other] = [await newChat(org), await newChat(org)];
  const key = randomUUID();
  await one.send('Hello', key);
  await one.send('Hello', key);
  await other.send();
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([
    { limit: 5, used: 2, set_by: 'organization' },
    { limit: 3, used: null, set_by: 'above' },
  ]);
  await other.send();
  const refused = await problemOf(one.send());
  expect(refused.problem).toMatchObject({
    status: 429,
    code: 'rate_limited',
    quota: 'chat_messages_per_day',
    limit: 3,
  });
  // The chat is free, and has nothing of the message.
  expect((await one.api.chats.messages({ params: one.params, query: {} })).data).toHaveLength(2);
  expect(await refusalOf(one.send())).toBe('429 rate_limited');
});

test('a message that a quota refuses does not interrupt the answer that is being made', async () => {
  const org = await below({ chat_messages_per_day: 1 });
  const { send, params, api } = await newChat(org, [{ text: 'First answer' }]);
  let refused = '';
  const first = await overtaken(
    platform.dynamodb_endpoint,
    { contains: params.conversation_id, operation: 'TransactWriteItems' },
    () => send('One'),
    async () => {
      const body = { text: 'Two', when_busy: 'interrupt' as const };
      refused = await refusalOf(api.chats.send({ params, body, idempotencyKey: randomUUID() }));
    },
  );
  expect([refused, first.message]).toEqual(['429 rate_limited', 'First answer']);
  const { data } = await api.chats.messages({ params, query: {} });
  expect(data.map(({ text }) => text)).toEqual(['One', 'First answer']);
});

test('a message that its chat refuses is not counted, and one that is sent again is counted once', async () => {
  const org = await organization();
  await limit(org, { chat_messages_per_day: 10 });
  const { send, params, api } = await newChat(org, [{ text: 'First answer' }, { text: 'Second answer' }]);
  const interrupting = { params, body: { text: 'Two', when_busy: 'interrupt' as const } };
  const key = randomUUID();
  const heard: string[] = [];
  await overtaken(
    platform.dynamodb_endpoint,
    { contains: params.conversation_id, operation: 'TransactWriteItems' },
    () => send('One'),
    async () => heard.push(await refusalOf(send('Two'))),
  );
  // The newer answer is for both messages.
  await overtaken(
    platform.dynamodb_endpoint,
    { contains: params.conversation_id, operation: 'TransactWriteItems' },
    () => send('Three', key),
    () => api.chats.send({ ...interrupting, idempotencyKey: randomUUID() }),
  );
  await send('Three', key);
  await api.chats.end({ params });
  heard.push(await refusalOf(send('Four')));
  expect(heard).toEqual(['409 conversation_busy', '409 conversation_ended']);
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([{ used: 3 }]);
});

test('a message whose claim fails after it was counted is not counted', async () => {
  const org = await organization();
  await limit(org, { chat_messages_per_day: 10 });
  const { send, params, api } = await newChat(org, [{ text: 'First answer' }]);
  const refused = await overtaken(
    platform.dynamodb_endpoint,
    { contains: `conversation#${params.conversation_id}`, operation: 'PutItem' },
    () => refusalOf(send('One')),
    async () => {
      await api.chats.end({ params });
    },
  );
  expect(refused).toBe('409 conversation_ended');
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([{ used: 0 }]);
});

test('messages that meet while people answer are each counted once', async () => {
  const org = await organization();
  await limit(org, { chat_messages_per_day: 10 });
  const { send, params, api } = await newChat(org);
  await api.handovers.create({ params, body: {} });
  await overtaken(
    platform.dynamodb_endpoint,
    { contains: params.conversation_id, operation: 'TransactWriteItems' },
    () => send('One'),
    () => send('Two'),
  );
  const { data } = await api.chats.messages({ params, query: {} });
  expect(data.map(({ text }) => text)).toEqual(['Two', 'One']);
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([{ used: 2 }]);
});

test('once the tokens of a day are used up, the models answer no more', async () => {
  const org = await below({ model_tokens_per_day: 30 });
  const { send } = await newChat(org, [{ text: 'One' }, { text: 'Two' }]);
  await send();
  await send();
  expect(await problemOf(send())).toMatchObject({
    status: 429,
    message: expect.stringContaining('30 tokens'),
  });
});

test('tokens of an answer that fails are used up as well', async () => {
  const org = await below({ model_tokens_per_day: 10 });
  const calls = Array.from({ length: 17 }, () => ({ name: 'hang_up', arguments: {} }));
  const { send } = await newChat(org, [{ calls }]);
  expect(await refusalOf(send())).toBe('502 model_failed');
  expect(await refusalOf(send())).toBe('429 rate_limited');
});

test('results of tools use up the quota of tokens, but not that of messages', async () => {
  const quotas = { model_tokens_per_day: 40, chat_messages_per_day: 1 };
  const org = await below(quotas);
  await limit(org, quotas);
  const called = { calls: [{ name: 'look_up', arguments: {} }] };
  const { agent_id } = await newChat(org, [called]);
  const openai = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${agent_id}`,
    apiKey: org.key,
    maxRetries: 0,
  });
  const tools = [{ type: 'function' as const, function: { name: 'look_up', parameters: {} } }];
  const user = { role: 'user' as const, content: 'Hello' };
  const ask = (...more: OpenAI.ChatCompletionMessageParam[]) =>
    openai.chat.completions.create({ model: 'any', messages: [user, ...more], tools });
  type Call = OpenAI.ChatCompletionMessageToolCall;
  let call = (await ask()).choices[0]?.message.tool_calls?.[0] as Call;
  const goOn = async () => {
    const { choices } = await ask(
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: '"found"' },
    );
    call = choices[0]?.message.tool_calls?.[0] as Call;
  };
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  for (const _ of [1, 2]) await goOn();
  await expect(goOn()).rejects.toThrow('40 tokens');
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([{ used: 1 }, {}]);
});

test('once the tokens of a day are used up, a chat takes no results of tools either', async () => {
  const org = await organization();
  await limit(org, { model_tokens_per_day: 10 });
  const called = { calls: [{ name: 'find_price', arguments: {} }] };
  const { api, params, send } = await newChat(org, [called], {
    tools: [{ name: 'find_price' }],
  });
  const { tool_calls } = await send();
  const results = tool_calls.map(({ id }) => ({ id, result: 9 }));
  const sendResults = () => api.chats.sendResults({ params, body: { results } });
  expect((await problemOf(sendResults())).problem).toMatchObject({
    status: 429,
    code: 'rate_limited',
    quota: 'model_tokens_per_day',
  });
  // The chat waits for the results as before.
  expect(await refusalOf(sendResults())).toBe('429 rate_limited');
});

test('results of calls that the platform did not return for the message are a message', async () => {
  const org = await organization();
  await limit(org, { chat_messages_per_day: 4 });
  const called = { calls: [{ name: 'look_up', arguments: {} }] };
  const texts = [1, 2, 3, 4].map(() => ({ text: 'Found' }));
  const { agent_id } = await newChat(org, [called, ...texts]);
  const openai = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${agent_id}`,
    apiKey: org.key,
    maxRetries: 0,
  });
  type Call = OpenAI.ChatCompletionMessageToolCall;
  const tools = [{ type: 'function' as const, function: { name: 'look_up', parameters: {} } }];
  const user = (content: string) => ({ role: 'user' as const, content });
  const ask = (messages: OpenAI.ChatCompletionMessageParam[]) =>
    openai.chat.completions.create({ model: 'any', messages, tools });
  const resultsOf = (...calls: Call[]): OpenAI.ChatCompletionMessageParam[] => [
    { role: 'assistant', tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '"found"' })),
  ];
  const call = (await ask([user('Hello')])).choices[0]?.message.tool_calls?.[0] as Call;
  const invented: Call = { ...call, id: 'call_1' };
  await ask([user('Hello'), ...resultsOf(call)]);
  await ask([user('Hello'), ...resultsOf(call, invented)]);
  await ask([user('Something else'), ...resultsOf(call)]);
  await ask(resultsOf(invented));
  await expect(ask([user('Hello'), ...resultsOf(invented)])).rejects.toMatchObject({ status: 429 });
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([{ limit: 4, used: 4 }]);
  await eventually(async () => {
    const query = { interval: 'total' as const };
    const { rows } = await operator.usage.get({ params: { client_id: org.client.id }, query });
    expect(rows).toMatchObject([{ messages: 4 }]);
  });
});

test('an answer of the model is a message, whoever has the last word before it', async () => {
  const org = await organization();
  await limit(org, { chat_messages_per_day: 2 });
  const body = { name: 'Pia', prompt: 'Answer this: {{q}}' };
  const ask = async (agent: object) => {
    const { id } = await org.api.agents.create({ body: { ...body, ...agent } });
    const response = await fetch(`${platform.base_url}/v1/live/agents/${id}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [], variables: { q: 'Where is my order?' } }),
    });
    return response.status;
  };
  expect([await ask({}), await ask({}), await ask({})]).toEqual([200, 200, 429]);
  // The agent's own first message asks no model.
  expect(await ask({ first_message: 'Hello.' })).toBe(200);
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([{ limit: 2, used: 2 }]);
});

test('a message that a quota above refuses uses up nothing below', async () => {
  const reseller = await organization(undefined, 'reseller');
  await limit(reseller, { chat_messages_per_day: 1 });
  const org = await organization(reseller, 'client');
  await limit(org, { chat_messages_per_day: 4 });
  const { send } = await newChat(org);
  await send();
  for (const _ of [1, 2, 3]) expect(await refusalOf(send())).toBe('429 rate_limited');
  expect(await usedOf(org, 'chat_messages_per_day')).toMatchObject([
    { limit: 4, used: 1, set_by: 'organization' },
    { limit: 1, used: null, set_by: 'above' },
  ]);
});

test('the last open chat is given to one of two, and its end makes room', async () => {
  const org = await below({ open_chats: 2 });
  const { api, params, create } = await newChat(org);
  const results = await Promise.allSettled([1, 2, 3].map(create));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await api.chats.end({ params });
  await api.chats.end({ params });
  await create();
  expect(await refusalOf(create())).toBe('409 quota_exceeded');
});

test('a chat makes room for another once, however it ends', async () => {
  const org = await below({ open_chats: 1 });
  const first = await newChat(org);
  const { api, agent_id } = first;
  let params = first.params;
  const next = async () => {
    const { id: conversation_id } = await first.create();
    expect(await refusalOf(first.create())).toBe('409 quota_exceeded');
    params = { conversation_id };
  };
  expect(await refusalOf(first.create())).toBe('409 quota_exceeded');

  const end = () => api.conversations.update({ params, body: { status: 'completed' } });
  await Promise.all([end(), end(), api.chats.end({ params }), first.send().catch(() => undefined)]);
  await end();
  await next();

  await api.conversations.update({ params, body: { status: 'failed', end_reason: 'lost' } });
  await api.conversations.erase({ params });
  await next();

  const erase = () => api.conversations.erase({ params });
  await Promise.all([erase(), erase(), api.chats.end({ params }).catch(() => undefined)]);
  await next();

  await api.conversations.update({ params, body: { status: 'completed' } });
  const number = '+4915112345678';
  await api.chats.create({ params: { agent_id }, body: { caller: { number } } });
  await api.erasures.create({ body: { caller: number } });
  await eventually(next);
});

test('chats of an organization that is erased make room above it', async () => {
  const reseller = await organization(undefined, 'reseller');
  await limit(reseller, { open_chats: 1 });
  const [gone, other] = [await organization(reseller, 'client'), await organization(reseller, 'client')];
  const { api, params } = await newChat(other);
  const { id: agent_id } = await gone.api.agents.create({ body: { name: 'Pia', prompt: 'Be kind.' } });
  const create = () => gone.api.chats.create({ params: { agent_id }, body: {} });
  expect(await refusalOf(create())).toBe('409 quota_exceeded');
  await api.chats.end({ params });
  await create();
  await operator.clients.erase({ params: { client_id: gone.client.id } });
  const { id } = await other.api.agents.create({ body: { name: 'Ada', prompt: 'Be kind.' } });
  await eventually(() => other.api.chats.create({ params: { agent_id: id }, body: {} }));
});

test('a chat ends with a limit that it reaches', async () => {
  const org = await organization();
  const table = tableOf(platform);
  const limit_message = 'Please start another chat.';
  for (const reached of [{ messages: 99 }, { tokens: 299_999 }]) {
    const { api, params, send } = await newChat(org, [{ text: 'The last answer' }], { limit_message });
    const key = { pk: `conversation#${params.conversation_id}`, sk: 'session' };
    const session = await table.get(key);
    await table.put({ ...session, fields: JSON.stringify({ ...JSON.parse(session?.fields), ...reached }) });
    const last = await send();
    expect(last).toMatchObject({ message: 'The last answer', ended: true });
    expect(last.turns.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hello'],
      ['agent', 'The last answer'],
      ['agent', limit_message],
    ]);
    expect((await api.chats.messages({ params, query: {} })).data).toEqual(last.turns);
    expect(await api.conversations.get({ params })).toMatchObject({ end_reason: 'limit_reached' });
  }
  const old = await newChat(org);
  const key = { pk: `conversation#${old.params.conversation_id}`, sk: 'session' };
  const session = await table.get(key);
  await table.put({ ...session, fields: JSON.stringify({ ...JSON.parse(session?.fields), ends_at: 1 }) });
  expect(await refusalOf(old.send())).toBe('409 conversation_ended');
  expect(await refusalOf(old.send('x'.repeat(2001)))).toBe('400 validation_failed');
});

test('an answer takes eight steps and sixteen calls of tools at most', async () => {
  const org = await organization();
  const call = { name: 'hang_up', arguments: { again: true } };
  const many = await newChat(org, [{ calls: Array.from({ length: 17 }, () => call) }]);
  expect(await refusalOf(many.send())).toBe('502 model_failed');
  const endless = await newChat(
    org,
    Array.from({ length: 9 }, () => ({ calls: [call] })),
  );
  expect(await refusalOf(endless.send())).toBe('502 model_failed');
  await eventually(async () =>
    expect((await endless.api.chats.messages({ params: endless.params, query: {} })).data).toEqual([]),
  );
});
