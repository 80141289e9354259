import { expect, test } from 'vitest';
import { newAgent, organization, platform, problemOf } from '../../fixtures.ts';

const flow = {
  start: 'hello',
  nodes: [
    { id: 'hello', instruction: 'Greet', transitions: [{ to: 'end', when: 'done' }] },
    { id: 'end', instruction: 'Say goodbye', transitions: [] },
  ],
};

test('only the fields in the patch change, and the change creates a version', async () => {
  const { api } = await organization();
  const agent = await api.agents.create({
    body: { name: 'Before', prompt: 'Be kind', voice_id: 'v', conversation_flow: flow, metadata: { a: '1' } },
  });
  const params = { agent_id: agent.id };
  const updated = await api.agents.update({ params, body: { name: 'After' } });
  expect(updated).toEqual({ ...agent, name: 'After', version: 2, updated_at: updated.updated_at });
  expect(await api.agents.get({ params })).toEqual(updated);
  expect((await api.agents.list()).data).toMatchObject([{ name: 'After', version: 2 }]);
  const { data } = await api.agentVersions.list({ params });
  expect(data.map(({ name }) => name)).toEqual(['After', 'Before']);
});

test('objects are merged, null removes, and lists are replaced as a whole', async () => {
  const { api } = await organization();
  const agent = await api.agents.create({
    body: {
      name: 'Whole',
      prompt: 'Be kind',
      voice: { provider: 'elevenlabs', speed: 1.1, stability: 0.4 },
      personality: { tone: 'warm', style: 'brief', traits: ['patient', 'calm'] },
      model: { provider: 'openai', id: 'gpt', temperature: 0.5 },
      tools: [{ name: 'book', description: 'Books' }],
      provider: { name: 'vapi', agent_id: 'a1' },
      conversation_flow: flow,
      metadata: { keep: '1', gone: '2' },
    },
  });
  const updated = await api.agents.update({
    params: { agent_id: agent.id },
    body: {
      prompt: null,
      voice: { speed: null, stability: null, style: 0.2 },
      personality: { style: null, traits: ['brisk'] },
      model: { temperature: null, max_tokens: 100 },
      tools: [{ name: 'cancel' }],
      provider: { agent_id: 'a2' },
      conversation_flow: null,
      metadata: { gone: null, fresh: '3' },
    },
  });
  expect(updated).toMatchObject({
    prompt: null,
    voice: { provider: 'elevenlabs', style: 0.2 },
    personality: { tone: 'warm', style: null, traits: ['brisk'] },
    model: { provider: 'openai', id: 'gpt', temperature: null, max_tokens: 100 },
    tools: [{ name: 'cancel', description: null, parameters: {} }],
    provider: { name: 'vapi', agent_id: 'a2' },
    conversation_flow: null,
    metadata: { keep: '1', fresh: '3' },
  });
  expect(Object.keys(updated.voice ?? {}).sort()).toEqual(['provider', 'style']);
  expect(updated.metadata).not.toHaveProperty('gone');
});

test('a patch or replacement that changes nothing creates no version', async () => {
  const { api } = await organization();
  const agent = await api.agents.create({
    body: { name: 'Same', voice: { speed: 1 }, tools: [{ name: 'a' }] },
  });
  const params = { agent_id: agent.id };
  for (const body of [{}, { name: 'Same' }, { voice: { speed: 1 } }, { prompt: null, metadata: {} }]) {
    expect(await api.agents.update({ params, body })).toEqual(agent);
  }
  expect(await api.agents.replace({ params, body: agent })).toEqual(agent);
  expect((await api.agentVersions.list({ params })).data).toHaveLength(1);
});

test('the merged result must be a valid agent, or else nothing is written', async () => {
  const { api } = await organization();
  const agent = await api.agents.create({ body: { name: 'Whole', conversation_flow: flow } });
  const params = { agent_id: agent.id };
  const faultsOf = async (body: NonNullable<Parameters<typeof api.agents.update>[0]['body']>) =>
    (await problemOf(api.agents.update({ params, body }))).errors?.map(({ pointer }) => pointer);
  expect(await faultsOf({ conversation_flow: { start: 'nowhere' } })).toEqual(['/conversation_flow/start']);
  expect(await faultsOf({ conversation_flow: { nodes: null } })).toEqual(['/conversation_flow/nodes']);
  expect(await faultsOf({ provider: { agent_id: 'a1' } })).toEqual(['/provider/name']);
  expect(await faultsOf({ voice: { speed: 9 } })).toEqual(['/voice/speed']);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'v']));
  await api.agents.update({ params, body: { metadata: many } });
  expect(await faultsOf({ metadata: { one: 'more' } })).toEqual(['/metadata']);
  expect((await api.agents.get({ params })).version).toBe(2);
});

test('fixed fields and fields set by the server cannot be patched', async () => {
  const org = await organization();
  const { id } = await newAgent(org);
  for (const field of ['id', 'client_id', 'version', 'created_at', 'knowledge_base', 'path']) {
    const response = await fetch(`${platform.base_url}/v1/agents/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ [field]: null }),
    });
    expect([response.status, field]).toEqual([400, field]);
  }
});

test('concurrent patches all take effect, each on the result of the previous one', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(
    names.map((name) => org.api.agents.update({ params, body: { metadata: { [name]: 'set' } } })),
  );
  const agent = await org.api.agents.get({ params });
  expect(agent.version).toBe(5);
  expect(Object.keys(agent.metadata).sort()).toEqual(names);
});
