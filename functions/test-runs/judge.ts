import { judge } from '#lib/contract/test-runs.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { judgeRunAgain, testRuns } from '#lib/test-suites/runs.ts';

export const handler = handleWrite(judge, async ({ params, body, caller, fail }) => {
  const run = await testRuns.find(caller, params.test_run_id);
  return run ? judgeRunAgain(run, body.all) : fail('test_run_not_found');
});
