import { wordsFor } from '#lib/audit/words.ts';
import { items } from '#lib/contract/test-runs.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { listAttempts, testRuns } from '#lib/test-suites/runs.ts';

export const handler = handleList(items, async ({ params, query, page, caller, fail }) => {
  const run = (await testRuns.find(caller, params.test_run_id)) ?? fail('test_run_not_found');
  return listAttempts(run, { ...page, ...query }, wordsFor(items, caller));
});
