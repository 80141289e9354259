import { randomUUID } from 'node:crypto';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import type { APIError } from 'openai';
import OpenAI from 'openai';
import { afterAll, expect, inject, test } from 'vitest';
import { liveCallKey } from '#lib/store/keys.ts';
import type { Organization } from '../../fixtures.ts';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/model-server.ts';
import { planAnswers } from '../../support/model-server.ts';
import type { Receiver } from '../../support/receiver.ts';
import { answering, startReceiver } from '../../support/receiver.ts';
import { tableOf } from '../../support/table.ts';

/*
 * An agent as the model of clients that know nothing of the platform: OpenAI's own package, and the one of
 * the AI SDK.
 */

const receivers: Receiver[] = [];

afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

type Created = Parameters<Organization['api']['agents']['create']>[0]['body'];

const urlOf = (agentId: string) => `${platform.base_url}/v1/live/agents/${agentId}`;

/** An agent whose model answers as planned; without a plan, it rehearses. */
const agentOf = async (
  { api, key }: Pick<Organization, 'api' | 'key'>,
  answers: readonly Answer[] = [],
  more: Partial<Created> = {},
) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const { id } = await api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}).`,
      ...(answers.length > 0 && { model: { id: 'test-model' } }),
      ...more,
    },
  });
  const openai = new OpenAI({ baseURL: urlOf(id), apiKey: key, maxRetries: 0 });
  const ask = (content: string, more: object = {}, call: string = randomUUID()) =>
    openai.chat.completions.create(
      { model: 'agent', messages: [{ role: 'user', content }], ...more },
      { headers: { 'x-call-id': call } },
    );
  return { id, openai, ask, asked };
};

const cancelling = (url: string) => ({
  name: 'cancel_order',
  description: 'Cancels an order',
  parameters: {
    type: 'object',
    properties: { order: { type: 'integer' }, customer_id: { type: 'string' } },
    required: ['order', 'customer_id'],
  },
  action: { type: 'http' as const, url, effect: 'write' as const, bind: { customer_id: '{{customer_id}}' } },
});

const shop = async (body = '{"status":"cancelled"}') => {
  const receiver = await startReceiver(answering(200, { 'content-type': 'application/json' }, body));
  receivers.push(receiver);
  return receiver;
};

const cancel: Answer = { calls: [{ name: 'cancel_order', arguments: { order: 12 } }] };

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'The weather',
    parameters: { type: 'object', properties: {} },
  },
};

/** The text of an error of the package, as code that handles errors reads it. */
const errorOf = async (promise: Promise<unknown>) => {
  const { status, code, type, param, message } = (await promise.then(
    () => ({}),
    (error: unknown) => error,
  )) as APIError;
  return { status, code, type, param, message };
};

test('the package of OpenAI reads an answer', async () => {
  const { openai, id, asked } = await agentOf(await organization(), [{ text: 'It was sent.' }]);
  const completion = await openai.chat.completions.create({
    model: 'any',
    temperature: 0.5,
    user: 'ignored',
    messages: [
      { role: 'system', content: 'You are somebody else.' },
      { role: 'assistant', content: 'Hello, this is Pia.' },
      { role: 'user', content: [{ type: 'text', text: 'Where is order 12?' }] },
    ],
  });
  expect(completion).toMatchObject({
    object: 'chat.completion',
    model: id,
    choices: [{ index: 0, message: { role: 'assistant', content: 'It was sent.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  });
  const sent = JSON.stringify((await asked())[0]?.body.messages);
  expect(sent).toContain('You are Pia');
  expect(sent).toContain('Hello, this is Pia.');
  expect(sent).toContain('Where is order 12?');
  expect(sent).not.toContain('somebody else');
});

test('the package of OpenAI reads a stream with its usage', async () => {
  const { openai } = await agentOf(await organization(), [{ text: 'It was sent yesterday.' }]);
  const stream = await openai.chat.completions.create({
    model: 'any',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Where is order 12?' }],
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  const words = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? ''));
  expect(words.length).toBeGreaterThan(3);
  expect(words.join('')).toBe('It was sent yesterday.');
  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } });
});

test('the AI SDK reads an answer and a stream', async () => {
  const org = await organization();
  const { id } = await agentOf(org, [{ text: 'Good morning to you.' }]);
  const provider = createOpenAICompatible({
    name: 'platform',
    baseURL: urlOf(id),
    apiKey: org.key,
    includeUsage: true,
  });
  const request = { model: provider('agent'), prompt: 'Good morning' };
  const { text, usage } = await generateText(request);
  expect([text, usage.inputTokens, usage.outputTokens]).toEqual(['Good morning to you.', 11, 7]);
  const stream = streamText(request);
  expect(await stream.text).toBe('Good morning to you.');
  expect((await stream.usage).outputTokens).toBe(7);
});

test('an agent without a model rehearses word by word', async () => {
  const { ask } = await agentOf(await organization());
  const { choices } = await ask('Good morning');
  expect(choices[0]?.message.content).toContain('Rehearsal');
});

test('a client that has said nothing gets the first message', async () => {
  const { openai } = await agentOf(await organization(), [], { first_message: 'Hello {{name}}.' });
  const { choices } = await openai.chat.completions.create({
    model: 'any',
    messages: [],
    variables: { name: 'Kim' },
  } as never);
  expect(choices[0]?.message.content).toBe('Hello Kim.');
});

test('the agent calls its own tools, and the client runs its own', async () => {
  const receiver = await shop();
  const { openai, asked } = await agentOf(
    await organization(),
    [
      { calls: [...(cancel as { calls: [] }).calls, { name: 'get_weather', arguments: { city: 'Kiel' } }] },
      { text: 'Sunny.' },
    ],
    { tools: [cancelling(receiver.url)] },
  );
  const question = { role: 'user' as const, content: 'Cancel order 12. And the weather?' };
  const variables = { customer_id: 'cus_7' };
  const first = await openai.chat.completions.create({
    model: 'any',
    messages: [question],
    tools: [weather],
    variables,
  } as never);
  const [{ finish_reason, message } = {} as never] = first.choices;
  expect([finish_reason, message.tool_calls]).toMatchObject([
    'tool_calls',
    [{ type: 'function', function: { name: 'get_weather', arguments: '{"city":"Kiel"}' } }],
  ]);
  expect(receiver.received.map(({ text }) => JSON.parse(text))).toMatchObject([
    { conversation_id: null, arguments: { order: 12, customer_id: 'cus_7' } },
  ]);
  const result = {
    role: 'tool' as const,
    tool_call_id: message.tool_calls?.[0]?.id ?? '',
    content: '{"sky":"blue"}',
  };
  const second = await openai.chat.completions.create({
    model: 'any',
    messages: [question, message, result],
    tools: [weather],
  });
  expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Sunny.' } });
  const sent = JSON.stringify((await asked()).at(-1)?.body.messages);
  expect(sent).toContain('blue');
  // The model gets its own id.
  expect(sent).not.toContain(result.tool_call_id);
  expect(sent).toContain(result.tool_call_id.slice(0, -11));
});

test('six requests at once for one turn make a call that writes once, and all learn its result', async () => {
  const result = `cancelled ${randomUUID()}`;
  const receiver = await shop(JSON.stringify({ status: result }));
  // The plan made first applies to whatever contains the result, so that an answer does not depend on the
  // order of requests.
  const learned = await planAnswers(inject('modelServer'), result, [{ text: 'It is cancelled.' }]);
  const { ask, asked } = await agentOf(await organization(), [cancel], { tools: [cancelling(receiver.url)] });
  const call = randomUUID();
  const more = { variables: { customer_id: 'cus_7' } };
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask('Cancel order 12', more, call)));
  expect(replies.map(({ choices }) => choices[0]?.message.content)).toEqual(
    Array.from({ length: 6 }, () => 'It is cancelled.'),
  );
  expect(receiver.received.map(({ text }) => JSON.parse(text))).toMatchObject([{ call_id: call }]);
  // A request that comes once the call was begun shows it to the model at once.
  const askedFirst = (await asked()).length;
  expect([askedFirst > 0 && askedFirst <= 6, (await learned()).length]).toEqual([true, 6]);
});

test('a caller who interrupts an answer after its tool has acted is answered with its result, and later too', async () => {
  const receiver = await shop();
  const { ask, asked } = await agentOf(
    await organization(),
    [
      { calls: [{ name: 'go_to', arguments: { to: 'cancel' } }] },
      cancel,
      { status: 500, body: 'The provider has closed the connection' },
      { text: 'Sorry, it is already cancelled.' },
      { text: 'Yes.' },
    ],
    {
      tools: [cancelling(receiver.url)],
      conversation_flow: {
        start: 'greet',
        nodes: [
          { id: 'greet', instruction: 'Greet', transitions: [{ to: 'cancel', when: 'They cancel' }] },
          { id: 'cancel', instruction: 'Cancel it', transitions: [{ to: 'greet', when: 'Something else' }] },
        ],
      },
    },
  );
  const call = randomUUID();
  const variables = { customer_id: 'cus_7' };
  await expect(ask('Cancel order 12', { variables }, call)).rejects.toThrow('502');
  // The agent was not heard in between, so that it is the same turn.
  const said = ['Cancel order 12', 'No, wait!'].map((content) => ({ role: 'user', content }));
  const { choices } = await ask('', { variables, messages: said }, call);
  expect(choices[0]?.message.content).toBe('Sorry, it is already cancelled.');
  expect(receiver.received).toHaveLength(1);
  const question = { role: 'user', content: 'Really?' };
  await ask('', { variables, messages: [...said, choices[0]?.message, question] }, call);

  const [again, next] = (await asked()).slice(-2).map(({ body }) => body.messages as { role: string }[]);
  const known = [
    ...said,
    { role: 'assistant', tool_calls: [{ function: { name: 'cancel_order', arguments: '{"order":12}' } }] },
    { role: 'tool', content: '{"status":"cancelled"}' },
  ];
  expect(again?.slice(1)).toMatchObject(known);
  const heard = { role: 'assistant', content: 'Sorry, it is already cancelled.' };
  expect(next?.slice(1)).toMatchObject([...known, heard, question]);
  // Both go on at the node at which the tool has acted.
  for (const messages of [again, next]) expect(JSON.stringify(messages?.[0])).toContain('Cancel it');
});

test('the next turn of a call, and another call, do it again', async () => {
  const receiver = await shop();
  const answers = [1, 2, 3].flatMap(() => [cancel, { text: 'Done.' }]);
  const { ask } = await agentOf(await organization(), answers, { tools: [cancelling(receiver.url)] });
  const call = randomUUID();
  const more = { variables: { customer_id: 'cus_7' } };
  const user = { role: 'user', content: 'Cancel order 12' };
  await ask('Cancel order 12', more, call);
  await ask('', { ...more, messages: [user, { role: 'assistant', content: 'Done.' }, user] }, call);
  await ask('Cancel order 12', more);
  expect(receiver.received.length).toBe(3);
});

const conversation_flow = {
  start: 'greet',
  nodes: [
    { id: 'greet', instruction: 'Greet', transitions: [{ to: 'pay', when: 'They want to pay an invoice' }] },
    { id: 'pay', instruction: 'Take the payment', transitions: [{ to: 'greet', when: 'Something else' }] },
  ],
};

test('the position in the flow is kept in a call, and a repeated turn begins where it began', async () => {
  const { ask, id } = await agentOf(await organization(), [], { conversation_flow });
  const call = randomUUID();
  const said = async (content: string, history: object[] = [], named = call) => {
    const messages = [...history, { role: 'user', content }];
    return (await ask(content, { messages }, named)).choices[0]?.message.content;
  };
  const heard = { role: 'assistant', content: 'Take the payment' };
  for (const _ of [1, 2]) expect(await said('I want to pay my invoice')).toContain('at “pay”');
  expect(await said('Hm', [heard])).toContain('at “pay”');
  expect(await said('Hm', [heard], randomUUID())).toContain('at “greet”');

  // A call lasts a day at most, however often it is named.
  const table = tableOf(platform);
  const key = liveCallKey(id, call);
  const kept = await table.get(key);
  await said('Hm', [heard]);
  expect((await table.get(key))?.expires).toBe(kept?.expires);
  await table.put({ ...key, ...kept, expires: 1, turn: 9 });
  for (const _ of [1, 2]) expect(await said('Hm', [heard])).toContain('at “greet”');
  expect((await table.get(key))?.expires).toBeGreaterThan(1);
});

test('an agent ends and transfers calls with the tools that its client has for it', async () => {
  const tools: Created['tools'] = [
    { name: 'hang_up', action: { type: 'builtin', name: 'end' } },
    { name: 'to_office', action: { type: 'builtin', name: 'transfer', number: '+4930123456' } },
    { name: 'to_person', action: { type: 'builtin', name: 'hand_over' } },
    { name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } },
    {
      name: 'speak',
      action: { type: 'builtin', name: 'switch_language', languages: [{ language: 'fr' }] },
    },
  ];
  const named = (name: string) => ({ type: 'function', function: { name, parameters: {} } });
  const org = await organization();
  const calling = (name: string): Answer[] => [{ text: 'Goodbye.', calls: [{ name, arguments: {} }] }];
  const controls = async (name: string, offered: string[]) => {
    const { ask, asked } = await agentOf(org, calling(name), { tools });
    const { choices } = await ask('Bye', { tools: offered.map(named) });
    const sent = JSON.stringify((await asked())[0]?.body.tools);
    const [{ message, finish_reason } = {} as never] = choices;
    return { sent, finish_reason, content: message.content, calls: message.tool_calls };
  };
  const ended = await controls('hang_up', ['end_call', 'transfer_to_number', 'play_keypad_touch_tone']);
  expect(ended).toMatchObject({ finish_reason: 'tool_calls', content: 'Goodbye.' });
  // OpenAI accepts ids of at most 40 characters.
  expect(ended.calls).toMatchObject([
    { id: expect.stringMatching(/^call_[\w-]{35}$/), function: { name: 'end_call' } },
  ]);
  expect(ended.sent).toContain('to_office');
  expect(ended.sent).not.toContain('to_person');
  expect(ended.sent).not.toContain('press_keys');
  expect(ended.sent).not.toContain('speak');
  expect(ended.sent).toContain('play_keypad_touch_tone');
  expect(ended.sent).not.toContain('end_call');
  const transferred = await controls('to_office', ['endCall', 'transferCall']);
  expect(transferred.calls).toMatchObject([
    { function: { name: 'transferCall', arguments: '{"destination":"+4930123456"}' } },
  ]);
  const alone = await controls('hang_up', []);
  expect(alone).toMatchObject({ finish_reason: 'stop', calls: undefined });
  expect(alone.sent).not.toContain('to_office');
});

test('refusals are problems that the package of OpenAI understands', async () => {
  const org = await organization();
  const { openai, id } = await agentOf(org, [{ status: 500, body: '{}' }]);
  const ask = (client: OpenAI, more: object = {}) =>
    client.chat.completions.create({ model: 'any', messages: [{ role: 'user', content: 'Hi' }], ...more });
  const at = (agentId: string, apiKey = org.key) =>
    new OpenAI({ baseURL: urlOf(agentId), apiKey, maxRetries: 0 });
  expect(await errorOf(ask(at(id, 'wrong')))).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(await errorOf(ask(at((await agentOf(await organization())).id)))).toMatchObject({
    status: 404,
    code: 'agent_not_found',
    type: 'invalid_request_error',
  });
  expect(await errorOf(ask(openai, { messages: 'Hi' }))).toMatchObject({
    status: 400,
    code: 'validation_failed',
    param: '/messages',
  });
  const failed = { status: 502, code: 'model_failed', type: 'server_error' };
  expect(await errorOf(ask(openai))).toMatchObject(failed);
  expect(await errorOf(ask(openai, { stream: true }))).toMatchObject(failed);
  const key = await org.api.apiKeys.create({ body: { name: 'Reads', scopes: ['agents:read'] } });
  expect(await errorOf(ask(at(id, key.key)))).toMatchObject({ status: 403, type: 'permission_error' });
});

test('an error after the first word ends the stream', async () => {
  const receiver = await shop();
  const { ask } = await agentOf(
    await organization(),
    [
      { text: 'One moment.', calls: [{ name: 'cancel_order', arguments: { order: 12 } }] },
      { status: 500, body: '{}' },
    ],
    { tools: [cancelling(receiver.url)] },
  );
  const stream = (await ask('Cancel', { stream: true })) as unknown as AsyncIterable<{
    choices: { delta: { content?: string } }[];
  }>;
  let heard = '';
  const reading = (async () => {
    for await (const { choices } of stream) heard += choices[0]?.delta.content ?? '';
  })();
  expect(await errorOf(reading)).toMatchObject({ code: 'model_failed' });
  expect(heard).toBe('One moment.');
});

test('answers count as messages and tokens, and not as conversations', async () => {
  const { ask, id } = await agentOf(await organization(), [{ text: 'Yes.' }]);
  const { client_id } = await operator.agents.get({ params: { agent_id: id } });
  await ask('Hello');
  await eventually(async () => {
    const query = { interval: 'total' as const, group_by: 'agent_id' as const };
    const [row] = (await operator.usage.get({ params: { client_id }, query })).rows;
    expect(row).toMatchObject({
      group: { agent_id: id },
      conversations: 0,
      duration_ms: { sum: 0, p50: null },
      messages: 1,
      tokens: { input: 11, output: 7 },
      costs: [{ amount: '0.000078', currency: 'USD' }],
    });
  });
});

test('a suspended organization has no answers, and quotas of chats limit them', async () => {
  const org = await organization();
  const params = { client_id: org.client.id };
  await operator.clients.update({
    params,
    body: { settings: { quotas: { chat_messages_per_day: 1 } } },
  });
  const { ask } = await agentOf(org);
  await ask('Hello');
  expect(await errorOf(ask('Hello again'))).toMatchObject({ status: 429, type: 'rate_limit_error' });
  await operator.clients.update({ params, body: { status: 'suspended' } });
  expect(await errorOf(ask('Hello'))).toMatchObject({ status: 409, code: 'client_suspended' });
});

test('the platform’s own client reads an answer', async () => {
  const org = await organization();
  const { id } = await agentOf(org);
  const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
  const { choices } = await org.api.completions.create({ params: { agent_id: id }, body });
  expect(choices[0]?.finish_reason).toBe('stop');
  const other = await organization();
  expect(await refusalOf(other.api.completions.create({ params: { agent_id: id }, body }))).toBe(
    '404 agent_not_found',
  );
});

test('an answer that fails on the way counts the tokens that its model has used', async () => {
  const calling: Answer = { calls: Array.from({ length: 17 }, () => ({ name: 'hang_up', arguments: {} })) };
  const tools: Created['tools'] = [{ name: 'hang_up', action: { type: 'builtin', name: 'end' } }];
  const usageOf = async (agentId: string) => {
    const { client_id } = await operator.agents.get({ params: { agent_id: agentId } });
    return (await operator.usage.get({ params: { client_id }, query: { interval: 'total' } })).rows;
  };
  for (const stream of [false, true]) {
    const { ask, id } = await agentOf(await organization(), [calling], { tools });
    await expect(ask('Hello', { stream })).rejects.toThrow('502');
    await eventually(async () =>
      expect(await usageOf(id)).toMatchObject([
        { conversations: 0, messages: 0, tokens: { input: 11, output: 7 } },
      ]),
    );
  }

  // A model reports its tokens at the end. What it has begun is estimated.
  const broken = await agentOf(await organization(), [{ trouble: 'broken' }]);
  const reading = (async () => {
    for await (const _ of (await broken.ask('Hello', { stream: true })) as unknown as AsyncIterable<object>);
  })();
  expect(await errorOf(reading)).toMatchObject({ code: 'model_failed' });
  await eventually(async () => {
    const [row] = await usageOf(broken.id);
    expect(row).toMatchObject({ messages: 0, tokens: { output: expect.any(Number) } });
    expect(row?.tokens.output).toBeGreaterThan(0);
    expect(row?.tokens.input).toBeGreaterThan(10);
  });
});

test('a client that leaves has its answer counted once', async () => {
  const receiver = await shop();
  const { ask, id } = await agentOf(await organization(), [cancel, { text: 'It is cancelled.' }], {
    tools: [cancelling(receiver.url)],
  });
  const stream = (await ask('Cancel order 12', {
    stream: true,
    variables: { customer_id: 'cus_7' },
  })) as unknown as AsyncIterable<object>;
  for await (const _ of stream) break;
  const { client_id } = await operator.agents.get({ params: { agent_id: id } });
  await eventually(async () => {
    const [row] = (await operator.usage.get({ params: { client_id }, query: { interval: 'total' } })).rows;
    expect(row).toMatchObject({ messages: 1, tokens: { input: 22, output: 14 } });
  });
});

test('what would change the meaning is refused, and not left out', async () => {
  const { openai } = await agentOf(await organization());
  const ask = (more: object) =>
    openai.chat.completions.create({
      model: 'any',
      messages: [{ role: 'user', content: 'Hello' }],
      ...more,
    } as never);
  await expect(ask({ n: 2 })).rejects.toMatchObject({ status: 400, param: '/n' });
  const image = { type: 'image_url', image_url: { url: 'https://shop.example/1.png' } };
  const parts = [{ type: 'text', text: 'Hello' }, image];
  await expect(ask({ messages: [{ role: 'user', content: parts }] })).rejects.toMatchObject({
    status: 400,
    param: '/messages/0/content',
  });
  await ask({ n: 1, messages: [{ role: 'user', content: parts.slice(0, 1) }] });
});
