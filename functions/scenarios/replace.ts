import { replace } from '#lib/contract/scenarios.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findScenario, replaceScenario } from '#lib/test-suites/scenarios.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const { scenario } = (await findScenario(caller, params.scenario_id)) ?? fail('scenario_not_found');
  return replaceScenario(caller, scenario, body);
});
