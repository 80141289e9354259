import { expect, test } from 'vitest';
import { operator, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('a suite names scenarios that its creator reaches', async () => {
  const org = await organization();
  const { id } = await org.api.scenarios.create({ body: anyAgent });
  const create = (change: object) =>
    refusalOf(org.api.testSuites.create({ body: { name: 'All', scenario_ids: [id], ...change } }));
  expect(await create({ scenario_ids: [unknownId('scen')] })).toBe('404 scenario_not_found');
  const { id: above } = await operator.scenarios.create({ body: anyAgent });
  expect(await create({ scenario_ids: [above] })).toBe('404 scenario_not_found');
  expect(await create({ agent_id: unknownId('agent') })).toBe('404 agent_not_found');
  expect(await create({ client_id: unknownId('client') })).toBe('404 client_not_found');
  expect(await create({ client_id: null })).toBe('400 validation_failed');
  expect(await create({ scenario_ids: [id, id] })).toBe('400 validation_failed');
  expect(await create({ pass: { rule: 'at_least', count: 2 } })).toBe('400 validation_failed');
  expect(await create({ pass: { rule: 'at_least' } })).toBe('400 validation_failed');
});
