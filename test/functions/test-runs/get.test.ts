import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('a run is read above its organization, and not beside it', async () => {
  const above = await organization();
  const { run } = await tested(await organization(above, 'location'));
  const completed = await run();
  const params = { test_run_id: completed.id };
  expect(await above.api.testRuns.get({ params })).toEqual(completed);
  expect(await refusalOf((await organization()).api.testRuns.get({ params }))).toBe('404 test_run_not_found');
});
