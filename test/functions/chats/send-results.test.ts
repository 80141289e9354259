import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Fault } from '#lib/contract/errors.ts';
import {
  clientFor,
  newConversation,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import type { Answer } from '../../support/model-server.ts';
import { planAnswers } from '../../support/model-server.ts';

const called = (...names: string[]): Answer => ({
  text: 'One moment.',
  calls: names.map((name) => ({ name, arguments: { topic: name } })),
});

/**
 * A chat with an agent that can show a map on the page, and look up a price in the program that holds the
 * chat.
 */
const chatWithTools = async (answers: readonly Answer[]) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const org = await organization();
  const body = {
    name: 'Pia',
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    tools: [{ name: 'show_map', action: { type: 'page' as const } }, { name: 'find_price' }],
  };
  const { id: agent_id } = await org.api.agents.create({ body });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  const page = clientFor(chat.session_token);
  const params = { conversation_id: chat.id };
  return { org, api: org.api, page, agent_id, params, asked };
};

test('a page runs its function, sends the result, and the agent goes on', async () => {
  const { api, page, params, asked } = await chatWithTools([called('show_map'), { text: 'There it is.' }]);
  const first = await page.chats.send({ params, body: { text: 'Where are you?' } });
  expect(first.tool_calls).toEqual([{ id: 'call_0', name: 'show_map', arguments: { topic: 'show_map' } }]);
  const results = [{ id: 'call_0', result: { seen: true } }];
  const request = { params, body: { results }, idempotencyKey: randomUUID() };
  const [one, ...others] = await Promise.allSettled([1, 2, 3].map(() => page.chats.sendResults(request)));
  for (const other of [one, ...others]) {
    if (other?.status === 'rejected') expect(other.reason).toMatchObject({ code: 'request_in_flight' });
  }
  const answered = await page.chats.sendResults(request);
  expect(answered).toMatchObject({ message: 'There it is.', tool_calls: [] });
  const [, second, ...more] = await asked();
  expect(more).toEqual([]);
  expect([second?.body.messages].flat().slice(-2)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: 'call_0', function: { name: 'show_map' } }] },
    { role: 'tool', tool_call_id: 'call_0', content: '{"seen":true}' },
  ]);
  const { data } = await api.chats.messages({ params, query: {} });
  expect(
    data.map(({ role, text, tool_calls }) => [role, text, tool_calls.map(({ result }) => result)]),
  ).toEqual([
    ['user', 'Where are you?', []],
    ['agent', 'One moment.', [null]],
    ['tool', '', [{ seen: true }]],
    ['agent', 'There it is.', []],
  ]);
  expect(await refusalOf(page.chats.sendResults({ params, body: { results } }))).toBe('409 no_tool_calls');
});

test('a page sends the results of its own functions only, and a program those of all tools', async () => {
  const answers = [called('show_map', 'find_price'), { text: 'Nine euros.' }];
  const { api, page, params } = await chatWithTools(answers);
  const first = await page.chats.send({ params, body: { text: 'How much?' } });
  expect(first.tool_calls.map(({ name }) => name)).toEqual(['show_map']);
  const both = [
    { id: 'call_0', result: true },
    { id: 'call_1', result: 9 },
  ];
  const faultsOf = async (sent: Promise<unknown>) =>
    ((await problemOf(sent)).problem.errors as Fault[]).map(({ pointer, code }) => [pointer, code]);
  expect(await faultsOf(page.chats.sendResults({ params, body: { results: both } }))).toEqual([
    ['/results/1/id', 'not_found'],
  ]);
  const incomplete = api.chats.sendResults({ params, body: { results: both.slice(1) } });
  expect(await faultsOf(incomplete)).toEqual([['/results', 'required']]);
  const all = await api.chats.sendResults({ params, body: { results: both } });
  expect(all.message).toBe('Nine euros.');
});

test.for(['page', 'program'] as const)(
  'a message of the %s that another sender interrupts is answered as its own sender may see it',
  async (interrupted) => {
    const together = called('show_map', 'find_price');
    const { page, params } = await chatWithTools([{ text: 'Nobody reads this' }, together]);
    // A key of the platform, which sees costs.
    const senders = { page, program: operator };
    const other = interrupted === 'page' ? 'program' : 'page';
    const first = { params, body: { text: 'How much?' }, idempotencyKey: randomUUID() };
    const body = { text: 'And where?', when_busy: 'interrupt' as const };
    const second = { params, body, idempotencyKey: randomUUID() };
    const send = (sender: typeof interrupted, message: typeof first) => senders[sender].chats.send(message);
    const heard: Record<string, unknown> = {};
    heard[interrupted] = await overtaken(
      platform.dynamodb_endpoint,
      { contains: params.conversation_id, operation: 'TransactWriteItems' },
      () => send(interrupted, first),
      async () => {
        heard[other] = await send(other, second);
      },
    );
    const seen = { page: ['show_map'], program: ['show_map', 'find_price'] };
    for (const [sender, message] of [
      [interrupted, first],
      [other, second],
    ] as const) {
      const answered = await send(sender, message);
      expect(answered).toEqual(heard[sender]);
      expect(answered.tool_calls.map(({ name }) => name)).toEqual(seen[sender]);
      const isPage = sender === 'page';
      expect([answered.usage === null, answered.cost === null]).toEqual([isPage, isPage]);
      expect(answered.turns.map(({ tool_calls }) => tool_calls.length)).toEqual([0, 0, isPage ? 0 : 2]);
    }
  },
);

test('a message in place of results lets the agent go on without them', async () => {
  const { page, params } = await chatWithTools([called('show_map'), { text: 'As you like.' }]);
  await page.chats.send({ params, body: { text: 'Where are you?' } });
  const next = await page.chats.send({ params, body: { text: 'Never mind' } });
  expect(next).toMatchObject({ message: 'As you like.', tool_calls: [] });
  const results = [{ id: 'call_0', result: true }];
  expect(await refusalOf(page.chats.sendResults({ params, body: { results } }))).toBe('409 no_tool_calls');
});

test('only a chat in reach takes results, and a failing model leaves it as it was', async () => {
  const failing = await chatWithTools([
    called('show_map'),
    { status: 500, body: 'Broken' },
    { text: 'There.' },
  ]);
  const { org, api, params } = failing;
  await api.chats.send({ params, body: { text: 'Where are you?' } });
  const body = { results: [{ id: 'call_0', error: 'The map is closed' }] };
  const send = (conversation_id: string, caller = api) =>
    refusalOf(caller.chats.sendResults({ params: { conversation_id }, body }));
  expect(await send(params.conversation_id)).toBe('502 model_failed');
  expect((await api.chats.sendResults({ params, body })).message).toBe('There.');
  expect(await send(unknownId('conv'))).toBe('404 conversation_not_found');
  expect(await send((await newConversation(org)).id)).toBe('409 not_a_chat');
  expect(await send(params.conversation_id, (await organization()).api)).toBe('404 conversation_not_found');
  await api.chats.end({ params });
  expect(await send(params.conversation_id)).toBe('409 conversation_ended');
});
