import * as z from 'zod/mini';
import { Currency, described, docs, enumeration, object, Timestamp } from './fields.ts';
import { route } from './route.ts';

export const Interval = enumeration(
  'UsageInterval',
  ['hour', 'day', 'week', 'month', 'total'],
  'The length of the interval of each row, in the organization’s time zone; weeks start on Monday, and `total` is the whole range',
);
export const UsageDimension = enumeration(
  'UsageDimension',
  ['agent_id', 'child', 'channel', 'provider', 'outcome', 'sentiment'],
  'A property that rows are grouped by. `child` is the organization directly below, including its descendants, or the organization itself',
);

export type UsageDimension = z.output<typeof UsageDimension>;

export const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });
export const milliseconds = (description: string) =>
  z.nullable(z.int().check(z.minimum(0))).register(docs, { description });

/** A sum of amounts. It can have more digits than a single amount, and be negative if costs exceed it. */
export const MoneySum = object('MoneySum', 'An exact sum of money', {
  amount: z
    .string()
    .check(z.regex(/^-?\d{1,30}(\.\d{1,9})?$/))
    .register(docs, {
      description: 'A decimal number as a string, so that it stays exact',
      examples: ['12.5'],
      maxLength: 41,
    }),
  currency: Currency,
});

const Tokens = (id: string, description: string) =>
  object(id, description, {
    input: count('The number of tokens that language models read'),
    output: count('The number of tokens that language models wrote'),
  });

const costs = (description: string) =>
  z
    .array(MoneySum)
    .check(z.maxLength(200))
    .register(docs, {
      description: `${description}, one sum per currency. Costs that are not shown to the API key are not included (\`settings.costs_shown\`)`,
    });

const groupValue = z.optional(z.nullable(z.string().register(docs, { maxLength: 100 })));

const UsageGroup = object(
  'UsageGroup',
  'The value of the group, under the name in `group_by`; empty without it. Null: the conversations have no value',
  {
    agent_id: described(groupValue, 'The agent’s id'),
    child: described(groupValue, 'The id of the organization directly below, or of the organization itself'),
    channel: described(groupValue, 'The channel'),
    provider: described(groupValue, 'The provider’s name'),
    outcome: described(groupValue, 'The outcome'),
    sentiment: described(groupValue, 'The caller’s sentiment'),
  },
);
export type UsageGroup = z.output<typeof UsageGroup>;

export const UsageRow = object('UsageRow', 'The figures of an interval, or of a group in it', {
  start: described(Timestamp, 'When the interval begins. The first interval begins with the range'),
  group: UsageGroup,
  conversations: count('The number of conversations'),
  completed: count('The number of those that were completed'),
  failed: count('The number of those that failed'),
  successful: count('The number of those with `quality.successful`'),
  judged: count('The number of those for which `quality.successful` is true or false'),
  duration_ms: object('UsageDurations', 'The durations of conversations', {
    sum: count('The sum of all durations, in milliseconds'),
    p50: milliseconds('The median duration, within five percent'),
    p95: milliseconds('The 95th percentile, within five percent'),
  }),
  latency_ms: object('UsageLatencies', 'The metric `e2e_latency_p50_ms` of the conversations that have it', {
    p50: milliseconds('The median latency, within five percent'),
    p95: milliseconds('The 95th percentile, within five percent'),
  }),
  messages: count(
    'The number of messages of users that agents answered in chats of this platform, and for API keys as a custom LLM',
  ),
  tokens: Tokens(
    'UsageTokens',
    'The tokens that language models processed in chats of this platform, and as a custom LLM',
  ),
  spoken_characters: count('The number of characters that voices spoke in chats of this platform (`speak`)'),
  listened_seconds: count('The number of seconds in which the platform recognized speech for pages (`ears`)'),
  costs: costs(
    'The costs of the conversations with `carrier_cost`, which for chats of this platform are those of tokens, voices and recognition',
  ),
  analysis: object(
    'UsageAnalysis',
    'The use of language models by the analyzers of the organization and its descendants. Analyzers of organizations above are not included: those pay for them',
    {
      tokens: Tokens(
        'UsageAnalysisTokens',
        'The tokens that language models processed for analyses and previews, when these were made',
      ),
      costs: costs('The costs of these tokens, which are not in the `costs` of the conversations'),
    },
  ),
});

export type UsageRow = z.output<typeof UsageRow>;

export const Usage = object('Usage', 'The usage of an organization and its descendants', {
  timezone: z.string().register(docs, {
    description:
      'The time zone of the intervals: the organization’s, or for a short time after a change the one before',
    examples: ['America/New_York'],
    maxLength: 64,
  }),
  from: described(Timestamp, 'When the range begins'),
  to: described(Timestamp, 'The end of the range, exclusive'),
  rows: z.array(UsageRow).check(z.maxLength(10_000)).register(docs, {
    description: 'By interval, then by group. Intervals without usage are rows of zeros',
  }),
});

export type Usage = z.output<typeof Usage>;

const isValid = (text: string): boolean => {
  const date = new Date(text.length === 10 ? `${text}T00:00:00Z` : text);
  // `Date` accepts 30 February and converts it to 2 March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && day.toJSON()?.slice(0, 10) === text.slice(0, 10);
};

/** A date in the organization's time zone, or a time. */
export const Bound = (description: string) =>
  z
    .pipe(
      z.string().check(
        z.regex(
          /^(19[89]\d|[2-9]\d{3})-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/,
          {
            error: 'must be a date of 1980 or later, such as 2026-11-20, or an RFC 3339 time',
            abort: true,
          },
        ),
        z.refine(isValid, { error: 'must be a date that exists', abort: true }),
      ),
      z.transform((text) => (text.length === 10 ? text : new Date(text).toISOString())),
    )
    .register(docs, { description, examples: ['2026-11-20'], maxLength: 35 });

const query = {
  start_after: z.optional(
    Bound(
      'The first day, as a date in the organization’s time zone, or the time at which a day or an hour begins. Default: 30 days before `start_before`; one day with `hour`, 12 weeks with `week`, one year with `month`',
    ),
  ),
  start_before: z.optional(
    Bound('The day or the time at which the range ends, exclusive. Default: the end of the current day'),
  ),
  interval: described(z._default(Interval, 'day'), 'The length of each row’s interval'),
  group_by: described(
    z.optional(UsageDimension),
    'Separate rows for each value that has conversations in the range; if none has, one row for each interval, whose value is null',
  ),
};

export const get = route('GET /v1/clients/{client_id}/usage', {
  summary: 'Get the usage of an organization',
  description:
    'Covers the organization and its descendants. Conversations count once they have ended, at the time at which they started. Later changes are counted within seconds. Erasing a conversation does not change the usage.',
  scope: 'usage:read',
  query: z.strictObject(query),
  response: Usage,
  csv: true,
});

export const own = route('GET /v1/usage', {
  summary: 'Get the usage of everything that the key can access',
  description:
    'The same as `GET /v1/clients/{client_id}/usage` for the key’s own organization. For a key of the platform, it covers all organizations, in UTC.',
  scope: 'usage:read',
  query: z.strictObject(query),
  response: Usage,
  csv: true,
});
