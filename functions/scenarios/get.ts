import { get, scopesOfScenario } from '#lib/contract/scenarios.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handle } from '#lib/http/handle.ts';
import { scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const scenario = (await scenarios.find(caller, params.scenario_id)) ?? fail('scenario_not_found');
  requireScopes(caller, scopesOfScenario(scenario));
  return scenarios.represent(scenario);
});
