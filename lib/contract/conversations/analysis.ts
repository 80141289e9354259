import * as z from 'zod/mini';
import { described, docs, enumeration, object } from '../fields.ts';

/** The fields of a conversation of which it is recorded who set them. */
export const sourcedFields = ['outcome', 'sentiment', 'summary', 'data', 'quality'] as const;
export type SourcedField = (typeof sourcedFields)[number];

const FieldSource = enumeration(
  'FieldSource',
  ['provider', 'api', 'analysis', 'review'],
  'The source of a field: a voice provider’s report, a key of the API, an analyzer, or the review of an analysis',
);
export type FieldSource = z.output<typeof FieldSource>;

const source = (field: string) =>
  described(z.nullable(FieldSource), `The source of ${field}; null if it has no value`);

export const Sources = object(
  'ConversationSources',
  'The source of each field. A review prevails over keys of the API, and these over providers and analyzers, in whatever order they arrive',
  {
    outcome: source('`outcome`'),
    sentiment: source('`sentiment`'),
    summary: source('`summary`'),
    data: source('`data`'),
    quality: source('`quality`'),
  },
);
export type Sources = z.output<typeof Sources>;

export const ConversationAnalysis = object(
  'ConversationAnalysis',
  'The result of the shared analyzers. `GET /v1/conversations/{conversation_id}/analyses` shows all',
  {
    status: enumeration(
      'ConversationAnalysisStatus',
      ['completed', 'partial', 'failed'],
      'Whether all shared analyzers reached their verdicts, some, or none',
    ),
    successful: z.nullable(z.boolean()).register(docs, {
      description:
        'Whether the conversation was successful by the nearest analyzer that decides it; null if that is open',
    }),
    failed: z
      .array(z.string().check(z.maxLength(40)))
      .check(z.maxLength(5))
      .register(docs, { description: 'The names of criteria that failed, at most five' }),
  },
);
export type ConversationAnalysis = z.output<typeof ConversationAnalysis>;

export const analysisField = z.nullable(ConversationAnalysis).register(docs, {
  description: 'The result of the shared analyzers; null if there is none',
});

/** The names of criteria and fields are slugs, and values are texts of one line. */
export const Label = z
  .string()
  .check(
    z.maxLength(150),
    z.regex(
      /^(criterion|field)\.[a-z0-9][a-z0-9_.-]{0,39}:.{1,100}$/,
      'must be criterion.<name>:<verdict> or field.<name>:<value>',
    ),
  )
  .register(docs, {
    description: 'A verdict or a value of an analysis',
    examples: ['criterion.greeting:failed'],
  });

export const maxLabels = 3;
