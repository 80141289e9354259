import { expect, test } from 'vitest';
import { attemptsOf, ended, tested } from '../../support/test-suites.ts';

test('a run that is canceled ends without a result, and one that has ended stays as it is', async () => {
  const { org, start, run } = await tested();
  const { id } = await start({ repeat: 20 });
  const params = { test_run_id: id };
  await org.api.testRuns.cancel({ params });
  const canceled = await ended(org, id);
  expect(['canceled', 'completed']).toContain(canceled.status);
  expect((await attemptsOf(org, id)).length).toBeLessThanOrEqual(20);
  const completed = await run();
  expect(await org.api.testRuns.cancel({ params: { test_run_id: completed.id } })).toEqual(completed);
});
