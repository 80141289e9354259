import { expect, test } from 'vitest';
import { refusalOf, unknownId } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('an update changes what is sent, and names scenarios and an agent that exist', async () => {
  const { org, suite_id } = await tested();
  const update = (body: object) => org.api.testSuites.update({ params: { test_suite_id: suite_id }, body });
  expect(await update({ repeat: 3 })).toMatchObject({ repeat: 3, name: 'Daily', version: 2 });
  expect(await refusalOf(update({ scenario_ids: [unknownId('scen')] }))).toBe('404 scenario_not_found');
  expect(await refusalOf(update({ agent_id: unknownId('agent') }))).toBe('404 agent_not_found');
});
