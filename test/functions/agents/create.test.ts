import { expect, test } from 'vitest';
import { operator, organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';

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
      parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
    },
  ],
  conversation_flow: {
    start: 'greet',
    nodes: [
      { id: 'greet', instruction: 'Greet', transitions: [{ to: 'book', when: 'they want an appointment' }] },
      { id: 'book', instruction: 'Book', transitions: [] },
    ],
  },
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
