import { replace } from '#lib/contract/scenarios.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { checkScenario, scenarios, withSource } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const scenario = (await scenarios.find(caller, params.scenario_id)) ?? fail('scenario_not_found');
  refuseChange(scenario, body, ['client_id']);
  await checkScenario(caller, scenario.path, body);
  return withSource(replaceEntity(scenarios, scenario, body));
});
