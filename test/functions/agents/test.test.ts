import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Organization } from '../../fixtures.ts';
import { organization, platform, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/model-server.ts';
import { modelKey, planAnswers } from '../../support/model-server.ts';
import { tableOf } from '../../support/table.ts';

type AgentBody = Parameters<Client['agents']['create']>[0]['body'];
type TestBody = Parameters<Client['agents']['test']>[0]['body'];

const server = inject('modelServer');

const flow = {
  start: 'greet',
  nodes: [
    {
      id: 'greet',
      instruction: 'Greet {{caller|them}}.',
      transitions: [
        { to: 'book', when: 'they want an appointment' },
        { to: 'close', when: 'the question is answered' },
      ],
    },
    { id: 'book', instruction: 'Offer two times.', transitions: [{ to: 'close', when: 'it is booked' }] },
    { id: 'close', instruction: 'Say goodbye.', transitions: [] },
  ],
};

const tools = [
  {
    name: 'find_slots',
    description: 'Free times',
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  },
];

const user = (content: string) => ({ role: 'user' as const, content });
const agentSaid = (content: string) => ({ role: 'agent' as const, content });

/** An agent that nobody else has, and how to talk to it. */
const newAgent = async (org: Organization, body: Partial<AgentBody> = {}) => {
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', ...body } });
  return (input: TestBody) => org.api.agents.test({ params: { agent_id }, body: input });
};

/** An agent of the server's model, which answers it as planned. */
const planned = async (answers: readonly Answer[], body: Partial<AgentBody> = {}) => {
  const marker = randomUUID();
  const asked = await planAnswers(server, marker, answers);
  const org = await organization();
  const say = await newAgent(org, {
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    ...body,
  });
  return { say, asked };
};

test('the agent begins with its first message, with variables filled in', async () => {
  const org = await organization();
  const say = await newAgent(org, {
    first_message: 'Hello {{ caller }}, this is {{practice}}. {{unknown|Welcome!}}',
    conversation_flow: flow,
  });
  const variables = { caller: '{{practice}}', practice: 'Harbor Dental' };
  expect(await say({ messages: [], variables })).toEqual({
    message: 'Hello {{practice}}, this is Harbor Dental. Welcome!',
    node: 'greet',
    ended: false,
    knowledge: [],
    tool_calls: [],
    usage: { input_tokens: 0, output_tokens: 0 },
    latency_ms: expect.any(Number),
    model: 'rehearsal',
  });
});

test('without a model, rehearsal mode follows the flow, and the answer says so', async () => {
  const org = await organization();
  const say = await newAgent(org, { conversation_flow: flow, tools });
  const variables = { caller: 'Ms Hart' };
  const hello = await say({ messages: [user('Good morning')], variables });
  expect(hello).toMatchObject({
    message: 'Rehearsal at “greet”: Greet Ms Hart.',
    node: 'greet',
    ended: false,
    model: 'rehearsal',
  });
  const moved = await say({ messages: [user('I would like two appointments')], variables });
  expect(moved).toMatchObject({ message: 'Rehearsal at “book”: Offer two times.', node: 'book' });
  const asked = await say({ messages: [user('Could you find slots for Monday?')], node: 'book' });
  expect(asked).toMatchObject({
    message: null,
    tool_calls: [{ name: 'find_slots', arguments: {}, result: null, mocked: false }],
  });
  const mocked = await say({
    messages: [user('Could you find slots for Monday?')],
    node: 'book',
    tool_mocks: [{ name: 'find_slots', result: ['10:00'] }],
  });
  expect(mocked).toMatchObject({
    message: 'Rehearsal at “book”: Offer two times.\nA tool answered ["10:00"]',
    tool_calls: [{ name: 'find_slots', result: ['10:00'], mocked: true }],
  });
  const ended = await say({ messages: [user('Great, now it is booked.')], node: 'book' });
  expect(ended).toMatchObject({ node: 'close', ended: true });
});

test('mocks of abilities replace only their results', async () => {
  const languages = [{ language: 'fr' }];
  const { say, asked } = await planned(
    [
      { text: '', calls: [{ name: 'speak', arguments: { language: 'fr' } }] },
      { text: 'Bonjour.', calls: [{ name: 'press_keys', arguments: { digits: '1' } }] },
      { text: 'Never said.' },
    ],
    {
      language: 'en',
      tools: [
        { name: 'speak', action: { type: 'builtin', name: 'switch_language', languages } },
        { name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } },
      ],
    },
  );
  const tool_mocks = ['speak', 'press_keys'].map((name) => ({ name, result: 'mine' }));
  expect(await say({ messages: [user('Français?')], tool_mocks })).toMatchObject({
    message: 'Bonjour.',
    ended: false,
    tool_calls: [
      { name: 'speak', result: 'mine', mocked: true },
      { name: 'press_keys', result: 'mine', mocked: true },
    ],
  });
  const tags = (await asked()).map(({ body }) => /with the tag (\w+)/.exec(JSON.stringify(body))?.[1]);
  expect(tags).toEqual(['en', 'fr']);
});

test('a draft is applied over the saved agent, and nothing is stored', async () => {
  const org = await organization();
  const say = await newAgent(org, { first_message: 'Saved', conversation_flow: flow });
  expect((await say({ messages: [], draft: { first_message: 'Tried' } })).message).toBe('Tried');
  const other = { start: 'only', nodes: [{ id: 'only', instruction: 'Listen.' }] };
  const elsewhere = await say({ messages: [user('Hi')], draft: { conversation_flow: other } });
  expect(elsewhere.node).toBe('only');
  expect((await say({ messages: [user('Hi')], draft: { conversation_flow: null } })).node).toBeNull();
  expect((await say({ messages: [] })).message).toBe('Saved');
  expect((await org.api.conversations.list()).data).toEqual([]);
  const [agent] = (await org.api.agents.list()).data;
  expect(agent?.version).toBe(1);
});

test('documents are found by the user’s question, and quoted', async () => {
  const org = await organization();
  const agent = await org.api.agents.create({ body: { name: 'Pia', prompt: 'You are Pia.' } });
  const add = async (name: string, text: string) =>
    (await org.api.documents.create({ params: { agent_id: agent.id }, body: { name, text } })).id;
  const prices = await add(
    'Prices',
    'A check-up is free.\n\nA cleaning costs 80 euros. Whitening costs 300 euros.',
  );
  const parking = await add('Parking', 'You may park behind the house.\n\nThe gate closes at eight.');
  const hours = await add('Öffnungszeiten', 'Wir haben montags bis freitags von acht bis zwölf geöffnet.');
  const ask = (content: string, draft = {}) =>
    org.api.agents.test({
      params: { agent_id: agent.id },
      body: { messages: [user(content)], draft },
    });
  const price = await ask('How much is whitening?');
  expect(price.knowledge).toEqual([{ document_id: prices, title: 'Prices', score: expect.any(Number) }]);
  expect(price.message).toBe('Rehearsal: You are Pia.\nFrom “Prices”: Whitening costs 300 euros.');
  expect((await ask('Wann ist GEOFFNET?')).knowledge[0]?.document_id).toBe(hours);
  expect((await ask('Where is the parking?')).knowledge[0]?.document_id).toBe(parking);
  expect((await ask('Bananas')).knowledge).toEqual([]);

  const marker = randomUUID();
  const asked = await planAnswers(server, marker, [{ text: 'Three hundred euros.' }]);
  const draft = { prompt: marker, model: { id: 'test-model' } };
  expect((await ask('How much is whitening?', draft)).message).toBe('Three hundred euros.');
  const [{ body = {} } = {}] = await asked();
  const [system] = body.messages as { role: string; content: string }[];
  expect(system?.role).toBe('system');
  expect(system?.content).toContain('<passage title="Prices">\nA check-up is free.');
  expect(system?.content).not.toContain('gate');
});

test('the model receives prompt, personality, flow and history, and its answer is returned', async () => {
  const { say, asked } = await planned([{ text: ' Of course. ' }], {
    language: 'en-GB',
    personality: { tone: 'warm', traits: ['patient'] },
    model: { id: 'test-model', temperature: 0.25, max_tokens: 90 },
    conversation_flow: flow,
    tools,
  });
  const answer = await say({
    messages: [agentSaid('Harbor Dental.'), user('May I ask something?')],
    variables: { caller: 'Ms Hart' },
  });
  expect(answer).toEqual({
    message: 'Of course.',
    node: 'greet',
    ended: false,
    knowledge: [],
    tool_calls: [],
    usage: { input_tokens: 11, output_tokens: 7 },
    latency_ms: expect.any(Number),
    model: 'test-model',
  });
  const [{ path, headers, body = {} } = {}] = await asked();
  expect(path).toBe('/v1/chat/completions');
  expect(headers?.authorization).toBe(`Bearer ${modelKey}`);
  const {
    messages,
    tools: offered,
    ...rest
  } = body as {
    messages: { role: string; content: string }[];
    tools: { function: { name: string; parameters: unknown } }[];
  };
  expect(rest).toMatchObject({ model: 'test-model', temperature: 0.25, max_tokens: 90 });
  expect(messages.slice(1)).toEqual([
    { role: 'user', content: '(The conversation begins.)' },
    { role: 'assistant', content: 'Harbor Dental.' },
    { role: 'user', content: 'May I ask something?' },
  ]);
  for (const told of [
    'Tone: warm',
    'Traits: patient',
    'en-GB',
    'Greet Ms Hart.',
    'Go to book when: they want',
  ])
    expect(messages[0]?.content).toContain(told);
  expect(offered.map(({ function: { name } }) => name)).toEqual(['find_slots', 'go_to']);
  expect(offered[0]?.function.parameters).toMatchObject(tools[0]?.parameters ?? {});
  expect(offered[1]?.function.parameters).toMatchObject({ properties: { to: { enum: ['book', 'close'] } } });
});

test('the model moves through the flow, and receives the instruction of each node', async () => {
  const { say, asked } = await planned(
    [
      { calls: [{ name: 'go_to', arguments: { to: 'book' } }] },
      { text: 'Ten or eleven?' },
      { calls: [{ name: 'go_to', arguments: { to: 'close' } }] },
      { text: 'Goodbye.', calls: [{ name: 'end_conversation', arguments: {} }] },
    ],
    { conversation_flow: flow },
  );
  const messages = [user('An appointment, please.')];
  const moved = await say({ messages });
  expect(moved).toMatchObject({ message: 'Ten or eleven?', node: 'book', ended: false });
  expect(moved.usage).toEqual({ input_tokens: 22, output_tokens: 14 });
  const ended = await say({
    messages: [...messages, agentSaid('Ten or eleven?'), user('Eleven.')],
    node: moved.node,
  });
  expect(ended).toMatchObject({ message: 'Goodbye.', node: 'close', ended: true, tool_calls: [] });
  const told = (await asked()).map(({ body }) => (body.messages as { content: string }[])[0]?.content ?? '');
  expect(told.map((content) => /now: (\w+)/.exec(content)?.[1])).toEqual(['greet', 'book', 'book', 'close']);
});

test('a model that ends the conversation without a message is asked for one', async () => {
  const only = { start: 'only', nodes: [{ id: 'only', instruction: 'Say goodbye.' }] };
  const { say, asked } = await planned(
    [{ calls: [{ name: 'end_conversation', arguments: {} }] }, { text: 'Goodbye.' }],
    { conversation_flow: only },
  );
  expect(await say({ messages: [user('Bye')] })).toMatchObject({ message: 'Goodbye.', ended: true });
  expect((await asked()).at(-1)?.body.tool_choice).toBe('none');
});

test('mocks answer the model’s calls, and a call without one is returned', async () => {
  const call = { name: 'find_slots', arguments: { day: 'Monday' } };
  const answers = [{ text: 'One moment.', calls: [call] }, { text: 'At ten.' }];
  const mocked = await planned(answers, { tools });
  const said = await mocked.say({
    messages: [user('Monday?')],
    tool_mocks: [{ name: 'find_slots', result: { free: ['10:00'] } }],
  });
  expect(said).toMatchObject({
    message: 'One moment.\nAt ten.',
    tool_calls: [{ ...call, result: { free: ['10:00'] }, mocked: true }],
  });
  const [, second] = await mocked.asked();
  expect(JSON.stringify(second?.body.messages)).toContain('10:00');

  const unmocked = await planned(answers, { tools });
  expect(await unmocked.say({ messages: [user('Monday?')] })).toMatchObject({
    message: 'One moment.',
    tool_calls: [{ ...call, result: null, mocked: false }],
  });
  expect(await unmocked.asked()).toHaveLength(1);
});

test('an agent’s tool can have the same name as a tool of the flow', async () => {
  const { say } = await planned(
    [{ calls: [{ name: 'go_to_', arguments: { to: 'book' } }] }, { text: 'Yes?' }],
    {
      conversation_flow: flow,
      tools: [{ name: 'go_to' }],
    },
  );
  expect(await say({ messages: [user('Hi')] })).toMatchObject({
    node: 'book',
    message: 'Yes?',
    tool_calls: [],
  });
});

const failed: readonly [string, Answer, string | undefined][] = [
  [
    'refuses the request',
    { status: 400, body: '{"error":{"message":"canary secret"}}' },
    'The model provider answered 400',
  ],
  [
    'refuses the key',
    { status: 401, body: '{"error":{"message":"canary secret"}}' },
    'The model provider answered 401',
  ],
  ['breaks', { status: 500, body: 'canary secret' }, 'The model provider answered 500'],
  [
    'answers with no JSON',
    { status: 200, body: '<html>canary secret' },
    'The model’s answer cannot be parsed',
  ],
  ['answers with other JSON', { status: 200, body: '{"choices":7}' }, 'The model’s answer cannot be parsed'],
  ['answers with no choice', { status: 200, body: '{"choices":[]}' }, 'The model’s answer cannot be parsed'],
  ['is cut off', { trouble: 'cut' }, undefined],
  ['streams unasked', { trouble: 'streamed' }, 'The model’s answer cannot be parsed'],
  ['never ends its answer', { trouble: 'endless' }, undefined],
  ['says nothing', { text: '' }, 'The model returned no text'],
  [
    'calls what there is not',
    { calls: [{ name: 'fly', arguments: {} }] },
    'The model called a tool that the agent does not have',
  ],
  [
    'calls with no arguments',
    { calls: [{ name: 'find_slots', arguments: '{"day":' }] },
    'The model called a tool with invalid arguments',
  ],
  [
    'goes where nothing leads',
    { calls: [{ name: 'go_to', arguments: { to: 'greet' } }] },
    'The model chose a node that the current node does not lead to',
  ],
  [
    'calls and calls',
    { calls: [{ name: 'find_slots', arguments: {} }] },
    'The model called tools although it had to speak',
  ],
  [
    'calls too much',
    { calls: Array.from({ length: 33 }, () => ({ name: 'find_slots', arguments: {} })) },
    'The model called too many tools at once',
  ],
];

test.for(failed)('a model that %s is reported as its failure', async ([, answer, detail]) => {
  const { say } = await planned([answer], { conversation_flow: flow, tools });
  const problem = await problemOf(
    say({ messages: [user('Hi')], tool_mocks: [{ name: 'find_slots', result: null }] }),
  );
  expect(problem.code).toBe(problem.status === 502 ? 'model_failed' : 'model_unavailable');
  if (detail) expect([problem.status, problem.problem.detail]).toEqual([502, detail]);
  expect(JSON.stringify(problem.problem)).not.toContain('secret');
});

test('the conversation is not sent to the target of a provider’s redirect', async () => {
  const elsewhere = { status: 307, body: '', headers: { location: '/v1/chat/completions' } };
  const { say, asked } = await planned([elsewhere, { text: 'Hello' }]);
  expect(await refusalOf(say({ messages: [user('Hi')] }))).toBe('503 model_unavailable');
  expect(await asked()).toHaveLength(1);
});

test('output above the limits is refused as a failure of the model', async () => {
  const calls = Array.from({ length: 30 }, () => ({ name: 'find_slots', arguments: {} }));
  const long = { name: 'find_slots', arguments: { day: 'é'.repeat(9000) } };
  for (const [answer, detail] of [
    [{ calls }, 'The model called too many tools'],
    [{ calls: [long] }, 'The model called a tool with invalid arguments'],
  ] as const) {
    const { say } = await planned([answer], { tools });
    const tool_mocks = [{ name: 'find_slots', result: 'x'.repeat(16_000) }];
    const problem = await problemOf(say({ messages: [user('Hi')], tool_mocks }));
    expect([problem.status, problem.problem.detail]).toEqual([502, detail]);
  }
});

test('an overloaded model is temporarily unavailable', async () => {
  for (const status of [429, 503, 529]) {
    const { say } = await planned([{ status, body: '{}', headers: { 'retry-after': '7' } }]);
    const problem = await problemOf(say({ messages: [user('Hi')] }));
    expect([problem.status, problem.code]).toEqual([503, 'model_unavailable']);
    expect(problem.headers.get('retry-after')).toBe('7');
  }
  const { say } = await planned([{ trouble: 'closed' }]);
  expect(await refusalOf(say({ messages: [user('Hi')] }))).toBe('503 model_unavailable');
});

test.for(['silent', 'slow'] as const)('a model that is %s times out', async (trouble) => {
  const { say } = await planned([{ trouble }]);
  expect(await refusalOf(say({ messages: [user('Hi')] }))).toBe('504 model_timed_out');
});

test('an estimate takes the place of invalid token counts', async () => {
  for (const [input, output] of [
    [-1, 1.5],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ]) {
    const { say } = await planned([{ text: 'Hello', usage: { input, output } }]);
    const { usage } = await say({ messages: [user('Hi')] });
    expect(usage?.input_tokens).toBeGreaterThan(10);
    expect(usage?.input_tokens).toBeLessThan(10_000);
    expect(usage?.output_tokens).toBe(2);
  }
});

test('a first message of the maximum length with variables is returned', async () => {
  const org = await organization();
  const say = await newAgent(org, { first_message: '{{a}}'.repeat(100) });
  const { message } = await say({ messages: [], variables: { a: 'x'.repeat(2000) } });
  expect(message).toHaveLength(200_000);
  const longer = await newAgent(org, { first_message: '{{a}}'.repeat(101) });
  const problem = await problemOf(longer({ messages: [], variables: { a: 'x'.repeat(2000) } }));
  expect(problem.errors[0]?.pointer).toBe('/variables');
});

test('only allowed models are called', async () => {
  const org = await organization();
  const say = await newAgent(org, { first_message: 'Hello', model: { id: 'gpt-x' } });
  const problem = await problemOf(say({ messages: [] }));
  expect([problem.status, problem.code]).toEqual([409, 'model_not_allowed']);
  expect(problem.problem.allowed_models).toEqual(['rehearsal', 'test-model']);
  expect((await say({ messages: [], draft: { model: null } })).message).toBe('Hello');
});

test('an agent out of reach is not found, and one of a suspended organization is refused', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const body = { messages: [user('Hi')] };
  const ask = (api: Client, id = agent_id) => refusalOf(api.agents.test({ params: { agent_id: id }, body }));
  expect(await ask(stranger.api)).toBe('404 agent_not_found');
  expect(await ask(org.api, unknownId('agent'))).toBe('404 agent_not_found');
  await suspend(org);
  expect(await ask(org.api)).toBe('409 client_suspended');
});

test('an invalid request is refused with the place of the fault', async () => {
  const org = await organization();
  const say = await newAgent(org, { prompt: '{{a|}}'.repeat(1000), conversation_flow: flow });
  const faults = async (body: unknown) =>
    (await problemOf(say(body as TestBody))).errors.map(({ pointer }) => pointer);
  expect(await faults({})).toEqual(['/messages']);
  expect(await faults({ messages: [user('Hi'), agentSaid('Hello')] })).toEqual(['/messages']);
  expect(await faults({ messages: [{ role: 'system', content: 'x' }] })).toEqual(['/messages/0/role']);
  expect(await faults({ messages: Array.from({ length: 201 }, () => user('x')) })).toEqual(['/messages']);
  expect(await faults({ messages: [user('x'.repeat(10_001))] })).toEqual(['/messages/0/content']);
  const long = Array.from({ length: 41 }, () => user('x'.repeat(10_000)));
  expect(await faults({ messages: long })).toEqual(['/messages']);
  expect(await faults({ messages: [user('Hi')], node: 'nowhere' })).toEqual(['/node']);
  expect(await faults({ messages: [user('Hi')], node: 'greet', draft: { conversation_flow: null } })).toEqual(
    ['/node'],
  );
  expect(await faults({ messages: [user('Hi')], variables: { a: 'x'.repeat(2000) } })).toEqual([
    '/variables',
  ]);
  expect(await faults({ messages: [], variables: { 'no name': 'x' } })).toEqual(['/variables/no name']);
  const same = [1, 2].map((result) => ({ name: 'find_slots', result }));
  expect(await faults({ messages: [], tool_mocks: same })).toEqual(['/tool_mocks']);
});

test('an earlier version of an agent can be tested, and an unknown version is not found', async () => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', first_message: 'The first.' } });
  const params = { agent_id };
  await api.agents.replace({ params, body: { name: 'Pia', first_message: 'The second.' } });
  const say = async (body: TestBody) => (await api.agents.test({ params, body })).message;
  expect(await say({ messages: [] })).toBe('The second.');
  expect(await say({ messages: [], version: 1 })).toBe('The first.');
  expect(await say({ messages: [], version: 1, draft: { first_message: 'A draft.' } })).toBe('A draft.');
  expect(await refusalOf(say({ messages: [], version: 3 }))).toBe('404 agent_version_not_found');
});

test('tests are counted per day for an organization and its descendants together', async () => {
  const settings = { quotas: { agent_tests_per_day: 3 } };
  const org = await organization(undefined, 'client', { settings });
  const child = await organization(org);
  const [say, sayBelow] = [await newAgent(org), await newAgent(child)];
  const results = await Promise.allSettled(
    [say, sayBelow, say, sayBelow, say].map((one) => one({ messages: [user('Hello')] })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const problem = await problemOf(sayBelow({ messages: [user('Hello')] }));
  expect([problem.status, problem.code, problem.problem.quota, problem.problem.limit]).toEqual([
    429,
    'rate_limited',
    'agent_tests_per_day',
    3,
  ]);
  const wait = Number(problem.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(86_400);
  // Nothing else is refused.
  await org.api.agents.list();
});

test('without a quota an organization has as many tests as one with all organizations that it creates below itself', async () => {
  const org = await organization();
  // The counter as 998 tests leave it.
  const day = Math.floor(Date.now() / 86_400_000);
  const expires = (day + 1) * 86_400;
  await tableOf(platform).put({ ...keyOf('agent_tests', org.client.id, day), requests: 998, expires });
  const below = async (settings: { quotas?: { agent_tests_per_day: number } }) => {
    const { id: client_id } = await org.api.clients.create({
      body: { name: 'Branch', type: 'subcompany', settings },
    });
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', client_id } });
    return org.api.agents.test({ params: { agent_id }, body: { messages: [user('Hello')] } });
  };
  await below({});
  await below({ quotas: { agent_tests_per_day: 1_000_000 } });
  for (const settings of [{}, { quotas: { agent_tests_per_day: 1_000_000 } }]) {
    expect((await problemOf(below(settings))).problem).toMatchObject({ code: 'rate_limited', limit: 1000 });
  }
});

test('the documents of an agent are read once per version of its knowledge base', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const params = { agent_id };
  const body = { name: 'Hours', text: 'We open at eight. '.repeat(5000) };
  const { id: document_id } = await org.api.documents.create({ params, body });
  const unitsOf = async () => {
    const { response } = await org.api.agents.test.withResponse({
      params,
      body: { messages: [user('When do you open?')] },
    });
    return Number(/([\d.]+) RCU/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  };
  expect(await unitsOf()).toBeGreaterThan(20);
  // Another agent's documents may have taken their place in the function's memory meanwhile.
  await eventually(async () => expect(await unitsOf()).toBeLessThan(10));
  await org.api.documents.replace({
    params: { agent_id, document_id },
    body: { ...body, name: 'Opening hours' },
  });
  expect(await unitsOf()).toBeGreaterThan(20);
});

test('a text with a variable that has neither a value nor a default is refused', async () => {
  const org = await organization();
  const say = await newAgent(org, {
    first_message: 'Hello {{name}}, {{caller.name}}.',
    limit_message: 'Goodbye {{name|there}}, from {{practice}}.',
  });
  const { errors } = await problemOf(say({ messages: [], variables: { other: 'x' } }));
  expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/variables/name required',
    '/caller/name required',
    '/variables/practice required',
  ]);
  const variables = { name: 'Ada', practice: 'Harbor', 'caller.name': 'Ada Lovelace' };
  expect((await say({ messages: [], variables })).message).toBe('Hello Ada, Ada Lovelace.');
});
