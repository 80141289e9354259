import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { expect, inject, test } from 'vitest';
import { operator, organization, platform } from './fixtures.ts';
import { monthFromNow, terms } from './support/billing.ts';
import { eventually } from './support/eventually.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { tableOf } from './support/table.ts';

/** An organization whose plan bills messages, and an agent whose model always calls `ask_user`. */
const billedAgent = async (answers: readonly Answer[]) => {
  const org = await organization();
  const params = { client_id: org.client.id };
  const more = { included_messages: 1, message_rate: '0.10' };
  const { id: plan_id } = await operator.plans.create({ body: { ...terms, ...more } });
  await operator.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}).`,
      model: { id: 'test-model' },
      tools: [{ name: 'ask_user' }],
    },
  });
  /** The messages of the draft, and in usage. */
  const billed = async () => {
    const { data } = await operator.statements.list({ params });
    const { rows } = await operator.usage.get({ params, query: { interval: 'total' } });
    return [data[0]?.messages_used, rows[0]?.messages ?? 0];
  };
  return { org, params, agent_id, billed, asked };
};

const asks: Answer = { calls: [{ name: 'ask_user', arguments: {} }] };

/** A chat in which the user says everything as the result of a tool. */
const chatByResults = async (
  { org, agent_id }: Pick<Awaited<ReturnType<typeof billedAgent>>, 'org' | 'agent_id'>,
  results: number,
) => {
  const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  let { tool_calls } = await org.api.chats.send({ params, body: { text: 'Hello' } });
  for (let at = 0; at < results; at += 1) {
    const sent = tool_calls.map(({ id }) => ({ id, result: `Question ${at}` }));
    ({ tool_calls } = await org.api.chats.sendResults({ params, body: { results: sent } }));
  }
  await org.api.chats.end({ params });
};

test('results of tools are billed as messages once they have continued one seven times', async () => {
  const world = await billedAgent([asks]);
  await chatByResults(world, 17);
  await eventually(async () => expect(await world.billed()).toEqual([11, 11]));
  await chatByResults(world, 3);
  await eventually(async () => expect(await world.billed()).toEqual([12, 12]));
});

test('a subscription that ran before bills them from the next period on', async () => {
  const world = await billedAgent([asks]);
  // The bill of the new subscription is written first, or it would undo the change of the record.
  await eventually(async () => expect(await world.billed()).toEqual([0, 0]));
  const table = tableOf(platform);
  const key = { pk: `billing#${world.params.client_id}`, sk: 'record' };
  const record = await table.get(key);
  const subscriptions = JSON.parse(String(record?.subscriptions)) as object[];
  const before = subscriptions.map((each) => ({ ...each, answers_from: undefined }));
  await table.put({ ...record, subscriptions: JSON.stringify(before) });
  await chatByResults(world, 17);
  await eventually(async () => {
    expect(await world.billed()).toEqual([1, 11]);
    const after = JSON.parse(String((await table.get(key))?.subscriptions));
    expect(after).toMatchObject([{ answers_from: monthFromNow(1) }]);
  });
});

test('the results of a custom LLM’s calls continue a message once, and each repeat is a message', async () => {
  const world = await billedAgent([
    {
      calls: [
        { name: 'look_up', arguments: {} },
        { name: 'look_up', arguments: { other: true } },
      ],
    },
  ]);
  const { completions } = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${world.agent_id}`,
    apiKey: world.org.key,
    maxRetries: 0,
  }).chat;
  type Call = OpenAI.ChatCompletionMessageToolCall;
  const resultsOf = (calls: readonly Call[], content: string): OpenAI.ChatCompletionMessageParam[] => [
    { role: 'assistant', tool_calls: [...calls] },
    ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content })),
  ];
  const ask = async (...more: OpenAI.ChatCompletionMessageParam[]): Promise<readonly Call[]> => {
    const { choices } = await completions.create({
      model: 'any',
      messages: [{ role: 'user', content: 'Hello' }, ...more],
      tools: [{ type: 'function', function: { name: 'look_up', parameters: {} } }],
    });
    return choices[0]?.message.tool_calls ?? [];
  };
  const first = await ask();
  expect(first).toHaveLength(2);
  const second = await ask(...resultsOf(first, 'One'));
  // The same proofs with other results, one alone, and the same once more.
  await ask(...resultsOf(first, 'Two'));
  await ask(...resultsOf(first.slice(1), 'Three'));
  await ask(...resultsOf(first, 'One'));
  await eventually(async () => expect(await world.billed()).toEqual([4, 4]));
  let newest = second;
  for (let at = 0; at < 6; at += 1) newest = await ask(...resultsOf(newest, 'On'));
  expect((await world.asked()).length).toBe(11);
  await eventually(async () => expect(await world.billed()).toEqual([4, 4]));
  for (let at = 0; at < 2; at += 1) newest = await ask(...resultsOf(newest, 'On'));
  await eventually(async () => expect(await world.billed()).toEqual([6, 6]));
});

test('results are sent again without a message if nothing was answered', async () => {
  const world = await billedAgent([
    { calls: [{ name: 'look_up', arguments: {} }] },
    { status: 500, body: 'Sorry' },
    { status: 500, body: 'Sorry' },
    { status: 500, body: 'Sorry' },
    { text: 'Found' },
  ]);
  const { completions } = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${world.agent_id}`,
    apiKey: world.org.key,
    maxRetries: 0,
  }).chat;
  const tools = [{ type: 'function' as const, function: { name: 'look_up', parameters: {} } }];
  const user = { role: 'user' as const, content: 'Hello' };
  const { choices } = await completions.create({ model: 'any', messages: [user], tools });
  const [call] = choices[0]?.message.tool_calls ?? [];
  const results = [
    { role: 'assistant' as const, tool_calls: call ? [call] : [] },
    { role: 'tool' as const, tool_call_id: String(call?.id), content: 'One' },
  ];
  const answered = () => completions.create({ model: 'any', messages: [user, ...results], tools });
  await eventually(async () => expect((await answered()).choices[0]?.message.content).toBe('Found'));
  await eventually(async () => expect(await world.billed()).toEqual([1, 1]));
});
