import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';

test('an old version becomes the newest version, and the versions in between are kept', async () => {
  const org = await organization();
  const first = await org.api.agents.create({
    body: { name: 'One', prompt: 'The first', personality: { tone: 'warm' }, metadata: { a: '1' } },
  });
  const params = { agent_id: first.id };
  await org.api.agents.replace({ params, body: { name: 'Two', voice_id: 'v' } });
  const { reply, response } = await org.api.agentVersions.restore.withResponse({
    params: { ...params, agent_version: '1' },
  });
  expect(reply).toEqual({ ...first, version: 3, updated_at: reply.updated_at });
  expect(reply.updated_at > first.updated_at).toBe(true);

  const { reply: read, response: readAgain } = await org.api.agents.get.withResponse({ params });
  expect(read).toEqual(reply);
  expect(readAgain.headers.get('etag')).toBe(response.headers.get('etag'));
  expect((await org.api.agents.list()).data).toMatchObject([{ name: 'One', version: 3 }]);
  const { data } = await org.api.agentVersions.list({ params });
  expect(data.map(({ name }) => name)).toEqual(['One', 'Two', 'One']);
});

test('concurrent changes each create a version', async () => {
  const org = await organization();
  const agent_id = (await newAgent(org, 'One')).id;
  await Promise.all([
    ...[1, 2].map(() => org.api.agentVersions.restore({ params: { agent_id, agent_version: '1' } })),
    ...['A', 'B'].map((name) => org.api.agents.replace({ params: { agent_id }, body: { name } })),
  ]);
  const { data } = await org.api.agentVersions.list({ params: { agent_id } });
  expect(data.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
  expect(data.map(({ name }) => name).sort()).toEqual(['A', 'B', 'One', 'One', 'One']);
  expect((await org.api.agents.get({ params: { agent_id } })).name).toBe(data[0]?.name);
});

test('restoring a version that does not exist changes nothing', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const restore = org.api.agentVersions.restore({ params: { agent_id, agent_version: '2' } });
  expect(await refusalOf(restore)).toBe('404 agent_version_not_found');
  expect((await org.api.agents.get({ params: { agent_id } })).version).toBe(1);
});

test('If-Match refuses to restore an agent that has changed since it was read', async () => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'First' } });
  const { response } = await api.agents.get.withResponse({ params: { agent_id } });
  await api.agents.replace({ params: { agent_id }, body: { name: 'Second' } });
  const restore = (ifMatch: string) =>
    api.agentVersions.restore({ params: { agent_id, agent_version: '1' }, ifMatch });
  expect(await refusalOf(restore(response.headers.get('etag') ?? ''))).toBe('412 precondition_failed');
  const now = await api.agents.get.withResponse({ params: { agent_id } });
  expect((await restore(now.response.headers.get('etag') ?? '')).name).toBe('First');
});
