import { ScenarioReplacement, update } from '#lib/contract/scenarios.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { checkScenario, scenarios, withSource } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const scenario = (await scenarios.find(caller, params.scenario_id)) ?? fail('scenario_not_found');
  const merged = parseBody(ScenarioReplacement, mergePatch(scenarios.fieldsOf(scenario), body));
  await checkScenario(caller, scenario.path, merged);
  return withSource(replaceEntity(scenarios, scenario, merged));
});
