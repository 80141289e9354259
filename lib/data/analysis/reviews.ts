import type { Analysis, Review, ReviewInput } from '#lib/contract/analyses.ts';
import type { SourcedField } from '#lib/contract/conversations/analysis.ts';
import { sourcedFields } from '#lib/contract/conversations/analysis.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Judged } from '#lib/domain/conversations/sources.ts';
import { withoutJudged } from '#lib/domain/conversations/sources.ts';
import { currentOrigin } from '../cause.ts';
import type { ConversationRecord } from '../conversations/conversation-record.ts';
import type { Write } from '../operations/operation.ts';
import type { AnalysisRecord, Unreviewed } from './analyses.ts';
import { proposalsOf, readAnalyses, representTo } from './analyses.ts';
import { storing } from './analyze.ts';

/** Refuses verdicts on criteria, and values of fields, that the analysis does not have. */
const checkNames = ({ results, fields }: Analysis, review: ReviewInput): void => {
  const faults = (['results', 'fields'] as const).flatMap((list) => {
    const known = new Set((list === 'results' ? results : fields).map(({ name }) => name));
    return review[list].flatMap(({ name }, at) =>
      known.has(name)
        ? []
        : [
            {
              pointer: `/${list}/${at}/name`,
              code: 'not_found' as const,
              detail: 'must be a name in the analysis',
            },
          ],
    );
  });
  if (faults.length > 0) throw invalid(...faults);
};

/** The fields that a review sets, as they are before it. A second review keeps what the first one found. */
const unreviewed = (before: ConversationRecord, reviewed: AnalysisRecord): Unreviewed => {
  const proposals = proposalsOf([reviewed]);
  const known = reviewed.before_review;
  const fields = sourcedFields.filter(
    (field) => proposals[field]?.setting === 'review' && !(known && field in known.values),
  );
  const judged = Object.fromEntries(
    fields.flatMap((field) => {
      const setting = before.judged?.[field];
      return setting ? [[field, setting]] : [];
    }),
  );
  return {
    values: { ...Object.fromEntries(fields.map((field) => [field, before[field]])), ...known?.values },
    judged: { ...judged, ...known?.judged },
  };
};

/** Stores a person's verdicts beside the original ones, and sets the conversation by them. */
export const reviewAnalysis = async (
  caller: Caller,
  conversation: ConversationRecord,
  analysis: AnalysisRecord,
  input: ReviewInput,
): Promise<Write<Analysis>> => {
  checkNames(analysis, input);
  const review: Review = { ...input, at: new Date().toISOString(), by: currentOrigin().actor };
  const base = await withoutReviews(conversation);
  const reviewed = { ...analysis, review };
  const before_review = analysis.shared ? unreviewed(base, { ...reviewed, before_review: null }) : null;
  const after: AnalysisRecord = { ...reviewed, before_review };
  return {
    operations: await storing(base, [after], 'conversation.reviewed', conversation),
    reply: await representTo(caller, after),
    about: conversation,
    replaces: await representTo(caller, analysis),
  };
};

/** A conversation as it was before the review of an analysis. */
const withoutReview = (
  conversation: ConversationRecord,
  { before_review }: AnalysisRecord,
): ConversationRecord => {
  if (!before_review) return conversation;
  const fields = Object.keys(before_review.values) as SourcedField[];
  const judged: Judged = { ...withoutJudged(conversation.judged, fields), ...before_review.judged };
  return {
    ...conversation,
    ...before_review.values,
    judged: Object.keys(judged).length > 0 ? judged : null,
  };
};

/** A conversation as it was before all of its reviews. Those that remain are applied to it again. */
const withoutReviews = async (conversation: ConversationRecord): Promise<ConversationRecord> =>
  (await readAnalyses(conversation.id)).reduce(withoutReview, conversation);

export const removeReview = async (
  caller: Caller,
  conversation: ConversationRecord,
  analysis: AnalysisRecord,
): Promise<Write<undefined>> => ({
  operations: await storing(
    await withoutReviews(conversation),
    [{ ...analysis, review: null, before_review: null }],
    'conversation.reviewed',
    conversation,
  ),
  reply: undefined,
  about: conversation,
  replaces: await representTo(caller, analysis),
});
