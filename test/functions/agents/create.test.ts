import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import {
  clientFor,
  makeKey,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { tableOf } from '../../support/table.ts';

const whole = {
  name: 'Reception',
  description: 'Answers the phone',
  prompt: 'You are the receptionist. 🦷 Grüße!',
  first_message: 'Hello, how can I help?',
  language: 'en-GB',
  voice_id: 'voice-1',
  voice: { provider: 'elevenlabs', speed: 1.1, stability: 0.5 },
  personality: { tone: 'warm', style: 'brief', traits: ['patient', 'exact'] },
  model: { provider: 'openai', id: 'gpt-x', temperature: 0.3, max_tokens: 500 },
  tools: [
    {
      name: 'book',
      description: 'Books an appointment',
      action: {
        type: 'http' as const,
        url: 'https://shop.example/tools/book',
        effect: 'write' as const,
        timeout_seconds: 8,
        bind: { customer_id: '{{customer_id}}' },
      },
      parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
    },
  ],
  conversation_flow: {
    start: 'greet',
    nodes: [
      {
        id: 'greet',
        instruction: 'Greet',
        tools: [],
        transitions: [{ to: 'book', when: 'they want an appointment' }],
      },
      { id: 'book', instruction: 'Book', tools: null, transitions: [] },
    ],
  },
  handover: { answer_within_minutes: 15, unanswered_message: 'We will write to you.' },
  limit_message: 'Please start another chat.',
  disclosure: 'You are talking to an AI, {{name|dear guest}}.',
  filler: 'One moment.',
  failure_message: 'I cannot help you right now.',
  fallback_number: '+14155550100',
  provider: { name: 'vapi', agent_id: 'asst_1' },
  metadata: { team: 'front desk' },
};

test('an agent is stored with every field as it was sent', async () => {
  const org = await organization();
  const { reply, response } = await org.api.agents.create.withResponse({ body: whole });
  expect(response.headers.get('location')).toBe(`/v1/agents/${reply.id}`);
  expect(reply).toEqual({
    ...whole,
    id: reply.id,
    client_id: org.client.id,
    external_id: null,
    created_at: reply.created_at,
    updated_at: reply.created_at,
    version: 1,
    live_version: null,
    knowledge_base: { documents: 0, bytes: 0, version: 0 },
  });
  expect(await org.api.agents.get({ params: { agent_id: reply.id } })).toEqual(reply);
});

test('only the name is required', async () => {
  const org = await organization();
  const agent = await org.api.agents.create({ body: { name: 'Bare' } });
  expect(agent).toMatchObject({
    prompt: null,
    tools: [],
    conversation_flow: null,
    voice: null,
    metadata: {},
  });
});

test('a prompt of the maximum length is stored, in any script, and a longer one is refused', async () => {
  const org = await organization();
  const prompt = '予'.repeat(100_000);
  const agent = await org.api.agents.create({ body: { name: 'Long', prompt } });
  expect((await org.api.agents.get({ params: { agent_id: agent.id } })).prompt).toBe(prompt);
  const problem = await problemOf(org.api.agents.create({ body: { name: 'Longer', prompt: `${prompt}x` } }));
  expect(problem.errors[0]?.pointer).toBe('/prompt');
});

test('an agent that is too large as a whole is refused with 400', async () => {
  const org = await organization();
  const tools = Array.from({ length: 20 }, (_, at) => ({
    name: `tool_${at}`,
    parameters: { description: 'x'.repeat(30_000) },
  }));
  const problem = await problemOf(org.api.agents.create({ body: { name: 'Large', tools } }));
  expect(problem.errors).toMatchObject([{ pointer: '', detail: expect.stringContaining('380,000 bytes') }]);
});

test('an unreachable node is refused with its place, together with all other faults', async () => {
  const org = await organization();
  const node = { id: 'a', instruction: 'A' };
  const conversation_flow = { start: 'a', nodes: [node, { ...node, id: 'b' }] };
  const create = org.api.agents.create({ body: { name: '', language: '?', conversation_flow } });
  const { status, code, errors } = await problemOf(create);
  expect([status, code]).toEqual([400, 'validation_failed']);
  expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
    '/conversation_flow/nodes/1',
    '/language',
    '/name',
  ]);
});

test('transitions must lead to nodes, and names must be unique', async () => {
  const org = await organization();
  const problem = await problemOf(
    org.api.agents.create({
      body: {
        name: 'X',
        tools: [{ name: 'same' }, { name: 'same' }],
        conversation_flow: {
          start: 'nowhere',
          nodes: [
            { id: 'a', instruction: 'A', transitions: [{ to: 'missing', when: 'always' }] },
            { id: 'a', instruction: 'B' },
          ],
        },
      },
    }),
  );
  expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual([
    '/conversation_flow/nodes/0/transitions/0/to',
    '/conversation_flow/nodes/1/id',
    '/conversation_flow/start',
    '/tools',
  ]);
});

test('it belongs to an organization that the key reaches', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const location = await organization(org, 'location');
  const below = await org.api.agents.create({ body: { name: 'Below', client_id: location.client.id } });
  expect(below.client_id).toBe(location.client.id);

  const create = (client_id: string) => refusalOf(org.api.agents.create({ body: { name: 'X', client_id } }));
  expect(await create(stranger.client.id)).toBe('404 client_not_found');
  expect(await create(unknownId('client'))).toBe('404 client_not_found');
  const homeless = await problemOf(operator.agents.create({ body: { name: 'X' } }));
  expect(homeless.errors[0]).toMatchObject({ pointer: '/client_id', code: 'required' });
});

test('no agent is created while the organization or an ancestor is suspended', async () => {
  const suspended = await organization();
  const below = await organization(suspended, 'location');
  await suspend(suspended);
  for (const { client } of [suspended, below]) {
    const create = operator.agents.create({ body: { name: 'X', client_id: client.id } });
    expect(await refusalOf(create)).toBe('409 client_suspended');
  }
});

const http = (url: string) => ({ name: 'book', action: { type: 'http' as const, url } });

test.for(['http://shop.example/', 'https://10.0.0.1/', 'https://user:password@shop.example/'])(
  'a tool cannot call %s',
  async (url) => {
    const { api } = await organization();
    const problem = await problemOf(api.agents.create({ body: { name: 'Pia', tools: [http(url)] } }));
    expect(problem.errors).toMatchObject([{ pointer: '/tools/0/action/url', code: 'invalid' }]);
  },
);

test('a key that cannot read conversations sends them nowhere, and keeps what others have set', async () => {
  const { api, client } = await organization();
  const editor = clientFor(await makeKey(client.id, ['agents:read', 'agents:write']));
  const tools = [http('https://shop.example/tools')];
  const body = { name: 'Pia', tools };
  const refused = await problemOf(editor.agents.create({ body }));
  expect(refused.code).toBe('insufficient_scope');
  expect(refused.message).toMatch(/conversations:read/);
  const { id } = await api.agents.create({ body });
  const params = { agent_id: id };
  for (const change of [
    () => editor.agents.replace({ params, body: { name: 'Pia', tools: [http('https://other.example/')] } }),
    () => editor.agents.update({ params, body: { tools: [http('https://other.example/')] } }),
  ]) {
    expect(await refusalOf(change())).toBe('403 insufficient_scope');
  }
  await editor.agents.update({ params, body: { prompt: 'Be brief', tools } });
  await editor.agents.update({ params, body: { tools: [] } });
  const restored = editor.agentVersions.restore({ params: { ...params, agent_version: '1' } });
  expect(await refusalOf(restored)).toBe('403 insufficient_scope');
});

test('a node of the flow can only have tools of the agent', async () => {
  const { api } = await organization();
  const nodes = [{ id: 'greet', instruction: 'Greet', tools: ['book', 'cancel'] }];
  const body = { name: 'Pia', tools: [{ name: 'book' }], conversation_flow: { start: 'greet', nodes } };
  const problem = await problemOf(api.agents.create({ body: body as never }));
  expect(problem.errors).toMatchObject([{ pointer: '/conversation_flow/nodes/0/tools/1' }]);
});

test('only a transfer has a number', async () => {
  const { api } = await organization();
  for (const action of [
    { type: 'builtin', name: 'transfer' },
    { type: 'builtin', name: 'end', number: '+441632960123' },
  ] as const) {
    const problem = await problemOf(
      api.agents.create({ body: { name: 'Pia', tools: [{ name: 't', action }] } }),
    );
    expect(problem.errors).toMatchObject([{ pointer: '/tools/0/action/number' }]);
  }
});

test('only a change of the language has languages, which differ', async () => {
  const { api } = await organization();
  const french = { language: 'fr' };
  const switching = { type: 'builtin', name: 'switch_language' } as const;
  for (const [action, pointer] of [
    [switching, ''],
    [{ ...switching, languages: [] }, ''],
    [{ ...switching, languages: [french, { language: 'FR' }] }, ''],
    [{ ...switching, languages: [{ language: 'no language' }] }, '/0/language'],
    [{ type: 'builtin', name: 'end', languages: [french] }, ''],
  ] as const) {
    const body = { name: 'Pia', tools: [{ name: 't', action }] };
    const problem = await problemOf(api.agents.create({ body: body as never }));
    expect(problem.errors).toMatchObject([{ pointer: `/tools/0/action/languages${pointer}` }]);
  }
});

test('one tool changes the language, and an agent that was stored with two can be read', async () => {
  const { api } = await organization();
  const speak = (name: string, language: string) => ({
    ...{ name, description: null, parameters: {} },
    action: {
      ...{ type: 'builtin' as const, name: 'switch_language' as const, number: null },
      languages: [{ language, voice_id: null }],
    },
  });
  const tools = [speak('french', 'fr'), speak('german', 'de')];
  const { errors } = await problemOf(api.agents.create({ body: { name: 'Pia', tools } }));
  expect(errors).toMatchObject([
    { pointer: '/tools/1/action/name', detail: expect.stringContaining('a second tool') },
  ]);
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', tools: tools.slice(0, 1) } });
  const params = { agent_id };
  expect((await problemOf(api.agents.update({ params, body: { tools } }))).errors).toMatchObject(
    errors ?? [],
  );
  const table = tableOf(platform);
  await table.put({ ...(await table.get(keyOf('agent', agent_id))), tools: JSON.stringify(tools) });
  expect((await api.agents.get({ params })).tools).toHaveLength(2);
  expect((await api.agents.update({ params, body: { tools: tools.slice(1) } })).tools).toHaveLength(1);
});

test('a variable of the platform must be one, unless a provider runs the agent', async () => {
  const { api } = await organization();
  const body = {
    name: 'Pia',
    prompt:
      'It is {{now.date}}. You speak with {{caller.nmae}}, {{ caller.name | somebody }} of {{own.name}}.',
  };
  const { errors } = await problemOf(api.agents.create({ body }));
  expect(errors).toMatchObject([{ pointer: '/prompt', detail: expect.stringContaining('{{caller.nmae}}') }]);
  const provider = { name: 'elevenlabs', agent_id: 'agent_1' };
  expect(await api.agents.create({ body: { ...body, provider } })).toMatchObject({ prompt: body.prompt });
});

test('an argument cannot be bound to the time, which is another one when the call is made again', async () => {
  const { api } = await organization();
  const action = (text: string) => ({
    type: 'http' as const,
    url: 'https://shop.example/',
    bind: { at: text },
  });
  const create = (text: string) =>
    api.agents.create({ body: { name: 'Pia', tools: [{ name: 'order', action: action(text) }] } });
  const { errors } = await problemOf(create('{{now.datetime}}'));
  expect(errors).toMatchObject([{ pointer: '/tools/0/action/bind/at' }]);
  expect(await create('{{caller.number}}')).toMatchObject({ version: 1 });
});
