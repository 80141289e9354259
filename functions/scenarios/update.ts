import { ScenarioReplacement, update } from '#lib/contract/scenarios.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { requireWords } from '#lib/http/require-words.ts';
import { parseBody } from '#lib/http/validate.ts';
import { findScenario, replaceScenario, scenarios } from '#lib/test-suites/scenarios.ts';

/** The action of the route that only reads. */
const transcriptRead = { audit: 'transcript.read' };

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const { scenario, call } = (await findScenario(caller, params.scenario_id)) ?? fail('scenario_not_found');
  // The answer has the words that the request leaves as they are.
  if (call) await requireWords(transcriptRead, caller)([call]);
  const merged = parseBody(ScenarioReplacement, mergePatch(scenarios.fieldsOf(scenario), body));
  return replaceScenario(caller, scenario, merged);
});
