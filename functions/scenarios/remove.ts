import { remove } from '#lib/contract/scenarios.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { removeEntity } from '#lib/store/entity.ts';
import { scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const scenario = await scenarios.find(caller, params.scenario_id);
  return scenario ? removeEntity(scenarios, scenario) : fail('scenario_not_found');
});
