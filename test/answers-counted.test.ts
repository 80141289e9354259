import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { expect, inject, test } from 'vitest';
import type { PhoneLine } from '#lib/local/phone-line.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, operator, organization, platform, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { phoneOf } from './support/phone.ts';

/** An agent whose model answers as planned, and what the model was asked. */
const newAgent = async ({ api }: Organization, answers: readonly Answer[]) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } },
  });
  return { agent_id, asked };
};

const usageOf = async ({ client }: Organization) => {
  const params = { client_id: client.id };
  return (await operator.usage.get({ params, query: { interval: 'total' } })).rows[0];
};

const setQuotas = ({ client }: Organization, quotas: { model_tokens_per_day: number }) =>
  operator.clients.update({ params: { client_id: client.id }, body: { settings: { quotas } } });

test('tests of agents count their tokens in usage and toward the quota of tokens, and no message', async () => {
  const org = await organization();
  await setQuotas(org, { model_tokens_per_day: 30 });
  const { agent_id, asked } = await newAgent(org, [{ text: 'One' }, { text: 'Two' }]);
  const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
  const tryOnce = () => org.api.agents.test({ params: { agent_id }, body });
  await tryOnce();
  await tryOnce();
  expect(await refusalOf(tryOnce())).toBe('429 rate_limited');
  expect(await asked()).toHaveLength(2);
  await eventually(async () =>
    expect(await usageOf(org)).toMatchObject({
      conversations: 0,
      messages: 0,
      tokens: { input: 22, output: 14 },
      costs: [{ amount: '0.000156', currency: 'USD' }],
    }),
  );
});

test('a plan that stops chats stops tests of agents', async () => {
  const org = await organization();
  const { agent_id } = await newAgent(org, [{ text: 'One' }]);
  const plan = await operator.plans.create({
    body: {
      name: 'Nothing',
      currency: 'USD',
      base_fee: '0',
      included_minutes: 0,
      minute_rate: '0',
      at_limit: 'stop',
    },
  });
  const params = { client_id: org.client.id };
  const today = new Date().toISOString().slice(0, 10);
  await operator.subscriptions.replace({ params, body: { plan_id: plan.id, start_date: today } });
  const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
  await eventually(async () =>
    expect(await refusalOf(org.api.agents.test({ params: { agent_id }, body }))).toBe(
      '409 usage_limit_reached',
    ),
  );
});

test('of sixty requests at once, one exceeds the quota of tokens', async () => {
  const org = await organization();
  await setQuotas(org, { model_tokens_per_day: 1000 });
  const { agent_id, asked } = await newAgent(org, [
    { text: 'One', usage: { input: 900, output: 300 }, pace: { first_ms: 50, part_ms: 0 } },
  ]);
  const { completions } = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${agent_id}`,
    apiKey: org.key,
    maxRetries: 0,
  }).chat;
  const ask = () => completions.create({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] });
  const answers = await Promise.allSettled(Array.from({ length: 60 }, ask));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await asked()).toHaveLength(1);
  await eventually(async () =>
    expect(await usageOf(org)).toMatchObject({ messages: 1, tokens: { input: 900, output: 300 } }),
  );
});

/** Asks an agent's model on each way that streams its answer or does not. */
const ways = {
  'a message': async ({ api }: Organization, agent_id: string) => {
    const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
    await api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
    await api.chats.end({ params: { conversation_id } });
  },
  'a streamed message': async ({ api, key }: Organization, agent_id: string) => {
    const { id: conversation_id, stream_url } = await api.chats.create({ params: { agent_id }, body: {} });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ text: 'Hello' });
    expect(await (await fetch(stream_url, { method: 'POST', headers, body })).text()).toContain(
      'event: done',
    );
    await api.chats.end({ params: { conversation_id } });
  },
  'a completion': async ({ key }: Organization, agent_id: string) => {
    const baseURL = `${platform.base_url}/v1/live/agents/${agent_id}`;
    const { completions } = new OpenAI({ baseURL, apiKey: key, maxRetries: 0 }).chat;
    await completions.create({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] });
  },
  'a test': async ({ api }: Organization, agent_id: string) => {
    const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
    await api.agents.test({ params: { agent_id }, body });
  },
} as const;

test.for(Object.keys(ways) as (keyof typeof ways)[])(
  'the model of %s is asked for its tokens, and one that reports none is not had for nothing',
  async (way) => {
    const org = await organization();
    const { agent_id } = await newAgent(org, [{ text: 'Hello' }, { text: 'Hello', usage: null }]);
    await ways[way](org, agent_id);
    await eventually(async () =>
      expect((await usageOf(org))?.tokens).toMatchObject({ input: 11, output: 7 }),
    );
    await ways[way](org, agent_id);
    // The prompt alone has more than 40 characters.
    await eventually(async () => {
      const { input = 0, output = 0 } = (await usageOf(org))?.tokens ?? {};
      expect(input).toBeGreaterThan(11 + 40 / 2.5);
      expect(output).toBe(7 + 2);
    });
  },
);

test('a program brings tools of a limited size', async () => {
  const org = await organization();
  const { agent_id, asked } = await newAgent(org, [{ text: 'One' }]);
  const { completions } = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${agent_id}`,
    apiKey: org.key,
    maxRetries: 0,
  }).chat;
  const tools = Array.from({ length: 5 }, (_, at) => ({
    type: 'function' as const,
    function: { name: `tool_${at}`, description: 'Look. '.repeat(2500), parameters: {} },
  }));
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  await expect(completions.create({ model: 'any', messages, tools })).rejects.toMatchObject({ status: 400 });
  expect(await asked()).toEqual([]);
  await completions.create({ model: 'any', messages, tools: tools.slice(0, 4) });
});

test('an answer at its longest ends the stream of its model', async () => {
  const org = await organization();
  const { agent_id } = await newAgent(org, [{ trouble: 'talkative' }]);
  const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const answer = await fetch(`${platform.base_url}/v1/live/conversations/${conversation_id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
  });
  expect(await answer.text()).toContain('event: done');
  const { data } = await org.api.chats.messages({ params: { conversation_id }, query: {} });
  expect(data.at(-1)?.text.length).toBeLessThanOrEqual(20_000);
  expect(data.at(-1)?.usage?.output_tokens).toBeLessThan(9000);
});

/** A chat with the client of its page. */
const newChat = async ({ api }: Organization, answers: readonly Answer[]) => {
  const { agent_id } = await newAgent({ api } as Organization, answers);
  const { id, session_token } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: id };
  const page = clientFor(session_token);
  const send = (by: typeof api) =>
    by.chats.send({ params, body: { text: 'Hello' }, idempotencyKey: randomUUID() });
  return { params, page, send };
};

const tooManyCalls = Array.from({ length: 17 }, () => ({ name: 'hang_up', arguments: {} }));

test('a chat whose answers fail ends with its tokens', async () => {
  const org = await organization();
  const { params, page, send } = await newChat(org, [
    { calls: tooManyCalls, usage: { input: 149_000, output: 1000 } },
  ]);
  for (const _ of [1, 2]) expect(await refusalOf(send(page))).toBe('502 model_failed');
  expect(await refusalOf(send(page))).toBe('409 conversation_ended');
  expect(await refusalOf(send(org.api))).toBe('409 conversation_ended');
  await eventually(async () =>
    expect(await usageOf(org)).toMatchObject({ tokens: { input: 298_000, output: 2000 } }),
  );
  expect((await org.api.chats.messages({ params, query: {} })).data).toEqual([]);
});

test('the user of a chat has a count of messages, which keeps those that fail', async () => {
  const org = await organization();
  const { page, send } = await newChat(org, [{ calls: tooManyCalls }]);
  const sent: string[] = [];
  // A minute may begin in between.
  while (sent.length < 45 && sent.at(-1) !== '429 rate_limited') sent.push(await refusalOf(send(page)));
  expect(sent.length).toBeGreaterThan(20);
  expect(sent.at(-1)).toBe('429 rate_limited');
  expect(new Set(sent.slice(0, -1))).toEqual(new Set(['502 model_failed']));
  expect(await refusalOf(send(org.api))).toBe('502 model_failed');
});

test('the user of a chat waits twice at once at most', async () => {
  const org = await organization();
  const { params, page } = await newChat(org, [{ text: 'One' }]);
  const wait = () => page.chats.messages({ params, query: { wait: '3' } });
  const waits = await Promise.allSettled([wait(), wait(), wait()]);
  expect(waits.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await page.chats.messages({ params, query: { wait: '1' } })).toMatchObject({ data: [] });
});

test('the next message to an organization that is suspended is refused', async () => {
  const org = await organization();
  const { page, send } = await newChat(org, [{ text: 'One' }]);
  await send(page);
  await operator.clients.update({ params: { client_id: org.client.id }, body: { status: 'suspended' } });
  expect(await refusalOf(send(page))).toMatch(/client_suspended/);
});

test('results of tools continue a message seven times, and count like messages after that', async () => {
  const org = await organization();
  const quotas = { chat_messages_per_day: 1 };
  await operator.clients.update({ params: { client_id: org.client.id }, body: { settings: { quotas } } });
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ calls: [{ name: 'ask_user', arguments: {} }] }]);
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}).`,
      model: { id: 'test-model' },
      tools: [{ name: 'ask_user' }],
    },
  });
  const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  let { tool_calls } = await org.api.chats.send({ params, body: { text: 'Hello' } });
  const goOn = () => {
    const results = tool_calls.map(({ id }) => ({ id, result: 'Tell me more' }));
    return org.api.chats.sendResults({ params, body: { results } });
  };
  for (let count = 1; count <= 7; count += 1) ({ tool_calls } = await goOn());
  expect(await refusalOf(goOn())).toBe('429 rate_limited');
});

const slowly = { text: 'One thing after the other. '.repeat(8), pace: { first_ms: 0, part_ms: 300 } };

const stops = {
  'hangs up': async () => {},
  'interrupts it': async (line: PhoneLine) => {
    line.say('Wait.');
    await line.hear();
  },
} as const;

test.for(Object.entries(stops))(
  'an answer counts what its model has begun when the caller %s',
  async ([, stop]): Promise<void> => {
    const marker = randomUUID();
    await planAnswers(inject('modelServer'), marker, [slowly, { text: 'Yes.' }]);
    const prompt = `You are Pia (${marker}).`;
    const { org, call } = await phoneOf({ prompt, model: { id: 'test-model' }, filler: '' });
    const line = await call();
    await line.hear();
    line.say('Go on.');
    await line.messages.next();
    await stop(line);
    await line.hangUp();
    // The tokens of the answer to an interruption are known, and those of one that was left are estimated.
    await eventually(async () => {
      const { tokens } = (await usageOf(org)) ?? {};
      expect(tokens?.input).toBeGreaterThan(11);
      expect(tokens?.output).toBeGreaterThan(stop === stops['hangs up'] ? 0 : 7);
    });
  },
);
