import { get } from '#lib/contract/test-runs.ts';
import { handle } from '#lib/http/handle.ts';
import { findRun, representRun } from '#lib/test-suites/runs.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const run = await findRun(caller, params.test_run_id);
  return run ? representRun(run) : fail('test_run_not_found');
});
