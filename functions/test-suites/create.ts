import { create } from '#lib/contract/test-suites.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertOwned } from '#lib/test-suites/owned-record.ts';
import { checkSuite, suites } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const owner = await newOwner(caller, body.client_id);
  await checkSuite(caller, body);
  return insertOwned(suites, owner?.client.path ?? [], body);
});
