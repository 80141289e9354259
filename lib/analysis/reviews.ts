import type { Analysis, Review, ReviewInput } from '#lib/contract/analyses.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import type { AnalysisRecord } from './analyses.ts';
import { representTo } from './analyses.ts';
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

/** Stores a person's verdicts beside the original ones, and sets the conversation by them. */
export const reviewAnalysis = async (
  caller: Caller,
  conversation: ConversationRecord,
  analysis: AnalysisRecord,
  input: ReviewInput,
): Promise<Write<Analysis>> => {
  checkNames(analysis, input);
  const review: Review = { ...input, at: new Date().toISOString(), by: currentOrigin().actor };
  const { version, turns_read } = analysis;
  const after: AnalysisRecord = { ...analysis, review, reviewed: { version, turns_read } };
  return {
    operations: await storing(conversation, [{ earlier: analysis, after }], 'conversation.reviewed'),
    reply: await representTo(caller, after),
    about: conversation,
    replaces: await representTo(caller, analysis),
  };
};

export const removeReview = async (
  caller: Caller,
  conversation: ConversationRecord,
  analysis: AnalysisRecord,
): Promise<Write<undefined>> => ({
  operations: await storing(
    conversation,
    [{ earlier: analysis, after: { ...analysis, review: null, reviewed: null } }],
    'conversation.reviewed',
  ),
  reply: undefined,
  about: conversation,
  replaces: await representTo(caller, analysis),
});
