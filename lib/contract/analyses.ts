import * as z from 'zod/mini';
import { AnalysisName, AnalyzerInput, CriterionVerdict } from './analyzers.ts';
import { Outcome, Sentiment } from './conversations.ts';
import {
  ActorId,
  described,
  docs,
  enumeration,
  id,
  label,
  Money,
  object,
  openValue,
  orNull,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { entityOf, route } from './route.ts';

export const AnalysisStatus = enumeration(
  'AnalysisStatus',
  ['pending', 'completed', 'partial', 'failed', 'skipped'],
  'The status of an analysis: `pending` until it is made; `completed`; `partial` if some verdicts could not be obtained; `failed` if none could; `skipped` if its conditions or its budget did not allow it',
);
export type AnalysisStatus = z.output<typeof AnalysisStatus>;

export const AnalysisReason = enumeration(
  'AnalysisReason',
  [
    'condition',
    'sample',
    'budget',
    'no_transcript',
    'too_long',
    'no_model',
    'model_failed',
    'invalid_output',
    'evidence_missing',
    'not_found',
  ],
  'Why there is no verdict or value. `condition`, `sample`: the conversation is not analyzed; `budget`: the tokens of the month are used up; `no_transcript`, `too_long`: nothing to read, or more than a model is given; `no_model`: none is configured; `model_failed`: it did not answer; `invalid_output`: its answer cannot be used; `evidence_missing`: it cited words that were not said; `not_found`: a required value does not occur',
);
export type AnalysisReason = z.output<typeof AnalysisReason>;

const Rationale = text(1000);

const Evidence = object('AnalysisEvidence', 'A quote from the transcript, which was found there', {
  index: z.int().check(z.minimum(0)).register(docs, { description: 'The turn’s position in the transcript' }),
  quote: described(text(200), 'The words of the turn that the verdict rests on'),
});
export type Evidence = z.output<typeof Evidence>;

const Evidences = z
  .array(Evidence)
  .check(z.maxLength(3))
  .register(docs, { description: 'The turns that show it' });

const Result = object('AnalysisResult', 'The verdict on one criterion', {
  name: described(AnalysisName, 'The name of the criterion'),
  verdict: CriterionVerdict,
  score: z
    .nullable(z.number())
    .register(docs, { description: 'The score, with kind `score`; null otherwise' }),
  rationale: described(z.nullable(Rationale), 'Why the verdict is so; null if it was computed'),
  evidence: Evidences,
  reason: described(z.nullable(AnalysisReason), 'Why there is no verdict; null if there is one'),
});
export type AnalysisResult = z.output<typeof Result>;

const FieldValue = openValue(4096);

const ExtractedField = object('ExtractedField', 'A value that was extracted', {
  name: described(AnalysisName, 'The name of the field'),
  value: described(FieldValue, 'The value, of the type of the field; null if there is none'),
  evidence: Evidences,
  reason: described(
    z.nullable(AnalysisReason),
    'Why there is no value; null if there is one, or none is required',
  ),
});
export type ExtractedField = z.output<typeof ExtractedField>;

const Note = orNull(label(500));

const ReviewedResult = strictObject('ReviewedResult', 'A reviewer’s verdict on one criterion', {
  name: described(AnalysisName, 'The name of the criterion'),
  verdict: CriterionVerdict,
  note: described(Note, 'Why, in the reviewer’s words'),
});

const ReviewedField = strictObject('ReviewedField', 'A reviewer’s value of a field', {
  name: described(AnalysisName, 'The name of the field'),
  value: described(FieldValue, 'The right value; null if there is none'),
});

const uniqueNames = z.refine<readonly { readonly name: string }[]>(
  (named) => new Set(named.map(({ name }) => name)).size === named.length,
  'must have different names',
);

const reviewable = {
  results: z
    ._default(z.array(ReviewedResult).check(z.maxLength(30), uniqueNames), [])
    .register(docs, { description: 'The reviewer’s verdicts; criteria that are absent stay as they are' }),
  fields: z
    ._default(z.array(ReviewedField).check(z.maxLength(30), uniqueNames), [])
    .register(docs, { description: 'The reviewer’s values; fields that are absent stay as they are' }),
  outcome: described(orNull(Outcome), 'The right outcome. If null, it is unchanged'),
  sentiment: described(orNull(Sentiment), 'The right sentiment. If null, it is unchanged'),
  successful: described(
    orNull(z.boolean()),
    'Whether the conversation was successful. If null, the result is unchanged',
  ),
};

export const ReviewInput = strictObject(
  'ReviewInput',
  'A reviewer’s verdicts on an analysis. A review without corrections confirms it',
  reviewable,
);
export type ReviewInput = z.output<typeof ReviewInput>;

const Review = object('AnalysisReview', 'A reviewer’s decisions, beside the original verdicts', {
  ...reviewable,
  at: described(Timestamp, 'When it was reviewed'),
  by: z.nullable(ActorId).register(docs, {
    description: 'The API key or the member that reviewed it, which may have been removed since',
  }),
});
export type Review = z.output<typeof Review>;

const AnalysisUsage = object('AnalysisUsage', 'The tokens of a model that an analysis used', {
  input_tokens: z.int().check(z.minimum(0)).register(docs, { description: 'Tokens sent to the model' }),
  output_tokens: z.int().check(z.minimum(0)).register(docs, { description: 'Tokens generated by the model' }),
  estimated: z.boolean().register(docs, {
    description: 'Whether the model did not report its usage, so that the estimate counts',
  }),
});

const ReplacedVerdicts = object('ReplacedVerdicts', 'Verdicts that an analysis has replaced', {
  analyzed_at: described(Timestamp, 'When the replaced analysis was made'),
  turns_read: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The number of turns that it had read' }),
  successful: z.nullable(z.boolean()).register(docs, {
    description: 'Whether the conversation was successful by it; null if that was open',
  }),
  results: z
    .array(
      z
        .pick(Result, { name: true, verdict: true })
        .register(docs, { id: 'ReplacedVerdict', description: 'A replaced verdict on one criterion' }),
    )
    .check(z.maxLength(30))
    .register(docs, { description: 'Its verdicts' }),
});

export const Analysis = object('Analysis', 'The analysis of a conversation by one analyzer', {
  conversation_id: id('conv', 'The conversation that was analyzed'),
  analyzer_id: id('anl', 'The analyzer'),
  analyzer_name: described(label(200), 'The analyzer’s name at that version'),
  version: z.int().check(z.minimum(1)).register(docs, { description: 'The version of the analyzer' }),
  model: described(z.nullable(text(200)), 'The model that judged; null if none was asked'),
  status: AnalysisStatus,
  status_reason: described(z.nullable(AnalysisReason), 'Why it is not `completed`; null if it is'),
  condition: described(
    z.nullable(text(64)),
    'The first condition of `when` that does not hold; null otherwise',
  ),
  analyzed_at: described(Timestamp, 'When the analysis was made'),
  turns_read: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The number of turns that were read' }),
  results: z
    .array(Result)
    .check(z.maxLength(30))
    .register(docs, { description: 'A verdict for each criterion' }),
  fields: z
    .array(ExtractedField)
    .check(z.maxLength(30))
    .register(docs, { description: 'The extracted values' }),
  outcome: described(z.nullable(Outcome), 'The chosen outcome; null if none was'),
  sentiment: described(z.nullable(Sentiment), 'The caller’s sentiment; null if it was not determined'),
  summary: described(z.nullable(text(5000)), 'The summary; null if none was written'),
  successful: z.nullable(z.boolean()).register(docs, {
    description: 'Whether the conversation was successful by the analyzer’s rule; null if that is open',
  }),
  score: z.nullable(z.number()).register(docs, {
    description: 'The weighted share of criteria that passed, from 0 to 1; null if none was decided',
  }),
  usage: z
    .nullable(AnalysisUsage)
    .register(docs, { description: 'The tokens of the model; null if none was asked' }),
  cost: described(z.nullable(Money), 'The cost of the tokens at the operator’s prices; null without prices'),
  review: z.nullable(Review).register(docs, { description: 'The review of people; null if there is none' }),
  replaced: z.optional(ReplacedVerdicts).register(docs, {
    description:
      'The last verdicts of the same version that differed, and which this analysis has replaced, for example because of further turns. The audit log has `analysis.replaced`. Absent if there are none',
  }),
});
export type Analysis = z.output<typeof Analysis>;

export const list = route('GET /v1/conversations/{conversation_id}/analyses', {
  summary: 'List the analyses of a conversation',
  description:
    'Lists one analysis for each analyzer that is visible to the API key. The key also needs the scope `conversations:read`, because verdicts quote the conversation.',
  scope: 'analysis:read',
  query: z.strictObject(listQuery),
  audit: 'analysis.read',
  ...pagesOf('AnalysisList', Analysis),
});

export type RequestedAnalyses = z.output<typeof RequestedAnalyses>;

const AnalysisRequest = strictObject('AnalysisRequest', 'The analyses to make again', {
  analyzer_id: z.optional(id('anl')).register(docs, {
    description: 'The analyzer to run; by default all that apply to the conversation',
  }),
});

export const RequestedAnalyses = object('RequestedAnalyses', 'Analyses that will be made', {
  conversation_id: id('conv', 'The conversation'),
  analyzer_ids: z
    .array(id('anl'))
    .check(z.maxLength(100))
    .register(docs, { description: 'The analyzers that will run' }),
});

export const create = route('POST /v1/conversations/{conversation_id}/analyses', {
  summary: 'Analyze a conversation again',
  description:
    'Runs analyzers at their current version, even if nothing has changed: those of organizations above the caller’s only where an analysis is missing or out of date, because these organizations pay. Their conditions and budgets apply; a review stays. The event `conversation.analyzed` reports the result.',
  scope: 'analysis:write',
  audit: { people: 'analysis.requested' },
  body: AnalysisRequest,
  status: 202,
  response: RequestedAnalyses,
  errors: ['analyzer_not_found', 'conversation_active'],
});

export const get = route('GET /v1/conversations/{conversation_id}/analyses/{analyzer_id}', {
  summary: 'Get the analysis of a conversation by an analyzer',
  description: 'Returns the latest one. The key also needs the scope `conversations:read`.',
  scope: 'analysis:read',
  audit: 'analysis.read',
  ...entityOf(Analysis),
});

export const review = route('PUT /v1/conversations/{conversation_id}/analyses/{analyzer_id}/review', {
  summary: 'Review an analysis',
  description:
    'Stores a person’s verdicts beside the original ones, with the key that sent them. They replace outcome, sentiment, quality and data of the conversation, whoever set them, and later reports and analyses do not change those. A second review replaces the first, except one of an organization above. The key also needs the scope `conversations:read`.',
  scope: 'analysis:write',
  audit: { people: 'analysis.reviewed' },
  body: ReviewInput,
  ...entityOf(Analysis),
  errors: ['ancestor_key_required'],
});

export const removeReview = route(
  'DELETE /v1/conversations/{conversation_id}/analyses/{analyzer_id}/review',
  {
    summary: 'Remove the review of an analysis',
    description:
      'The conversation gets back what it had before the review. That of an organization above stays.',
    scope: 'analysis:write',
    audit: { people: 'analysis.review_removed' },
    etag: Analysis,
    errors: ['review_not_found', 'ancestor_key_required'],
  },
);

const PreviewInput = strictObject(
  'AnalysisPreviewInput',
  'The conversation to analyze, and optionally the draft of an analyzer',
  {
    conversation_id: id('conv', 'The conversation to analyze'),
    draft: described(
      z.optional(AnalyzerInput),
      'An analyzer to try in place of the saved one. `client_id` is ignored',
    ),
  },
);

export const preview = route('POST /v1/analyzers/{analyzer_id}/preview', {
  summary: 'Try an analyzer with a conversation',
  description:
    'Analyzes a conversation at once, whatever the conditions. Nothing is stored except the tokens, which count toward the budget. Analysis must be enabled for the organization of the analyzer. The key also needs the scope `conversations:read`.',
  scope: 'analysis:write',
  body: PreviewInput,
  changesNothing: true,
  asksModel: true,
  audit: 'analysis.previewed',
  response: Analysis,
  errors: ['conversation_not_found', 'analysis_disabled', 'client_suspended'],
});
