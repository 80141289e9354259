import { create } from '#lib/contract/scenarios.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertEntity } from '#lib/store/entity.ts';
import { checkScenario, scenarios, withSource } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(create, async ({ body, caller }) => {
  const owner = await newOwner(caller, body.client_id);
  const path = owner?.client.path ?? [];
  await checkScenario(caller, path, body);
  return withSource(insertEntity(scenarios, path, body));
});
