import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';

test('an agent is readable with keys of the organizations above, not with those below or beside', async () => {
  const client = await organization();
  const [one, other] = await Promise.all([organization(client), organization(client)]);
  const [above, beside] = await Promise.all([newAgent(client), newAgent(other)]);
  const agent = await newAgent(one);
  expect(await client.api.agents.get({ params: { agent_id: agent.id } })).toEqual(agent);
  for (const { id } of [above, beside]) {
    expect(await refusalOf(one.api.agents.get({ params: { agent_id: id } }))).toBe('404 agent_not_found');
  }
});
