import * as z from 'zod/mini';
import { conversationFiltersInBody, inOrder } from './conversations.ts';
import {
  createdBy,
  described,
  docs,
  enumeration,
  id,
  object,
  orNull,
  RunStatus,
  strictObject,
  Timestamp,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { route } from './route.ts';

const { q: _q, ids: _ids, ...runFilters } = conversationFiltersInBody;

const RunFilters = z
  .strictObject(runFilters)
  .check(...inOrder)
  .register(docs, {
    id: 'AnalysisRunFilters',
    description: 'The conversations to analyze: the filters of `GET /v1/conversations` except `q` and `ids`',
  });

const Only = enumeration(
  'AnalysisRunScope',
  ['missing', 'outdated', 'all'],
  'The conversations that a run analyzes: those without an analysis, or whose analysis failed or lacked tokens (`missing`); those analyzed by another version (`outdated`); or all',
);

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

const maxConversations = z.int().check(z.minimum(1), z.maximum(100_000));
const tokens = z.int().check(z.minimum(1), z.maximum(1_000_000_000_000));

export const AnalysisRunInput = strictObject('AnalysisRunInput', 'The earlier conversations to analyze', {
  analyzer_id: id('anl', 'The analyzer'),
  version: z.optional(z.int().check(z.minimum(1), z.maximum(999_999_999))).register(docs, {
    description:
      'The version of the analyzer; by default the current one. `tokens_per_month` and `shared` are always the current ones',
  }),
  filters: z._default(RunFilters, {}),
  only: z._default(Only, 'missing'),
  max_conversations: z._default(maxConversations, 1000).register(docs, {
    description: 'The most conversations to analyze',
  }),
  tokens: described(
    orNull(tokens),
    'The most tokens of models that the run uses, plus those of one analysis at most: none begins once they are used. With a limit, conversations are analyzed one after the other. If null, only the budgets of the analyzer and its organization apply',
  ),
  dry_run: z._default(z.boolean(), false).register(docs, {
    description:
      'With `true`, nothing is analyzed, and the run counts conversations and estimates their tokens',
  }),
});
export type AnalysisRunInput = z.output<typeof AnalysisRunInput>;

export const AnalysisRun = object('AnalysisRun', 'A run of an analyzer over earlier conversations', {
  id: id('arun', 'The run’s id'),
  created_at: described(Timestamp, 'When it was created'),
  updated_at: described(Timestamp, 'When it last made progress'),
  client_id: z.nullable(id('client')).register(docs, {
    description: 'The organization that owns the analyzer; null for the platform',
  }),
  analyzer_id: id('anl', 'The analyzer'),
  version: z.int().check(z.minimum(1)).register(docs, { description: 'The version of the analyzer' }),
  only: Only,
  max_conversations: described(maxConversations, 'The most conversations to analyze'),
  tokens: described(z.nullable(tokens), 'The most tokens to use; null if the run has no limit'),
  dry_run: z.boolean().register(docs, { description: 'Whether it only counts' }),
  status: RunStatus,
  seen: count('The number of conversations that were looked at'),
  analyzed: count('The number of conversations that were analyzed, or would be'),
  skipped: count('The number of conversations whose conditions or budget did not allow it'),
  failed: count('The number of conversations that could not be analyzed'),
  tokens_used: count('The tokens that were used, also by analyses that failed; or the estimate of a dry run'),
  created_by: createdBy('run'),
});
export type AnalysisRun = z.output<typeof AnalysisRun>;

export const list = route('GET /v1/analysis-runs', {
  summary: 'List analysis runs, newest first',
  description: 'Lists the runs of analyzers of an organization and its descendants, for 90 days.',
  scope: 'analysis:read',
  ...pagesOfOrganization('AnalysisRunList', AnalysisRun, 'runs'),
});

export const create = route('POST /v1/analysis-runs', {
  summary: 'Analyze earlier conversations',
  description:
    'Starts analyzing conversations that ended before, oldest first. Conditions, settings and budgets apply. The event `analysis_run.completed` reports the end. The key also needs the scope `conversations:read`.',
  scope: 'analysis:write',
  body: AnalysisRunInput,
  audit: 'analysis_run.created',
  status: 202,
  response: AnalysisRun,
  errors: ['analyzer_not_found', 'analyzer_version_not_found'],
});

export const get = route('GET /v1/analysis-runs/{analysis_run_id}', {
  summary: 'Get an analysis run',
  description: 'Returns its progress.',
  scope: 'analysis:read',
  response: AnalysisRun,
});

export const cancel = route('POST /v1/analysis-runs/{analysis_run_id}/cancel', {
  summary: 'Cancel an analysis run',
  description:
    'No further conversation is analyzed, except those that are being analyzed. A run that has ended stays as it is.',
  scope: 'analysis:write',
  audit: 'analysis_run.canceled',
  response: AnalysisRun,
});
