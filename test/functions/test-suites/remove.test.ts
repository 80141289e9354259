import { expect, test } from 'vitest';
import { refusalOf } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('a suite that was removed cannot be run, and its runs stay', async () => {
  const { org, suite_id, run, start } = await tested();
  const { id } = await run();
  await org.api.testSuites.remove({ params: { test_suite_id: suite_id } });
  expect(await refusalOf(start())).toBe('404 test_suite_not_found');
  expect(await org.api.testRuns.get({ params: { test_run_id: id } })).toMatchObject({ result: 'passed' });
});
