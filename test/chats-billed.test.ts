import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { operator, organization, platform, problemOf, refusalOf, usersOf } from './fixtures.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import { eventually } from './support/eventually.ts';
import { overtaken } from './support/fault-proxy.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { tableOf } from './support/table.ts';

test('a chat is billed by its messages, and its tokens are its cost', async () => {
  const plan = { included_messages: 1, message_rate: '0.05' };
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), plan);
  const start_date = monthFromNow(0);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ text: 'One' }, { text: 'Two' }]);
  const { id: agent_id } = await client.api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
  });
  const create = () => client.api.chats.create({ params: { agent_id }, body: { channel: 'web' } });
  const { id: conversation_id } = await create();
  const chat = { params: { conversation_id } };
  const first = await client.api.chats.send({ ...chat, body: { text: 'Hello' } });
  expect([first.usage, first.cost]).toEqual([{ input_tokens: 11, output_tokens: 7 }, null]);
  const second = await operator.chats.send({ ...chat, body: { text: 'Hello again' } });
  expect(second.cost).toEqual({ amount: '0.000078', currency: 'USD' });
  await client.api.chats.end(chat);

  const cost = { amount: '0.000156', currency: 'USD' };
  expect((await operator.conversations.get(chat)).cost).toEqual(cost);
  expect((await client.api.conversations.get(chat)).cost).toBeNull();
  await eventually(async () => {
    const [row] = (await operator.usage.get({ params, query: { interval: 'total' } })).rows;
    expect(row).toMatchObject({ messages: 2, tokens: { input: 22, output: 14 }, costs: [cost] });
  });
  const { rows } = await client.api.usage.get({ params, query: { interval: 'total' } });
  expect(rows).toMatchObject([{ messages: 2, costs: [] }]);

  // A chat uses no minutes.
  await call(1000);
  await eventually(async () => {
    const { current_period } = await client.api.subscriptions.get({ params });
    expect(current_period).toMatchObject({ messages_used: 2, messages_included: 1, minutes_used: '1' });
  });
  const { data } = await client.api.statements.list({ params });
  expect(
    data[0]?.lines.slice(1).map(({ quantity, unit, amount }) => [quantity, unit, amount.amount]),
  ).toEqual([
    ['1', 'minute', '0.00'],
    ['1', 'message', '0.00'],
    ['1', 'message', '0.05'],
  ]);
});

/** An organization whose plan stops with some messages, and its chats with a model. */
const stoppingWith = async (included_messages: number, answers: readonly Answer[]) => {
  const plan = { included_messages, message_rate: '0.05', at_limit: 'stop' as const };
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), plan);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, answers);
  const { id: agent_id } = await client.api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
  });
  const open = () => client.api.chats.create({ params: { agent_id }, body: {} });
  const send = (conversation_id: string) => {
    const answer = client.api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
    return answer.then(
      () => 'answered',
      () => refusalOf(answer),
    );
  };
  const ask = async () => {
    const { status } = await fetch(`${platform.base_url}/v1/live/agents/${agent_id}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    });
    return status;
  };
  const period = async () => (await client.api.subscriptions.get({ params })).current_period;
  return { client, open, send, ask, call, period };
};

const timesOf = <T>(results: readonly T[], wanted: T) => results.filter((one) => one === wanted).length;

test('a plan that stops is not exceeded by chats that are open', async () => {
  const { client, open, send, ask, call, period } = await stoppingWith(5, [{ text: 'Yes' }]);
  const chats = await Promise.all(Array.from({ length: 20 }, open));
  const sent = await Promise.all(chats.map(({ id }) => send(id)));
  expect([timesOf(sent, 'answered'), timesOf(sent, '409 usage_limit_reached')]).toEqual([5, 15]);
  expect(await ask()).toBe(409);
  await Promise.all(chats.map(({ id }) => client.api.chats.end({ params: { conversation_id: id } })));
  await eventually(async () => {
    expect(await period()).toMatchObject({ messages_used: 5, messages_included: 5 });
    expect(await refusalOf(open())).toBe('409 usage_limit_reached');
  });
  // Minutes are left, so others still hold conversations.
  await call(1000);
});

test('answers that fail are given back to the plan', async () => {
  const { open, send, ask } = await stoppingWith(2, [
    { trouble: 'broken' },
    { trouble: 'broken' },
    { text: 'One' },
    { text: 'Two' },
  ]);
  const { id } = await open();
  expect(await send(id)).toBe('502 model_failed');
  expect(await ask()).toBe(502);
  expect(await send(id)).toBe('answered');
  expect(await ask()).toBe(200);
  expect(await send(id)).toBe('409 usage_limit_reached');
  expect(await ask()).toBe(409);
});

test('only the platform changes the cost of its chats', async () => {
  const reseller = await organization(undefined, 'reseller');
  const { api, client } = await organization(reseller, 'client');
  await operator.clients.update({
    params: { client_id: reseller.client.id },
    body: { settings: { costs_shown: true } },
  });
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ text: 'One' }, { text: 'Two' }]);
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
  });
  const chat = {
    params: { conversation_id: (await api.chats.create({ params: { agent_id }, body: {} })).id },
  };
  const refused = async (key: typeof api) => {
    const body = { cost: { amount: '0', currency: 'USD' } };
    const { problem } = await problemOf(key.conversations.update({ ...chat, body }));
    expect(problem.errors).toMatchObject([{ pointer: '/cost', code: 'out_of_reach' }]);
  };
  await refused(api);
  for (const text of ['Hello', 'Hello again']) await api.chats.send({ ...chat, body: { text } });
  // The reseller sees the cost, and cannot change it either.
  expect((await reseller.api.conversations.get(chat)).cost).toEqual({ amount: '0.000156', currency: 'USD' });
  await refused(reseller.api);
  await api.conversations.update({ ...chat, body: { status: 'completed', outcome: 'sold' } });
  await refused(api);
  const cost = { amount: '0.0002', currency: 'USD' };
  expect((await operator.conversations.update({ ...chat, body: { cost } })).cost).toEqual(cost);
  await refused(reseller.api);
  await eventually(async () => {
    const query = { interval: 'total' as const };
    const { rows } = await operator.usage.get({ params: { client_id: client.id }, query });
    expect(rows).toMatchObject([{ messages: 2, tokens: { input: 22, output: 14 }, costs: [cost] }]);
  });
});

test('a message that a newer one answers as well counts once, and the tokens of both answers count', async () => {
  const { client, open, send, period } = await stoppingWith(3, [{ text: 'First' }, { text: 'Second' }]);
  const [{ id: conversation_id }, last, tooMany] = await Promise.all([open(), open(), open()] as const);
  const say = (text: string, when_busy?: 'interrupt') =>
    client.api.chats.send({
      params: { conversation_id },
      body: { text, ...(when_busy && { when_busy }) },
      idempotencyKey: randomUUID(),
    });
  const { message } = await overtaken(
    platform.dynamodb_endpoint,
    { contains: conversation_id, operation: 'TransactWriteItems' },
    () => say('One'),
    () => say('Two', 'interrupt'),
  );
  expect(message).toBe('Second');
  await client.api.chats.end({ params: { conversation_id } });
  await eventually(async () => {
    const query = { interval: 'total' } as const;
    const [row] = (await operator.usage.get({ params: { client_id: client.client.id }, query })).rows;
    expect(row).toMatchObject({ messages: 2, tokens: { input: 22, output: 14 } });
  });
  // The plan has reserved nothing more.
  expect([await send(last.id), await send(tooMany.id)]).toEqual(['answered', '409 usage_limit_reached']);
  await client.api.chats.end({ params: { conversation_id: last.id } });
  await eventually(async () => expect(await period()).toMatchObject({ messages_used: 3 }));
});

test('answers in chats that are not stored count their tokens, and no message', async () => {
  const { api, client } = await organization();
  const marker = randomUUID();
  const hangUp = (count: number) => Array.from({ length: count }, () => ({ name: 'hang_up', arguments: {} }));
  await planAnswers(inject('modelServer'), marker, [
    { calls: hangUp(17) },
    { text: 'Two' },
    { text: 'Three' },
  ]);
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
  });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  const send = () => api.chats.send({ params, body: { text: 'Hello' } });
  expect(await refusalOf(send())).toBe('502 model_failed');
  const usage = async () =>
    (await operator.usage.get({ params: { client_id: client.id }, query: { interval: 'total' } })).rows;
  const failed = { messages: 0, tokens: { input: 11, output: 7 } };
  await eventually(async () =>
    expect(await usage()).toMatchObject([
      { ...failed, conversations: 0, costs: [{ amount: '0.000078', currency: 'USD' }] },
    ]),
  );
  const session = await tableOf(platform).get({ pk: `conversation#${conversation_id}`, sk: 'session' });
  expect(JSON.parse(session?.fields)).toMatchObject({ tokens: 18, messages: 0 });

  await send();
  await api.conversations.update({ params, body: { status: 'completed' } });
  await eventually(async () =>
    expect(await usage()).toMatchObject([
      { conversations: 1, messages: 1, tokens: { input: 22, output: 14 } },
    ]),
  );
});

test('messages of a chat that is erased while it is open are counted', async () => {
  const { api, client } = await organization();
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ text: 'One' }]);
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
  });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  await api.chats.send({ params, body: { text: 'Hello' } });
  await Promise.all([api.conversations.erase({ params }), api.conversations.erase({ params })]);
  await eventually(async () => {
    const query = { interval: 'total' as const };
    const { rows } = await operator.usage.get({ params: { client_id: client.id }, query });
    expect(rows).toMatchObject([
      {
        conversations: 0,
        messages: 1,
        tokens: { input: 11, output: 7 },
        costs: [{ amount: '0.000078', currency: 'USD' }],
      },
    ]);
  });
});

test('plans and subscriptions from before chats bill no messages', async () => {
  const { reseller, params, plan_id } = await billedOrganization(usersOf(platform));
  const body = { plan_id, start_date: monthFromNow(0) };
  const { id } = await reseller.api.subscriptions.replace({ params, body });
  const table = tableOf(platform);
  const { included_messages, message_rate, shape, ...plan } = (await table.get({
    pk: `plan#${plan_id}`,
    sk: 'record',
  })) as Record<string, unknown> & { pk: string; sk: string };
  await table.put(plan);
  const record = (await table.get({ pk: `billing#${params.client_id}`, sk: 'record' })) as {
    pk: string;
    sk: string;
    subscriptions: string;
  };
  const subscriptions = record.subscriptions
    .replaceAll(',"included_messages":0', '')
    .replaceAll(',"message_rate":"0"', '');
  expect(subscriptions).not.toBe(record.subscriptions);
  await table.put({ ...record, subscriptions });

  const unbilled = { included_messages: 0, message_rate: '0' };
  expect(await reseller.api.plans.get({ params: { plan_id } })).toMatchObject(unbilled);
  expect(await reseller.api.subscriptions.get({ params })).toMatchObject(unbilled);
  // The same terms keep the subscription.
  expect(await reseller.api.subscriptions.replace({ params, body })).toMatchObject({ id });
  // The lists of plans have not been written again: the checks of the table would find that they differ.
  await table.put({ ...plan, included_messages, message_rate, shape });
});
