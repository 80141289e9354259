import { expect, test } from 'vitest';
import { newAgent, operator, organization } from './fixtures.ts';

/** A time after all that was done before, and before all that is done after. */
const now = async (): Promise<string> => {
  const from = Date.now();
  while (Date.now() === from) await Promise.resolve();
  return new Date().toISOString();
};

test('lists show the entries that changed at a given time or later', async () => {
  const org = await organization();
  const [old, changed] = [await newAgent(org, 'Old'), await newAgent(org, 'Changed')];
  const since = await now();
  await org.api.agents.update({ params: { agent_id: changed.id }, body: { description: 'New' } });
  const made = await newAgent(org, 'Made');
  const listed = async (query: {
    readonly updated_after: string;
    readonly limit?: string;
    readonly order?: 'asc';
    readonly name?: string;
  }): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of org.api.agents.list.all({ query })) ids.push(id);
    return ids;
  };

  expect(await listed({ updated_after: since })).toEqual([made.id, changed.id]);
  expect(await listed({ updated_after: since, limit: '1', order: 'asc' })).toEqual([changed.id, made.id]);
  expect(await listed({ updated_after: since, name: 'ch' })).toEqual([changed.id]);
  const { updated_at } = await org.api.agents.get({ params: { agent_id: made.id } });
  expect(await listed({ updated_after: updated_at })).toEqual([made.id]);
  expect(await listed({ updated_after: '9998-01-01T00:00:00Z' })).toEqual([]);
  expect(await listed({ updated_after: '1970-01-01T00:00:00Z' })).toEqual([made.id, changed.id, old.id]);
});

test('so do the lists of organizations and of API keys', async () => {
  const org = await organization();
  const child = await operator.clients.create({
    body: { name: 'Child', type: 'subcompany', parent_id: org.client.id },
  });
  const since = await now();
  const query = { updated_after: since };
  expect((await org.api.clients.list({ query })).data).toEqual([]);
  expect((await org.api.apiKeys.list({ query })).data).toEqual([]);
  await operator.clients.update({ params: { client_id: child.id }, body: { name: 'Grown' } });
  const { key: _secret, ...key } = await org.api.apiKeys.create({
    body: { name: 'New', scopes: ['keys:read'] },
  });
  expect((await org.api.clients.list({ query })).data.map(({ id }) => id)).toEqual([child.id]);
  expect((await org.api.apiKeys.list({ query })).data.map(({ id }) => id)).toEqual([key.id]);
});
