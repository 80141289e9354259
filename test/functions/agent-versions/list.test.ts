import { expect, test } from 'vitest';
import { costOf, newAgent, organization, refusalOf } from '../../fixtures.ts';

test('every change of an agent is listed, newest first, without long fields', async () => {
  const org = await organization();
  const { id, created_at } = await newAgent(org, 'One');
  const params = { agent_id: id };
  const second = await org.api.agents.replace({
    params,
    body: { name: 'Two', description: 'Short', prompt: 'Long' },
  });
  await org.api.agents.replace({ params, body: { name: 'Three' } });
  const { data } = await org.api.agentVersions.list({ params });
  expect(data.map(({ version, name }) => [version, name])).toEqual([
    [3, 'Three'],
    [2, 'Two'],
    [1, 'One'],
  ]);
  expect(data[1]).toEqual({
    version: 2,
    created_at: second.updated_at,
    name: 'Two',
    description: 'Short',
    language: null,
    voice_id: null,
    provider: null,
  });
  expect(data[2]?.created_at).toBe(created_at);
});

test('versions are listed in the order of their numbers, page by page, in both directions', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  for (let at = 2; at <= 12; at += 1) await org.api.agents.replace({ params, body: { name: `Name ${at}` } });
  for (const order of ['asc', 'desc'] as const) {
    const versions: number[] = [];
    const pages = org.api.agentVersions.list.all({ params, query: { order, limit: '5' } });
    for await (const { version } of pages) versions.push(version);
    const expected = Array.from({ length: 12 }, (_, at) => at + 1);
    expect(versions).toEqual(order === 'asc' ? expected : expected.reverse());
  }
});

test('the cost of a page does not depend on the length of prompts', async () => {
  const org = await organization();
  const prompt = 'x'.repeat(90_000);
  const { id } = await org.api.agents.create({ body: { name: 'Long', prompt } });
  const params = { agent_id: id };
  await org.api.agents.replace({ params, body: { name: 'Short' } });
  const cost = await costOf(org, (api) => api.agentVersions.list.withResponse({ params }));
  expect(cost).toBe('2 calls, 2.0 RCU, 0 WCU');
});

test('an agent that does not exist, or was removed, has none', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  await org.api.agents.remove({ params });
  expect(await refusalOf(org.api.agentVersions.list({ params }))).toBe('404 agent_not_found');
});
