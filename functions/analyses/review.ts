import { findAnalysis } from '#lib/analysis/found.ts';
import { reviewAnalysis } from '#lib/analysis/reviews.ts';
import { review } from '#lib/contract/analyses.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(review, async ({ params, body, caller, fail }) => {
  requireScopes(caller, ['conversations:read']);
  const found =
    (await findAnalysis(caller, params.conversation_id, params.analyzer_id)) ??
    fail('conversation_not_found');
  if (!found.analysis) return fail('analyzer_not_found');
  return reviewAnalysis(caller, found.conversation, found.analysis, body);
});
