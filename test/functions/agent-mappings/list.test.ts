import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';

test('mappings are listed in the order of the provider’s ids, page by page', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const { id: agent_id } = await newAgent(org);
  const agents = ['e', 'b', 'd', 'a', 'c'].map((provider_agent_id) => ({ provider_agent_id, agent_id }));
  const { id } = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Five', agents } });
  const params = { integration_id: id };
  const found: string[] = [];
  const sizes: number[] = [];
  for await (const { data } of org.api.agentMappings.list.pages({ params, query: { limit: '2' } })) {
    sizes.push(data.length);
    found.push(...data.map(({ provider_agent_id }) => provider_agent_id));
  }
  expect([found.join(''), sizes]).toEqual(['abcde', [2, 2, 1]]);
  expect(await refusalOf(other.api.agentMappings.list({ params }))).toBe('404 integration_not_found');
});
