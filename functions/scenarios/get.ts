import { get } from '#lib/contract/scenarios.ts';
import { handle } from '#lib/http/handle.ts';
import { scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const scenario = await scenarios.find(caller, params.scenario_id);
  return scenario ? scenarios.represent(scenario) : fail('scenario_not_found');
});
