import { findAnalysis } from '#lib/analysis/found.ts';
import { removeReview } from '#lib/analysis/reviews.ts';
import { removeReview as route } from '#lib/contract/analyses.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(route, async ({ params, caller, fail }) => {
  const found =
    (await findAnalysis(caller, params.conversation_id, params.analyzer_id)) ??
    fail('conversation_not_found');
  if (!found.analysis) return fail('analyzer_not_found');
  return found.analysis.review
    ? removeReview(caller, found.conversation, found.analysis)
    : fail('review_not_found');
});
