import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import {
  costOf,
  newConversation,
  operator,
  organization,
  platform,
  refusalOf,
  suspend,
} from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';
import { holdNext, inject as injectFault, overtaken } from '../../support/fault-proxy.ts';
import { turnsOf } from '../../support/key-beginnings.ts';
import type { Answer } from '../../support/model-server.ts';
import { planAnswers } from '../../support/model-server.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

test('a chat is a conversation that the platform holds', async () => {
  const { api } = await organization();
  const agent = await api.agents.create({ body: { name: 'Pia', first_message: 'Hello {{name}}.' } });
  const chat = await api.chats.create({
    params: { agent_id: agent.id },
    body: { variables: { name: 'Ada' } },
  });
  expect(chat).toMatchObject({ message: 'Hello Ada.', status: 'active', channel: 'chat', handling: 'agent' });
  const params = { conversation_id: chat.id };
  const answered = await api.chats.send({ params, body: { text: 'Good morning' } });
  expect(answered).toMatchObject({ message: 'Rehearsal: You are Pia, an assistant.', ended: false });
  expect(answered.turns.map(({ index, role }) => [index, role])).toEqual([
    [1, 'user'],
    [2, 'agent'],
  ]);
  const { data } = await api.chats.messages({ params, query: {} });
  expect(data.map(({ text }) => text)).toEqual([
    'Hello Ada.',
    'Good morning',
    'Rehearsal: You are Pia, an assistant.',
  ]);
  expect((await api.chats.messages({ params, query: { after: '1' } })).data).toHaveLength(1);
  const ended = await api.chats.end({ params });
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  expect(await refusalOf(api.chats.send({ params, body: { text: 'More' } }))).toBe('409 conversation_ended');
});

/** A chat with an agent of the test server's model, which answers it as planned. */
const planned = async (answers: readonly Answer[]) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const org = await organization();
  const { api } = org;
  const body = { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } };
  const { id: agent_id } = await api.agents.create({ body });
  const { id } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: id };
  const send = (text: string, idempotencyKey: string = randomUUID(), when_busy?: 'interrupt') =>
    api.chats.send({ params, body: { text, ...(when_busy && { when_busy }) }, idempotencyKey });
  const texts = async () => (await api.chats.messages({ params, query: {} })).data.map(({ text }) => text);
  return { org, api, params, agent_id, asked, send, texts };
};

/** A chat with an agent that has documents. */
const informed = async (texts: readonly string[]) => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', first_message: 'Hello.' } });
  for (const text of texts) {
    await api.documents.create({ params: { agent_id }, body: { name: 'Prices', text } });
  }
  const { id } = await api.chats.create({ params: { agent_id }, body: {} });
  const send = (text: string) =>
    api.chats.send.withResponse({ params: { conversation_id: id }, body: { text } });
  return { id, agent_id, send };
};

test('a chat that begins with 2 MB of documents is answered from them, and reads them once', async () => {
  const filler = 'The practice has been by the harbor for a long time. '.repeat(3800);
  const { send } = await informed([
    ...Array.from({ length: 10 }, () => filler),
    'Whitening costs 300 euros.',
  ]);
  const readUnits = ({ response }: { readonly response: Response }) =>
    Number(/([\d.]+) RCU/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  const first = await send('How much is whitening?');
  expect(first.reply.message).toContain('From “Prices”: Whitening costs 300 euros.');
  expect(readUnits(first)).toBeGreaterThan(450);
  // Another agent's documents may have taken their place in the function's memory meanwhile.
  await eventually(async () => {
    const again = await send('And whitening twice?');
    expect(again.reply.message).toContain('From “Prices”: Whitening costs 300 euros.');
    expect(readUnits(again)).toBeLessThan(20);
  });
});

test('an agent’s documents are read while the chat is', async () => {
  const { id, agent_id, send } = await informed(['Whitening costs 300 euros.']);
  const { dynamodb_endpoint: endpoint } = platform;
  const operation = 'Query';
  const documents = await holdNext(endpoint, { key: keyOf('document', agent_id, ''), operation });
  const sending = Promise.withResolvers<unknown>();
  const answered = await overtaken(
    endpoint,
    { key: turnsOf(id), operation },
    () => {
      const answer = send('How much is whitening?');
      sending.resolve(answer);
      return answer;
    },
    async () => {
      await documents.arrived(sending.promise);
      await documents.release();
    },
  );
  expect(answered.reply.message).toContain('Whitening costs 300 euros.');
});

test('the same message, once and five times at once, is answered once', async () => {
  const { send, asked, texts } = await planned([{ text: 'First answer' }]);
  const key = randomUUID();
  const together = await Promise.allSettled([1, 2, 3, 4, 5].map(() => send('Hello', key)));
  const again = await send('Hello', key);
  for (const each of together) {
    if (each.status === 'fulfilled') expect(each.value).toEqual(again);
    else expect(each.reason).toMatchObject({ code: 'request_in_flight' });
  }
  expect(await asked()).toHaveLength(1);
  expect(await texts()).toEqual(['Hello', 'First answer']);
  expect(await refusalOf(send('Something else', key))).toBe('422 idempotency_key_reused');
});

test('a message during an answer is refused, and the first one is answered', async () => {
  const { params, send, texts } = await planned([{ text: 'First answer' }]);
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  let refused = '';
  const first = await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('One'),
    async () => {
      refused = await refusalOf(send('Two'));
    },
  );
  expect(refused).toBe('409 conversation_busy');
  expect(first.message).toBe('First answer');
  expect(await texts()).toEqual(['One', 'First answer']);
});

test('another message under the key of one that is being answered is refused', async () => {
  const { params, send, texts } = await planned([{ text: 'First answer' }]);
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  const key = randomUUID();
  const refused: string[] = [];
  const first = await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('One', key),
    async () => {
      refused.push(await refusalOf(send('Two', key)), await refusalOf(send('Two', key, 'interrupt')));
      refused.push(await refusalOf(send('One', key)));
    },
  );
  expect(refused).toEqual([
    '422 idempotency_key_reused',
    '422 idempotency_key_reused',
    '409 request_in_flight',
  ]);
  expect(first.message).toBe('First answer');
  expect(await texts()).toEqual(['One', 'First answer']);
});

test('a message that interrupts an answer is answered together with the first one', async () => {
  const { params, send, texts } = await planned([{ text: 'Nobody reads this' }, { text: 'To both' }]);
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  const key = randomUUID();
  let second: unknown;
  const first = await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('One', key),
    async () => {
      second = await send('Two', randomUUID(), 'interrupt');
    },
  );
  expect(second).toMatchObject({ message: 'To both' });
  expect(first).toEqual(second);
  expect(await texts()).toEqual(['One', 'Two', 'To both']);
  // A repeat of the first one is not a third message.
  expect(await send('One', key)).toEqual(second);
});

test('an interrupted message without a key is answered with an error', async () => {
  const { org, params, send, texts } = await planned([{ text: 'Nobody reads this' }, { text: 'To both' }]);
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  const url = `${platform.base_url}/v1/conversations/${params.conversation_id}/messages`;
  const headers = { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' };
  const response = await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => fetch(url, { method: 'POST', headers, body: JSON.stringify({ text: 'One' }) }),
    () => send('Two', randomUUID(), 'interrupt'),
  );
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'answer_interrupted' }]);
  expect(await texts()).toEqual(['One', 'Two', 'To both']);
});

test('a chat that is ended or erased during an answer does not change any more', async () => {
  for (const code of ['409 conversation_ended', '404 conversation_not_found']) {
    const { api, params, send } = await planned([{ text: 'Too late' }]);
    const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
    const late = overtaken(
      platform.dynamodb_endpoint,
      writes,
      () => send('Hello'),
      () => (code.startsWith('409') ? api.chats.end({ params }) : api.conversations.erase({ params })),
    );
    expect(await refusalOf(late)).toBe(code);
  }
});

test.for([
  ['429', { status: 429, body: '{}' }, '503 model_unavailable'],
  ['500', { status: 500, body: 'Broken' }, '502 model_failed'],
  ['garbage', { status: 200, body: '<html>' }, '502 model_failed'],
  ['too much', { trouble: 'endless' }, '502 model_failed'],
] as const)(
  'after a model that answers %s, the chat is free and has nothing of it',
  async ([, answer, code]) => {
    const { send, texts } = await planned([answer, { text: 'Here I am' }]);
    const key = randomUUID();
    expect(await refusalOf(send('Hello', key))).toBe(code);
    expect(await texts()).toEqual([]);
    expect((await send('Hello', key)).message).toBe('Here I am');
    expect(await texts()).toEqual(['Hello', 'Here I am']);
  },
);

test.for(['silent', 'slow'] as const)('after a model that is %s, the chat is free', async (trouble) => {
  const { send, texts } = await planned([{ trouble }, { text: 'Here I am' }]);
  expect(await refusalOf(send('Hello'))).toBe('504 model_timed_out');
  expect((await send('Hello')).message).toBe('Here I am');
  expect(await texts()).toEqual(['Hello', 'Here I am']);
});

test('an agent whose model is not allowed any more does not answer', async () => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', model: { id: 'gpt-x' } } });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const sent = api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
  expect(await refusalOf(sent)).toBe('409 model_not_allowed');
});

test('a plan that stops at its limit begins no chat, and answers in none', async () => {
  const plan = { included_minutes: 1, at_limit: 'stop' as const };
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), plan);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const { id: agent_id } = await client.api.agents.create({ body: { name: 'Pia' } });
  const create = () => client.api.chats.create({ params: { agent_id }, body: {} });
  const { id: conversation_id } = await create();
  await call(60_000);
  await eventually(async () => expect(await refusalOf(create())).toBe('409 usage_limit_reached'));
  const sent = client.api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
  expect(await refusalOf(sent)).toBe('409 usage_limit_reached');
  const listening = client.api.chats.ears({ params: { conversation_id } });
  expect(await refusalOf(listening)).toBe('409 usage_limit_reached');
});

test('a conversation that others hold takes no messages', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org);
  const sent = org.api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
  expect(await refusalOf(sent)).toBe('409 not_a_chat');
});

test('a message whose function crashed is continued once the chat is free again', async () => {
  const { params, send, texts } = await planned([{ text: 'Here I am' }]);
  const key = randomUUID();
  const crash = await injectFault(platform.dynamodb_endpoint, {
    contains: params.conversation_id,
    operation: 'TransactWriteItems',
    kind: 'invalid',
  });
  const free = await injectFault(platform.dynamodb_endpoint, {
    contains: params.conversation_id,
    operation: 'PutItem',
    // The first one claims the chat, and the second one frees it.
    skip: 1,
    kind: 'invalid',
  });
  expect((await refusalOf(send('Hello', key))).slice(0, 3)).toBe('500');
  await crash.end();
  await free.end();
  expect(await refusalOf(send('Hello', key))).toBe('409 request_in_flight');
  expect(await refusalOf(send('Another'))).toBe('409 conversation_busy');
  const table = tableOf(platform);
  const session = await table.get({ pk: `conversation#${params.conversation_id}`, sk: 'session' });
  await table.put({ ...session, busy_until: 1 });
  expect((await send('Hello', key)).message).toBe('Here I am');
  expect(await texts()).toEqual(['Hello', 'Here I am']);
});

test('an agent that was removed and an organization that is suspended answer no more', async () => {
  const { api, agent_id, params, send } = await planned([{ text: 'Hello' }]);
  await api.agents.remove({ params: { agent_id } });
  expect(await refusalOf(send('Hello'))).toBe('404 agent_not_found');
  expect(await refusalOf(api.chats.ears({ params }))).toBe('404 agent_not_found');
  const other = await planned([{ text: 'Hello' }]);
  await suspend(other.org);
  expect(await refusalOf(other.send('Hello'))).toBe('409 client_suspended');
});

test('an exchange writes and reads a bounded number of units', async () => {
  let org = await organization(undefined, 'reseller');
  for (const type of ['client', 'subcompany', 'location'] as const) org = await organization(org, type);
  const marker = randomUUID();
  const text = 'Your parcel is in Berlin. It will arrive on Tuesday before noon.';
  await planAnswers(
    inject('modelServer'),
    marker,
    Array.from({ length: 20 }, () => ({ text })),
  );
  const body = { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } };
  const { id: agent_id } = await org.api.agents.create({ body });
  const { id } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: id };
  // Functions remember settings for a while. An exchange that has to read them again costs more.
  await eventually(async () => {
    const cost = await costOf(org, (api) =>
      api.chats.send.withResponse({
        params,
        body: { text: 'Where is my parcel? I ordered it two weeks ago.' },
        idempotencyKey: randomUUID(),
      }),
    );
    const [, read, write] = /, ([\d.]+) RCU, (\d+) WCU/.exec(cost ?? '') ?? [];
    expect(Number(write)).toBeLessThanOrEqual(16);
    // Half of them ask whether one of the four organizations is suspended.
    expect(Number(read)).toBeLessThanOrEqual(11);
  });

  // Each answer has a price. Lists at all levels have the sum once the chat is over.
  const listed = async () =>
    (await operator.conversations.list({ query: { client_id: org.client.id } })).data[0]?.cost;
  expect(await listed()).toBeNull();
  await org.api.chats.end({ params });
  const { cost: sum } = await operator.conversations.get({ params });
  expect(sum).not.toBeNull();
  expect(await listed()).toEqual(sum);
});
