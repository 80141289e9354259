import type { Analysis, Review, ReviewInput } from '#lib/contract/analyses.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
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

/**
 * Refuses to touch a review of an organization above the caller's: those who are judged do not overrule
 * whoever reviews them. Returns the depth of the caller's organization.
 */
const depthOfReviewer = ({ client_id }: Caller, { path, reviewed }: AnalysisRecord): Depth => {
  const depth = depthOf(client_id, path);
  if (reviewed?.depth !== undefined && reviewed.depth < depth) {
    throw new ApiError('ancestor_key_required', {
      detail: 'An organization above has reviewed the analysis, and its review stays',
    });
  }
  return depth;
};

/** Stores a person's verdicts beside the original ones, and sets the conversation by them. */
export const reviewAnalysis = async (
  caller: Caller,
  conversation: ConversationRecord,
  analysis: AnalysisRecord,
  input: ReviewInput,
): Promise<Write<Analysis, 'ancestor_key_required'>> => {
  checkNames(analysis, input);
  const depth = depthOfReviewer(caller, analysis);
  const review: Review = { ...input, at: new Date().toISOString(), by: currentOrigin().actor };
  const { version, turns_read } = analysis;
  const after: AnalysisRecord = { ...analysis, review, reviewed: { version, turns_read, depth } };
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
): Promise<Write<undefined, 'ancestor_key_required'>> => {
  depthOfReviewer(caller, analysis);
  return {
    operations: await storing(
      conversation,
      [{ earlier: analysis, after: { ...analysis, review: null, reviewed: null } }],
      'conversation.reviewed',
    ),
    reply: undefined,
    about: conversation,
    replaces: await representTo(caller, analysis),
  };
};
