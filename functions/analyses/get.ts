import { representTo } from '#lib/analysis/analyses.ts';
import { findAnalysis } from '#lib/analysis/found.ts';
import { recordRead } from '#lib/audit/record-read.ts';
import { get, readsQuotes } from '#lib/contract/analyses.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  requireScopes(caller, [readsQuotes]);
  const found =
    (await findAnalysis(caller, params.conversation_id, params.analyzer_id)) ??
    fail('conversation_not_found');
  if (!found.analysis) return fail('analyzer_not_found');
  await recordRead(get, caller, found.conversation);
  return representTo(caller, found.analysis);
});
