import { create } from '#lib/contract/test-suites.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertEntity } from '#lib/store/entity.ts';
import { checkSuite, suites } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const owner = await newOwner(caller, body.client_id);
  await checkSuite(caller, body);
  return insertEntity(suites, owner?.client.path ?? [], body);
});
