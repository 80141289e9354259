import { get } from '#lib/contract/test-suites.ts';
import { handle } from '#lib/http/handle.ts';
import { findPath } from '#lib/organizations/clients.ts';
import { findSuite, suites } from '#lib/test-suites/suites.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const path = caller.client_id === null ? [] : ((await findPath(caller, caller.client_id)) ?? []);
  const suite = await findSuite(caller, params.test_suite_id, path);
  return suite ? suites.represent(suite) : fail('test_suite_not_found');
});
