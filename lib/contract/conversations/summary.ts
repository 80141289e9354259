import * as z from 'zod/mini';
import { conversationFilters, durationsInOrder, organization } from '../conversations.ts';
import { described, docs, enumeration, object, Timestamp } from '../fields.ts';
import { anyOf } from '../page.ts';
import { route } from '../route.ts';
import { Bound, count, Interval, MoneySum, milliseconds } from '../usage.ts';

export const SummaryDimension = enumeration(
  'SummaryDimension',
  [
    'agent_id',
    'client_id',
    'child',
    'outcome',
    'status',
    'end_reason',
    'sentiment',
    'channel',
    'direction',
    'provider',
    'successful',
  ],
  'A property that rows are grouped by. `child` is the organization directly below the requested one that the conversation belongs to, itself or through its descendants, or the requested one for its own conversations',
);
export type SummaryDimension = z.output<typeof SummaryDimension>;

const GroupBy = anyOf(
  SummaryDimension,
  'Separate rows for each combination of values; send it up to three times. Without conversations, all values are null',
  3,
);

const value = z.optional(z.nullable(z.string().register(docs, { maxLength: 100 })));

const SummaryGroup = object(
  'SummaryGroup',
  'The values of a group, for each property of `group_by`; empty without it. Null: the conversations have no value',
  {
    agent_id: described(value, 'The agent’s id'),
    client_id: described(value, 'The organization’s id'),
    child: described(value, 'The id of the organization directly below, or of the requested one'),
    outcome: described(value, 'The outcome'),
    status: described(value, 'The status'),
    end_reason: described(value, 'Why the conversations ended'),
    sentiment: described(value, 'The caller’s sentiment'),
    channel: described(value, 'The channel'),
    direction: described(value, 'The direction of the conversations'),
    provider: described(value, 'The provider’s name'),
    successful: z.optional(z.nullable(z.boolean())).register(docs, {
      description: '`quality.successful`; null: not judged',
    }),
  },
);
export type SummaryGroup = z.output<typeof SummaryGroup>;

const figures = {
  conversations: count('The number of conversations, including active ones'),
  completed: count('The number of those that were completed'),
  failed: count('The number of those that failed'),
  successful: count('The number of those with `quality.successful`'),
  judged: count('The number of those for which `quality.successful` is true or false'),
  with_recording: count('The number of those with a recording that is available'),
  duration_ms: object('SummaryDurations', 'The exact durations of the conversations that have ended', {
    sum: count('The sum of all durations, in milliseconds'),
    p50: milliseconds(
      'The median by nearest rank: the shortest of the durations that at least half of them do not exceed. Null if no conversation has ended',
    ),
    p95: milliseconds('The 95th percentile, by the same definition: at least 95 percent do not exceed it'),
  }),
  costs: z.array(MoneySum).check(z.maxLength(200)).register(docs, {
    description:
      'The costs of the conversations, with `carrier_cost`, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`)',
  }),
};

const SummaryFigures = object('SummaryFigures', 'The figures of all rows together', figures);
export type SummaryFigures = z.output<typeof SummaryFigures>;

const SummaryRow = object('SummaryRow', 'The figures of an interval, or of a group in it', {
  start: described(Timestamp, 'When the interval begins. The first interval begins with the range'),
  group: SummaryGroup,
  ...figures,
});
export type SummaryRow = z.output<typeof SummaryRow>;

const ConversationSummary = object(
  'ConversationSummary',
  'Counts and figures of the conversations that a list would have',
  {
    timezone: z.string().register(docs, {
      description: 'The time zone of the intervals: the organization’s',
      examples: ['America/New_York'],
      maxLength: 64,
    }),
    from: described(Timestamp, 'When the range begins'),
    to: described(Timestamp, 'The end of the range, exclusive'),
    rows: z.array(SummaryRow).check(z.maxLength(10_000)).register(docs, {
      description: 'By interval, then by group. Intervals without conversations are rows of zeros',
    }),
    total: SummaryFigures,
  },
);
export type ConversationSummary = z.output<typeof ConversationSummary>;

const { q: _words, ...summaryFilters } = conversationFilters;

export const summary = route('GET /v1/conversations/summary', {
  summary: 'Summarize conversations',
  description:
    'Counts what `GET /v1/conversations` would list, without erased conversations. A request reads at most 200,000: for more, `range_too_large` names a shorter range.',
  scope: 'conversations:read',
  query: z
    .strictObject({
      client_id: organization,
      ...summaryFilters,
      start_after: z.optional(
        Bound(
          'The first day, as a date in the organization’s time zone, or the time at which the range begins (inclusive), at most 400 days before its end. Default: 30 days before; one day with `hour`, 12 weeks with `week`, one year with `month`',
        ),
      ),
      start_before: z.optional(
        Bound(
          'The day or the time at which the range ends (exclusive), which must be after `start_after`. Default: the end of the current day',
        ),
      ),
      interval: described(z._default(Interval, 'day'), 'The length of each row’s interval'),
      group_by: GroupBy,
    })
    .check(durationsInOrder),
  response: ConversationSummary,
  csv: true,
  keptSeconds: 10,
  readsMany: true,
  waits: true,
  errors: ['client_not_found', 'range_too_large'],
});
