import * as z from 'zod/mini';
import { AnalysisName, CriterionVerdict } from './analyzers.ts';
import { described, docs, enumeration, id, label, object, Timestamp } from './fields.ts';
import { listQuery, ofOrganization, pagesOf } from './page.ts';
import { route } from './route.ts';

const ReviewStatus = enumeration('ReviewStatus', ['open', 'done'], 'Whether an analysis was reviewed');

export const ReviewItem = object('ReviewItem', 'An analysis that people review', {
  conversation_id: id('conv', 'The conversation'),
  analyzer_id: id('anl', 'The analyzer'),
  analyzer_name: described(label(200), 'The analyzer’s name'),
  client_id: id('client', 'The organization that the conversation belongs to'),
  agent_id: id('agent', 'The agent that held the conversation'),
  start_time: described(Timestamp, 'When the conversation started'),
  status: ReviewStatus,
  reason: enumeration(
    'ReviewReason',
    ['sample', 'failed', 'unknown', 'unscored'],
    'Why people review it: it belongs to the random sample, or one of its verdicts asks for it',
  ),
  results: z
    .nullable(
      z
        .array(
          object('ReviewItemResult', 'A verdict to review', {
            name: described(AnalysisName, 'The criterion'),
            verdict: CriterionVerdict,
          }),
        )
        .check(z.maxLength(30)),
    )
    .register(docs, {
      description:
        'The verdicts of the analysis; null in the random sample until it is reviewed, so that they sway nobody',
    }),
});
export type ReviewItem = z.output<typeof ReviewItem>;

export const list = route('GET /v1/reviews', {
  summary: 'List the analyses that people review',
  description:
    'Lists the queue of the analyzers of an organization and of its descendants, by the start of the conversations, newest first. The key also needs the scope `conversations:read`.',
  scope: 'analysis:read',
  query: z.strictObject({
    ...listQuery,
    client_id: ofOrganization('those of analyzers'),
    status: z.optional(ReviewStatus).register(docs, { description: 'Only those with this status' }),
  }),
  ...pagesOf('ReviewList', ReviewItem),
  errors: ['client_not_found'],
});
