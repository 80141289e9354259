import { get } from '#lib/contract/scenarios.ts';
import { handle } from '#lib/http/handle.ts';
import { requireWords } from '#lib/http/require-words.ts';
import { findScenario, scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const { scenario, call } = (await findScenario(caller, params.scenario_id)) ?? fail('scenario_not_found');
  if (call) await requireWords(get, caller)([call]);
  return scenarios.represent(scenario);
});
