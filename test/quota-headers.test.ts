import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { expect, inject, test } from 'vitest';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, operator, organization, platform, problemOf } from './fixtures.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { preparedCall } from './support/outbound-calls.ts';

type Quotas = NonNullable<ClientSettings['quotas']>;

const withQuotas = (quotas: Quotas) => ({ settings: { quotas } });

const limit = ({ client }: Organization, quotas: Quotas) =>
  operator.clients.update({ params: { client_id: client.id }, body: withQuotas(quotas) });

/** The headers of an answer, without those of limits that reset within a minute. */
const told = (headers: Headers) => {
  const items = (name: string) => headers.get(name)?.split(', ') ?? [];
  return {
    policy: items('ratelimit-policy').filter((item) => !item.includes('_per_minute')),
    left: items('ratelimit')
      .filter((item) => !item.includes('_per_minute'))
      .map((item) => item.replace(/;t=\d+$/, '')),
  };
};

const tests = (q: number) => `"agent_tests_per_day";q=${q};w=86400`;
const testsLeft = (r: number) => `"agent_tests_per_day";r=${r}`;

const testAgent = async (api: Client, agent_id: string): Promise<Headers> => {
  const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
  return (await api.agents.test.withResponse({ params: { agent_id }, body })).response.headers;
};

const newAgent = async ({ api }: Organization, model?: string): Promise<string> => {
  const body = { name: 'Pia', ...(model && { prompt: model, model: { id: 'test-model' } }) };
  return (await api.agents.create({ body })).id;
};

/** Both headers of the answer to a test, without the limit on requests that wait. */
const testedBy = async (api: Client, agent_id: string) => {
  const { policy, left } = told(await testAgent(api, agent_id));
  const isDaily = (item: string) => item.includes('_per_day');
  return { policy: policy.filter(isDaily), left: left.filter(isDaily) };
};

test('each test of an agent has its quota and what is left of it, and a refusal the time of the reset', async () => {
  const org = await organization(undefined, 'client', withQuotas({ agent_tests_per_day: 2 }));
  const agent_id = await newAgent(org);
  const first = await testAgent(org.api, agent_id);
  expect(told(first).policy).toEqual(['"waiting";q=300;w=60', tests(2)]);
  expect(told(first).left.at(-1)).toBe(testsLeft(1));
  expect(await testedBy(org.api, agent_id)).toEqual({ policy: [tests(2)], left: [testsLeft(0)] });

  const before = Date.now();
  const { status, headers, problem } = await problemOf(testAgent(org.api, agent_id));
  const after = Date.now();
  expect([status, problem.quota]).toEqual([429, 'agent_tests_per_day']);
  expect(told(headers).left.at(-1)).toBe(testsLeft(0));
  const reset = /"agent_tests_per_day";r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  expect(headers.get('retry-after')).toBe(reset);
  const { quotas } = (await org.api.me.get()).limits;
  const { used, resets_at } = quotas.find(({ name }) => name === 'agent_tests_per_day') ?? {};
  expect(used).toBe(2);
  const end = Date.parse(resets_at ?? '');
  expect(before + Number(reset) * 1000).toBeGreaterThanOrEqual(end - (after - before));
  expect(after + Number(reset) * 1000).toBeLessThan(end + (after - before) + 1000);
});

test('an organization sees what is left of its own quota, and not what others have left of one above', async () => {
  const reseller = await organization(undefined, 'reseller', withQuotas({ agent_tests_per_day: 10 }));
  const [shared, own, wide] = [
    await organization(reseller, 'client'),
    await organization(reseller, 'client', withQuotas({ agent_tests_per_day: 5 })),
    await organization(reseller, 'client', withQuotas({ agent_tests_per_day: 100 })),
  ];
  const [inShared, inOwn, inWide] = [await newAgent(shared), await newAgent(own), await newAgent(wide)];
  expect(await testedBy(shared.api, inShared)).toEqual({ policy: [tests(10)], left: [] });
  expect(await testedBy(own.api, inOwn)).toEqual({ policy: [tests(5)], left: [testsLeft(4)] });
  // No more than the quota above can be left, however many of those the others have used.
  expect(await testedBy(wide.api, inWide)).toEqual({ policy: [tests(10)], left: [] });
  // Those above see the quotas of all that they reach, and are told the strictest.
  expect(await testedBy(reseller.api, inOwn)).toEqual({ policy: [tests(5)], left: [testsLeft(3)] });
  expect(await testedBy(reseller.api, inWide)).toEqual({ policy: [tests(10)], left: [testsLeft(5)] });
  expect(await testedBy(operator, inShared)).toEqual({ policy: [tests(10)], left: [testsLeft(4)] });
  await limit(reseller, { agent_tests_per_day: 0 });
  const refused = await problemOf(testAgent(shared.api, inShared));
  expect(told(refused.headers)).toMatchObject({ left: expect.arrayContaining([testsLeft(0)]) });
});

const newChat = async (org: Organization, answers: readonly Answer[]) => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, answers);
  const agent_id = await newAgent(org, `You are Pia (${marker}).`);
  const { id, session_token } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: id };
  const send = async (api: Client, idempotencyKey: string = randomUUID()): Promise<Headers> => {
    const sent = await api.chats.send.withResponse({ params, body: { text: 'Hello' }, idempotencyKey });
    return sent.response.headers;
  };
  const stream = (key: string) =>
    fetch(`${platform.base_url}/v1/live/conversations/${id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Hello' }),
    });
  return { agent_id, page: clientFor(session_token), session_token, send, stream };
};

const messages = (q: number) => `"chat_messages_per_day";q=${q};w=86400`;
const tokens = (q: number) => `"model_tokens_per_day";q=${q};qu="tokens";w=86400`;

test('each message in a chat has the quotas of messages and of tokens, and what is left after its answer', async () => {
  const quotas = { chat_messages_per_day: 4, model_tokens_per_day: 1000 };
  const org = await organization(undefined, 'client', withQuotas(quotas));
  const { api } = org;
  const { page, session_token, send, stream } = await newChat(org, [
    { text: 'One' },
    { text: 'Two' },
    { text: 'Three' },
    { text: 'Four' },
  ]);
  const usedTokens = async () =>
    (await api.me.get()).limits.quotas.find(({ name }) => name === 'model_tokens_per_day')?.used ?? 0;
  const policy = [messages(4), tokens(1000)];
  const once = randomUUID();
  const first = await send(api, once);
  const used = await usedTokens();
  expect(used).toBeGreaterThan(0);
  expect(told(first)).toEqual({
    policy,
    left: ['"chat_messages_per_day";r=3', `"model_tokens_per_day";r=${1000 - used}`],
  });
  expect(first.get('ratelimit-policy')).toContain('"chat_messages_per_minute";q=300;w=60');
  // A repeat is not counted.
  expect(told(await send(api, once))).toEqual({ policy: [], left: [] });
  // The user of a chat is no member of the organization.
  expect(told(await send(page))).toEqual({ policy, left: [] });
  // A stream begins before the tokens of its answer are counted.
  const before = await usedTokens();
  const streamed = await stream(org.key);
  await streamed.text();
  expect(told(streamed.headers)).toEqual({
    policy,
    left: ['"chat_messages_per_day";r=1', `"model_tokens_per_day";r=${1000 - before}`],
  });
  await send(api);
  for (const headers of [(await problemOf(send(page))).headers, (await stream(session_token)).headers]) {
    expect(told(headers)).toEqual({ policy: [messages(4)], left: ['"chat_messages_per_day";r=0'] });
    const reset = /"chat_messages_per_day";r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
    expect(headers.get('retry-after')).toBe(reset);
  }
});

test('an answer to a program that speaks OpenAI’s API has the quotas, and one that tokens refuse as well', async () => {
  const org = await organization(undefined, 'client', withQuotas({ model_tokens_per_day: 1 }));
  const { agent_id } = await newChat(org, [{ text: 'One' }]);
  const { completions } = new OpenAI({
    baseURL: `${platform.base_url}/v1/live/agents/${agent_id}`,
    apiKey: org.key,
    maxRetries: 0,
  }).chat;
  const ask = () => completions.create({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] });
  const { response } = await ask().withResponse();
  expect(told(response.headers)).toEqual({
    policy: [messages(10_000), tokens(1)],
    left: ['"chat_messages_per_day";r=9999', '"model_tokens_per_day";r=0'],
  });
  const refused = await ask().catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429 });
  const { headers } = refused as InstanceType<typeof OpenAI.APIError> & { headers: Headers };
  expect(told(headers)).toEqual({ policy: [tokens(1)], left: ['"model_tokens_per_day";r=0'] });
});

test('a placed call has its quota, and what is left of it only if nothing is', async () => {
  const { org, agent, integration } = await preparedCall('vapi');
  await limit(org, { calls_per_day: 1 });
  const request = {
    params: { agent_id: agent.id },
    body: { integration_id: integration.id, to: '+14155550123' },
  };
  const call = async (idempotencyKey: string) =>
    told((await org.api.calls.create.withResponse({ ...request, idempotencyKey })).response.headers);
  const policy = ['"calls_per_day";q=1;w=86400'];
  expect(await call('first')).toEqual({ policy, left: [] });
  expect(await call('first')).toEqual({ policy: [], left: [] });
  const { headers } = await problemOf(call('second'));
  expect(told(headers)).toEqual({ policy, left: ['"calls_per_day";r=0'] });
  expect(headers.get('ratelimit')).toBe(`"calls_per_day";r=0;t=${headers.get('retry-after')}`);
});

test('each quota in the headers has the name that it has among the limits of the caller', async () => {
  const org = await organization();
  const agent_id = await newAgent(org);
  const { send } = await newChat(org, [{ text: 'One' }]);
  const names = (await org.api.me.get()).limits.quotas.map(({ name }) => name as string);
  for (const headers of [await testAgent(org.api, agent_id), await send(org.api)]) {
    const told = [...(headers.get('ratelimit-policy') ?? '').matchAll(/"(\w+_per_day)"/g)];
    expect(told).not.toEqual([]);
    for (const [, name] of told) expect(names).toContain(name);
  }
});
