import { expect, test } from 'vitest';
import { newAgent, newConversation, organization, refusalOf } from '../../fixtures.ts';

test('a version is the whole agent as it was, whatever has changed since', async () => {
  const org = await organization();
  const created = await org.api.agents.create({
    body: {
      name: 'One',
      prompt: 'The first',
      voice: { provider: 'x', pitch: 2 },
      tools: [{ name: 'book' }],
      metadata: { team: 'a' },
    },
  });
  const params = { agent_id: created.id };
  const replaced = await org.api.agents.replace({ params, body: { name: 'Two' } });
  for (const { knowledge_base: _documents, ...agent } of [created, replaced]) {
    const version = { ...params, agent_version: String(agent.version) };
    expect(await org.api.agentVersions.get({ params: version })).toEqual(agent);
  }
});

test('a conversation names the version that it was held with', async () => {
  const org = await organization();
  const { id } = await newAgent(org, 'Before');
  const { agent_version } = await newConversation(org, { agent_id: id });
  await org.api.agents.replace({ params: { agent_id: id }, body: { name: 'After' } });
  const params = { agent_id: id, agent_version: String(agent_version) };
  expect((await org.api.agentVersions.get({ params })).name).toBe('Before');
});

test('a version that does not exist is not found, however its number is written', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  for (const agent_version of ['2', '0', '01', '1.0', '-1', '1e0', '999999999', '1000000000', 'latest']) {
    const get = org.api.agentVersions.get({ params: { agent_id, agent_version } });
    expect([agent_version, await refusalOf(get)]).toEqual([agent_version, '404 agent_version_not_found']);
  }
});

test('a version of another agent is not found', async () => {
  const org = await organization();
  const [one, other] = await Promise.all([newAgent(org), newAgent(org)]);
  await org.api.agents.replace({ params: { agent_id: other.id }, body: { name: 'Changed' } });
  const get = org.api.agentVersions.get({ params: { agent_id: one.id, agent_version: '2' } });
  expect(await refusalOf(get)).toBe('404 agent_version_not_found');
});
