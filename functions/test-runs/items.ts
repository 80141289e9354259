import { items } from '#lib/contract/test-runs.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findRun, listAttempts } from '#lib/test-suites/runs.ts';

export const handler = handleList(items, async ({ params, page, caller, fail }) => {
  const run = await findRun(caller, params.test_run_id);
  return run ? listAttempts(run.id, page) : fail('test_run_not_found');
});
