import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';

test('a mapping is removed once, and the others stay', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const { id: agent_id } = await newAgent(org);
  const agents = ['a', 'b/c'].map((provider_agent_id) => ({ provider_agent_id, agent_id }));
  const { id } = await org.api.integrations.create({ body: { provider: 'vapi', name: 'One', agents } });
  const params = { integration_id: id, provider_agent_id: 'b/c' };
  expect(await refusalOf(other.api.agentMappings.remove({ params }))).toBe('404 integration_not_found');
  await org.api.agentMappings.remove({ params });
  expect(await refusalOf(org.api.agentMappings.remove({ params }))).toBe('404 provider_agent_not_found');
  const left = await org.api.integrations.get({ params: { integration_id: id } });
  expect(left).toMatchObject({ version: 2, agents: agents.slice(0, 1) });
});
