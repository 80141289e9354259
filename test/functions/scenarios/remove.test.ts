import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('a suite that names a scenario that was removed cannot be run', async () => {
  const { org, scenario_id, start } = await tested();
  const params = { scenario_id };
  await org.api.scenarios.remove({ params });
  expect(await refusalOf(org.api.scenarios.get({ params }))).toBe('404 scenario_not_found');
  expect((await org.api.scenarios.list({})).data).toEqual([]);
  expect(await refusalOf(start())).toBe('404 scenario_not_found');
  expect(await refusalOf((await organization()).api.scenarios.remove({ params }))).toBe(
    '404 scenario_not_found',
  );
});
