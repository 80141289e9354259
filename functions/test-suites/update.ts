import { TestSuiteReplacement, update } from '#lib/contract/test-suites.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { checkSuite, suites } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const suite = (await suites.find(caller, params.test_suite_id)) ?? fail('test_suite_not_found');
  const merged = parseBody(TestSuiteReplacement, mergePatch(suites.fieldsOf(suite), body));
  await checkSuite(caller, merged);
  return replaceEntity(suites, suite, merged);
});
