import { remove } from '#lib/contract/scenarios.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { removeScenario, scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const scenario = await scenarios.find(caller, params.scenario_id);
  return scenario ? removeScenario(scenario) : fail('scenario_not_found');
});
