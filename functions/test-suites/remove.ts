import { remove } from '#lib/contract/test-suites.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { removeEntity } from '#lib/store/entity.ts';
import { suites } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const suite = await suites.find(caller, params.test_suite_id);
  return suite ? removeEntity(suites, suite) : fail('test_suite_not_found');
});
