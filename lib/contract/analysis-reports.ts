import * as z from 'zod/mini';
import { AnalysisName, analyzerParams } from './analyzers.ts';
import { described, docs, enumeration, id, Timestamp, TimestampInput } from './fields.ts';
import { route } from './route.ts';

const ReportInterval = enumeration(
  'AnalysisReportInterval',
  ['day', 'month', 'total'],
  'The length of the periods of a report, in UTC',
);
export type ReportInterval = z.output<typeof ReportInterval>;

const ReportGroup = enumeration('AnalysisReportGroup', ['agent'], 'What the rows of a report are divided by');

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

const share = (description: string) => z.nullable(z.number()).register(docs, { description });

const Row = z
  .object({
    start: described(Timestamp, 'When the period starts'),
    version: z.int().check(z.minimum(1)).register(docs, { description: 'The version of the analyzer' }),
    agent_id: described(z.nullable(id('agent')), 'The agent; null without `group_by=agent`'),
    name: described(AnalysisName, 'The criterion'),
    passed: count('How often it passed'),
    failed: count('How often it failed'),
    unknown: count('How often the conversation did not show it'),
    not_applicable: count('How often it did not apply'),
    unscored: count('How often no verdict was obtained'),
  })
  .register(docs, {
    id: 'AnalysisReportRow',
    description: 'The verdicts on one criterion in a period. Versions are never added up',
  });

const Agreement = z
  .object({
    version: z.int().check(z.minimum(1)).register(docs, { description: 'The version of the analyzer' }),
    name: described(AnalysisName, 'The criterion'),
    both_passed: count('The analyzer and people say that it passed'),
    wrongly_passed: count('The analyzer says that it passed, people that it failed'),
    wrongly_failed: count('The analyzer says that it failed, people that it passed'),
    both_failed: count('The analyzer and people say that it failed'),
    reviewed: count('The number of reviewed verdicts in which both decided'),
    agreement: share('The share of equal verdicts; null without reviews'),
    passed_rate: share(
      'Of what people say passed, the share that the analyzer passed; null if there is none',
    ),
    failed_rate: share(
      'Of what people say failed, the share that the analyzer failed; null if there is none',
    ),
    kappa: share('Cohen’s κ, the agreement beyond chance; null below 20 reviews, or with one class only'),
  })
  .register(docs, {
    id: 'AnalysisAgreement',
    description: 'How far the verdicts on a criterion agree with those of people',
  });

export const AnalysisReport = z
  .object({
    analyzer_id: id('anl', 'The analyzer'),
    from: described(Timestamp, 'The start of the first conversations (inclusive)'),
    to: described(Timestamp, 'The start of the last conversations (exclusive)'),
    analyses: count('The number of analyses'),
    rows: z.array(Row).check(z.maxLength(20_000)).register(docs, { description: 'The verdicts' }),
    agreement: z
      .array(Agreement)
      .check(z.maxLength(20_000))
      .register(docs, { description: 'The agreement with reviews' }),
  })
  .register(docs, { id: 'AnalysisReport', description: 'What an analyzer found, by criterion and version' });
export type AnalysisReport = z.output<typeof AnalysisReport>;

export const get = route('GET /v1/analyzers/{analyzer_id}/report', {
  summary: 'Report what an analyzer found',
  description:
    'Counts the verdicts on each criterion by period and version, and compares them with reviews. Only an organization that owns the analyzer, or one above, can read it. A range with more than 100,000 analyses is refused.',
  scope: 'analysis:read',
  params: z.strictObject(analyzerParams),
  query: z.strictObject({
    from: z.optional(TimestampInput).register(docs, {
      description: 'Only conversations that started at this time or later; by default 30 days before `to`',
    }),
    to: z.optional(TimestampInput).register(docs, {
      description: 'Only conversations that started before this time; by default now',
    }),
    interval: z
      ._default(ReportInterval, 'total')
      .register(docs, { description: 'The length of the periods; by default the whole range is one' }),
    group_by: z
      .optional(ReportGroup)
      .register(docs, { description: 'What the rows are divided by, besides period and version' }),
  }),
  readsMany: true,
  waits: true,
  status: 200,
  response: AnalysisReport,
  errors: ['analyzer_not_found'],
});
