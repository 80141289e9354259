import { ScenarioReplacement, scopesOfScenario, update } from '#lib/contract/scenarios.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { replaceEntity } from '#lib/store/entity.ts';
import { checkScenario, scenarios, withSource } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const scenario = (await scenarios.find(caller, params.scenario_id)) ?? fail('scenario_not_found');
  // The answer has the words that the request leaves as they are.
  requireScopes(caller, scopesOfScenario(scenario));
  const merged = parseBody(ScenarioReplacement, mergePatch(scenarios.fieldsOf(scenario), body));
  await checkScenario(caller, scenario.path, merged);
  return withSource(replaceEntity(scenarios, scenario, merged));
});
