import { get } from '#lib/contract/test-runs.ts';
import { handle } from '#lib/http/handle.ts';
import { testRuns } from '#lib/test-suites/runs.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const run = await testRuns.find(caller, params.test_run_id);
  return run ? testRuns.represent(run) : fail('test_run_not_found');
});
