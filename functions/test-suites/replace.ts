import { replace } from '#lib/contract/test-suites.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { checkSuite, suites } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const suite = (await suites.find(caller, params.test_suite_id)) ?? fail('test_suite_not_found');
  refuseChange(suite, body, ['client_id']);
  await checkSuite(caller, body);
  return replaceEntity(suites, suite, body);
});
