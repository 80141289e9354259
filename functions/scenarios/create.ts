import { create } from '#lib/contract/scenarios.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertScenario } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const owner = await newOwner(caller, body.client_id);
  return insertScenario(caller, owner?.client.path ?? [], body);
});
