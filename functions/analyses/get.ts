import { representTo } from '#lib/analysis/analyses.ts';
import { findAnalysis } from '#lib/analysis/found.ts';
import { get } from '#lib/contract/analyses.ts';
import { handle } from '#lib/http/handle.ts';
import { requireWords } from '#lib/http/require-words.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const recordWords = requireWords(get, caller);
  const found =
    (await findAnalysis(caller, params.conversation_id, params.analyzer_id)) ??
    fail('conversation_not_found');
  if (!found.analysis) return fail('analyzer_not_found');
  await recordWords([found.conversation]);
  return representTo(caller, found.analysis);
});
