import { expect, test } from 'vitest';
import { newAgent, organization, problemOf } from '../../fixtures.ts';
import { allItems } from '../../support/table.ts';

test('the whole agent is replaced, and an agent can be sent back as it was read', async () => {
  const org = await organization();
  const agent = await org.api.agents.create({ body: { name: 'Before', prompt: 'Old', voice_id: 'v' } });
  const params = { agent_id: agent.id };
  const same = await org.api.agents.replace({ params, body: { ...agent, name: 'Middle' } });
  expect(same).toEqual({ ...agent, name: 'Middle', version: 2, updated_at: same.updated_at });
  const bare = await org.api.agents.replace({ params, body: { name: 'After' } });
  expect(bare).toMatchObject({ name: 'After', prompt: null, voice_id: null, version: 3 });
  expect(bare.created_at).toBe(agent.created_at);
  const { data } = await org.api.agents.list();
  expect(data).toMatchObject([{ name: 'After', version: 3 }]);
});

test('the counts of its knowledge base cannot be set, and are not stored with it', async () => {
  const org = await organization();
  const { id } = await newAgent(org);
  const params = { agent_id: id };
  const knowledge_base = { documents: 1e300, forged: ['forged'] };
  const agent = await org.api.agents.replace({ params, body: { name: 'Changed', knowledge_base } });
  expect(agent.knowledge_base).toEqual({ documents: 0, bytes: 0, version: 0 });
  const kept = await allItems(id);
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain('forged');
});

test('it stays in its organization', async () => {
  const org = await organization();
  const other = await organization(org);
  const { id } = await newAgent(org);
  const move = org.api.agents.replace({
    params: { agent_id: id },
    body: { name: 'X', client_id: other.client.id },
  });
  expect((await problemOf(move)).errors).toMatchObject([{ pointer: '/client_id', code: 'fixed' }]);
});
