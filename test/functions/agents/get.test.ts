import { expect, test } from 'vitest';
import { newAgent, organisation, refusalOf } from '../../fixtures.ts';

test('an agent is read by every key above it, not by those below or beside it', async () => {
  const client = await organisation();
  const [one, other] = await Promise.all([organisation(client), organisation(client)]);
  const [above, beside] = await Promise.all([newAgent(client), newAgent(other)]);
  const agent = await newAgent(one);
  expect(await client.api.agents.get({ params: { agent_id: agent.id } })).toEqual(agent);
  for (const { id } of [above, beside]) {
    expect(await refusalOf(one.api.agents.get({ params: { agent_id: id } }))).toBe('404 agent_not_found');
  }
});
