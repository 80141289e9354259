import type { ReviewItem } from '#lib/contract/reviews.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { listEntries } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { AnalysisRecord } from './analyses.ts';
import { analysisFromItem } from './analyses.ts';

/** The random sample hides the verdicts until a person has decided: seen first, they would be agreed with. */
const shownOf = (analysis: AnalysisRecord): ReviewItem | undefined => {
  const { conversation_id, analyzer_id, analyzer_name, agent_id, start_time, path, queued, review } =
    analysis;
  const client_id = path.at(-1);
  if (queued === null || client_id === undefined) return undefined;
  const isHidden = queued === 'sample' && !review;
  return {
    conversation_id,
    analyzer_id,
    analyzer_name,
    client_id,
    agent_id,
    start_time,
    status: review ? 'done' : 'open',
    reason: queued,
    results: isHidden ? null : analysis.results.map(({ name, verdict }) => ({ name, verdict })),
  };
};

export const listReviews = async (
  owner: string,
  status: ReviewItem['status'] | undefined,
  paging: PageRequest,
): Promise<Page<ReviewItem>> => {
  const facets = status ? { facets: { review_status: status } } : {};
  const { items, next } = await listEntries({ list: 'reviews', owner, ...facets, ...paging });
  const keys = items.map(({ sk }) => {
    const [conversation = '', analyzer = ''] = idIn(sk).split('.');
    return keyOf('analysis', conversation, analyzer);
  });
  const found = keys.length === 0 ? [] : await batchGet(keys);
  return { data: found.flatMap((item) => (item && shownOf(analysisFromItem(item))) ?? []), next };
};
