import * as z from 'zod/mini';
import { AnalysisName } from './analyzers.ts';
import { described, docs, endsAfter, enumeration, id, object, Timestamp, TimestampInput } from './fields.ts';
import { route } from './route.ts';

const ReportInterval = enumeration(
  'AnalysisReportInterval',
  ['day', 'month', 'total'],
  'The length of the periods of a report, in UTC',
);
export type ReportInterval = z.output<typeof ReportInterval>;

const ReportGroup = enumeration('AnalysisReportGroup', ['agent'], 'The grouping of a report’s rows');

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

const share = (description: string) => z.nullable(z.number()).register(docs, { description });

const Row = object(
  'AnalysisReportRow',
  'The verdicts on one criterion in a period. Versions are never added up',
  {
    start: described(Timestamp, 'When the period starts'),
    version: z.int().check(z.minimum(1)).register(docs, { description: 'The version of the analyzer' }),
    agent_id: described(z.nullable(id('agent')), 'The agent; null without `group_by=agent`'),
    name: described(AnalysisName, 'The criterion'),
    passed: count('The number of conversations in which it passed'),
    failed: count('The number of conversations in which it failed'),
    unknown: count('The number of conversations that did not show whether it passed'),
    not_applicable: count('The number of conversations to which it did not apply'),
    unscored: count('The number of conversations for which no verdict was obtained'),
  },
);

const Agreement = object(
  'AnalysisAgreement',
  'The agreement between the analyzer’s verdicts on a criterion and those of reviewers',
  {
    version: z.int().check(z.minimum(1)).register(docs, { description: 'The version of the analyzer' }),
    name: described(AnalysisName, 'The criterion'),
    both_passed: count('The number of verdicts that analyzer and reviewer agree are passed'),
    wrongly_passed: count('The number of verdicts that the analyzer passed and the reviewer failed'),
    wrongly_failed: count('The number of verdicts that the analyzer failed and the reviewer passed'),
    both_failed: count('The number of verdicts that analyzer and reviewer agree are failed'),
    reviewed: count('The number of reviewed verdicts in which both decided'),
    agreement: share('The share of equal verdicts; null without reviews'),
    passed_rate: share(
      'The share passed by the analyzer, among the verdicts that reviewers passed; null if there are none',
    ),
    failed_rate: share(
      'The share failed by the analyzer, among the verdicts that reviewers failed; null if there are none',
    ),
    kappa: share('Cohen’s κ, the agreement beyond chance; null below 20 reviews, or with one class only'),
  },
);

export const AnalysisReport = object(
  'AnalysisReport',
  'The verdicts of an analyzer, by criterion and version',
  {
    analyzer_id: id('anl', 'The analyzer'),
    from: described(Timestamp, 'The start of the first conversations (inclusive)'),
    to: described(Timestamp, 'The start of the last conversations (exclusive)'),
    analyses: count('The number of analyses'),
    rows: z.array(Row).check(z.maxLength(20_000)).register(docs, { description: 'The verdicts' }),
    agreement: z
      .array(Agreement)
      .check(z.maxLength(20_000))
      .register(docs, { description: 'The agreement with reviews' }),
  },
);
export type AnalysisReport = z.output<typeof AnalysisReport>;

export const get = route('GET /v1/analyzers/{analyzer_id}/report', {
  summary: 'Get the report of an analyzer',
  description:
    'Counts the verdicts on each criterion by period and version, and compares them with reviews. Only an organization that owns the analyzer, or one above, can read it. A range with more than 100,000 analyses is refused.',
  scope: 'analysis:read',
  query: z
    .strictObject({
      from: z.optional(TimestampInput).register(docs, {
        description: 'Only conversations that started at this time or later; by default 30 days before `to`',
      }),
      to: z.optional(TimestampInput).register(docs, {
        description:
          'Only conversations that started before this time, which must be after `from`; by default now',
      }),
      interval: z
        ._default(ReportInterval, 'total')
        .register(docs, { description: 'The length of the periods; by default the whole range is one' }),
      group_by: z
        .optional(ReportGroup)
        .register(docs, { description: 'The grouping of the rows, besides period and version' }),
    })
    .check(endsAfter('from', 'to')),
  readsMany: true,
  waits: true,
  response: AnalysisReport,
  csv: true,
});
