import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('the list has the runs of an organization, or of one agent', async () => {
  const { org, agent_id, run } = await tested();
  const { id } = await run();
  const { id: other } = await org.api.agents.create({ body: { name: 'Other' } });
  const idsOf = async (query: object) => (await org.api.testRuns.list({ query })).data.map((one) => one.id);
  expect(await idsOf({})).toEqual([id]);
  expect(await idsOf({ agent_id })).toEqual([id]);
  expect(await idsOf({ agent_id: other })).toEqual([]);
  expect(await idsOf({ agent_id: unknownId('agent') })).toEqual([]);
  const beside = await organization();
  expect((await beside.api.testRuns.list({ query: { agent_id } })).data).toEqual([]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.testRuns.list({ query }))).toBe('404 client_not_found');
});
