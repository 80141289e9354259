import { expect, test } from 'vitest';
import { refusalOf, unknownId } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('a replacement resets what it leaves out, and names scenarios and an agent that exist', async () => {
  const { org, suite_id, scenario_id } = await tested();
  const params = { test_suite_id: suite_id };
  const body = { name: 'Daily', scenario_ids: [scenario_id] };
  expect(await org.api.testSuites.replace({ params, body })).toMatchObject({ repeat: 1, version: 2 });
  const replace = (change: object) =>
    refusalOf(org.api.testSuites.replace({ params, body: { ...body, ...change } }));
  expect(await replace({ scenario_ids: [unknownId('scen')] })).toBe('404 scenario_not_found');
  expect(await replace({ agent_id: unknownId('agent') })).toBe('404 agent_not_found');
});
