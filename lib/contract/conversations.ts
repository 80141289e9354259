import * as z from 'zod';
import { entity, id, Metadata, Money, openObject, slug, Timestamp, TimestampInput, text } from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { Audio } from './recordings.ts';
import { route } from './route.ts';
import { TranscriptStatus, TurnsInput } from './transcripts.ts';

export const Channel = z.enum(['phone', 'chat', 'web', 'sms', 'email', 'other']);
export const Status = z.enum(['active', 'completed', 'failed']);
export type Status = z.output<typeof Status>;
export const Sentiment = z.enum(['positive', 'neutral', 'negative', 'mixed', 'unknown']);
export const Outcome = slug(64).meta({ examples: ['success', 'appointment_booked'] });

/** ITU-T E.164: `+`, then up to 15 digits. */
const e164 = /^\+[1-9]\d{1,14}$/;
export const isPhoneNumber = (value: string): boolean => e164.test(value);

const PhoneNumber = z
  .string()
  .regex(e164, 'must be a number in E.164 form, such as +14155550123')
  .meta({ examples: ['+14155550123'], maxLength: 16 });

export const Caller = z
  .strictObject({
    id: z
      .string()
      .regex(/^[!-~]{1,128}$/, 'must be 1 to 128 visible ASCII characters')
      .meta({ maxLength: 128 })
      .nullable()
      .default(null),
    number: PhoneNumber.nullable().default(null),
    name: text(100).nullable().default(null),
  })
  // So that the filter `caller` needs to look in one place only: a value in E.164 form is always a number.
  .refine(({ id, number }) => id === null || !isPhoneNumber(id) || id === number, {
    path: ['id'],
    message: 'a phone number belongs into number',
  })
  .meta({ id: 'Caller', description: 'The human side' });
export type Caller = z.output<typeof Caller>;

const Verdict = z.boolean().nullable();
const Score = z.number().min(0).max(1).nullable();
const Criterion = z.strictObject({
  name: text(100),
  passed: Verdict.default(null),
  rationale: text(2000).nullable().default(null),
});

export const Quality = z
  .strictObject({
    successful: Verdict.default(null),
    score: Score.default(null),
    criteria: z.array(Criterion).max(50).default([]),
  })
  .meta({ id: 'Quality', description: 'How well it went, as somebody judged it' });

const MetricName = z
  .string()
  .regex(/^[a-z][a-z0-9_.]{0,63}$/, 'must be a lower-case name')
  .meta({ maxLength: 64 });
// DynamoDB's numbers end at 38 digits and 1E+125 (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
const MetricValue = z.number().min(-1e15).max(1e15);

export const Metrics = z
  .record(MetricName, MetricValue)
  .refine((metrics) => Object.keys(metrics).length <= 100, 'must have at most 100 names')
  .meta({ id: 'Metrics', description: 'Measured figures by name, such as e2e_latency_p50_ms' });

export const ConversationProvider = z
  .strictObject({
    name: slug(64),
    conversation_id: text(256).nullable().default(null),
    agent_id: text(256).nullable().default(null),
    metadata: openObject(16_384).default({}),
  })
  .meta({ id: 'ConversationProvider', description: 'Who held the conversation, and under which ids' });

const EndReason = text(100);
const Summary = text(5000);
const Data = openObject(32_768);
const Duration = z.int().min(0);

/** What may be added while a conversation lasts and after it. */
const additions = {
  end_reason: EndReason.nullable().default(null),
  outcome: Outcome.nullable().default(null),
  sentiment: Sentiment.nullable().default(null),
  summary: Summary.nullable().default(null),
  data: Data.default({}).meta({ description: 'What was extracted' }),
  quality: Quality.nullable().default(null),
  metrics: Metrics.default({}),
  cost: Money.nullable().default(null),
  metadata: Metadata.default({}),
};

/** What is fixed when a conversation starts. */
const circumstances = {
  channel: Channel.default('phone'),
  direction: z.enum(['inbound', 'outbound']).nullable().default(null),
  caller: Caller.nullable().default(null),
  provider: ConversationProvider.nullable().default(null),
};

export const Conversation = z
  .object({
    ...entity('conv'),
    agent_id: id('agent'),
    agent_version: z.int().min(1).meta({ description: 'The agent’s version at the start' }),
    client_id: id('client'),
    ...circumstances,
    status: Status,
    start_time: Timestamp,
    end_time: Timestamp.nullable(),
    duration_ms: Duration.nullable().meta({ description: 'From start_time to end_time' }),
    ...additions,
    audio: Audio,
    transcript: z.object({ status: TranscriptStatus, turns: z.int().min(0) }),
  })
  .meta({
    id: 'Conversation',
    description: 'A call, a chat: who spoke with which agent, and what came of it',
  });
export type Conversation = z.output<typeof Conversation>;

const Match = z.object({
  index: z.int().min(0),
  text: z.string().meta({
    description: 'The turn’s text, cut around the first word that was looked for',
    maxLength: 20_000,
  }),
});

export const ConversationItem = Conversation.pick({
  id: true,
  created_at: true,
  agent_id: true,
  client_id: true,
  channel: true,
  direction: true,
  caller: true,
  status: true,
  start_time: true,
  end_time: true,
  duration_ms: true,
  end_reason: true,
  outcome: true,
  sentiment: true,
  cost: true,
})
  .extend({
    summary: Summary.nullable().meta({
      description: 'Cut after 250 bytes of UTF-8; whole in the conversation itself',
    }),
    audio: Audio.pick({ status: true, duration_ms: true }),
    matches: z
      .array(Match)
      .max(10)
      .optional()
      .meta({ description: 'With `q`: the first ten turns in which a word of it occurs' }),
  })
  .meta({ id: 'ConversationItem', description: 'A conversation as a list shows it' });
export type ConversationItem = z.output<typeof ConversationItem>;

const DurationInput = Duration.max(31_622_400_000).optional().meta({ description: 'In place of end_time' });

export const ConversationInput = z
  .strictObject({
    agent_id: id('agent'),
    client_id: id('client')
      .optional()
      .meta({ description: 'The agent’s organisation or one below it; absent: the agent’s' }),
    ...circumstances,
    ...additions,
    status: Status.default('active').meta({ description: 'completed or failed: it is over already' }),
    start_time: TimestampInput.optional().meta({
      description: 'Absent: now, or of one that is over, its duration before its end',
    }),
    end_time: TimestampInput.nullable().optional(),
    duration_ms: DurationInput,
    turns: TurnsInput.default([]),
  })
  .meta({ id: 'ConversationInput' });
export type ConversationInput = z.output<typeof ConversationInput>;

/** What a PATCH may name: the same fields, each of which may be absent, or null to be taken away. */
export const ConversationPatch = z
  .strictObject({
    status: Status,
    end_time: TimestampInput,
    duration_ms: DurationInput,
    end_reason: EndReason.nullable(),
    outcome: Outcome.nullable(),
    sentiment: Sentiment.nullable(),
    summary: Summary.nullable(),
    data: Data.nullable(),
    quality: z
      .strictObject({ successful: Verdict, score: Score, criteria: z.array(Criterion).max(50).nullable() })
      .partial()
      .nullable(),
    metrics: z.record(MetricName, MetricValue.nullable()).nullable(),
    cost: z
      .strictObject({ amount: Money.shape.amount.nullable(), currency: Money.shape.currency.nullable() })
      .partial()
      .nullable(),
    metadata: z.record(text(40), z.string().max(500).nullable()).nullable(),
  })
  .partial()
  .meta({ id: 'ConversationPatch', description: 'A merge patch (RFC 7396)' });
export type ConversationPatch = z.output<typeof ConversationPatch>;

/** What a patch is merged into, and what must hold afterwards. */
export const ConversationAdditions = z.object(additions);
export type ConversationAdditions = z.output<typeof ConversationAdditions>;

const CallerFilter = z
  .string()
  .meta({ maxLength: 128 })
  // An unescaped + arrives as a space (WHATWG URL, application/x-www-form-urlencoded); no caller begins with one.
  .transform((value) => value.replace(/^ (?=\d)/, '+'))
  .pipe(z.string().regex(/^[!-~]{1,128}$/, 'must be a number in E.164 form or a caller’s id'))
  .meta({ description: 'The caller’s exact number in E.164 form, or exact id' });

const filters = {
  client_id: id('client')
    .optional()
    .meta({ description: 'That organisation with all below it; absent: the key’s own' }),
  agent_id: id('agent').optional().meta({ description: 'With this agent' }),
  outcome: Outcome.optional().meta({ description: 'With this outcome' }),
  channel: Channel.optional().meta({ description: 'Over this channel' }),
  sentiment: Sentiment.optional().meta({ description: 'With this sentiment' }),
  caller: CallerFilter.optional(),
  start_after: TimestampInput.optional().meta({ description: 'Started at this time or later' }),
  start_before: TimestampInput.optional().meta({ description: 'Started before this time' }),
};

const params = z.strictObject({ conversation_id: id('conv').meta({ description: 'The conversation’s id' }) });

export const list = route('GET /v1/conversations', {
  summary: 'List conversations, newest first, or search them',
  description: 'Those of the organisation and of all below it, with any filters and words together.',
  scope: 'conversations:read',
  query: z.strictObject({
    ...listQuery,
    ...filters,
    status: Status.optional().meta({ description: 'With this status' }),
    q: text(200).optional().meta({
      description:
        'Words of the transcript, up to ten; all must occur, `word*` stands for every word that begins so, and case and accents do not matter. Found once the conversation is over',
    }),
  }),
  status: 200,
  response: pageOf(ConversationItem),
  paged: true,
  errors: ['client_not_found'],
});

export const active = route('GET /v1/conversations/active', {
  summary: 'List the conversations that are going on now',
  description: 'The same as `GET /v1/conversations` with `status=active`.',
  scope: 'conversations:read',
  query: z.strictObject({ ...listQuery, ...filters }),
  status: 200,
  response: pageOf(ConversationItem),
  paged: true,
  errors: ['client_not_found'],
});

export const create = route('POST /v1/conversations', {
  summary: 'Start a conversation, or record one that is over',
  description:
    'Its turns may come along or be appended later. A conversation that its provider has under the same id is recorded once for each client.',
  scope: 'conversations:write',
  body: ConversationInput,
  status: 201,
  location: '/v1/conversations/{id}',
  response: Conversation,
  etag: Conversation,
  errors: [
    'agent_not_found',
    'client_not_found',
    'agent_not_serving_client',
    'client_suspended',
    'conversation_exists',
  ],
});

export const get = route('GET /v1/conversations/{conversation_id}', {
  summary: 'Get one conversation',
  description: 'With all that is known of it but its turns, which are its transcript.',
  scope: 'conversations:read',
  params,
  status: 200,
  response: Conversation,
  etag: Conversation,
  errors: ['conversation_not_found'],
});

export const update = route('PATCH /v1/conversations/{conversation_id}', {
  summary: 'End a conversation, or add what became known of it',
  description: 'What arrives late adds to a conversation that is over and never reopens it.',
  scope: 'conversations:write',
  params,
  body: ConversationPatch,
  status: 200,
  response: Conversation,
  etag: Conversation,
  errors: ['conversation_not_found', 'invalid_transition'],
});

export const Erasure = z
  .object({ id: id('conv'), status: z.literal('erasing') })
  .meta({ id: 'Erasure', description: 'What can be said of a conversation that is being erased' });
export type Erasure = z.output<typeof Erasure>;

export const erase = route('DELETE /v1/conversations/{conversation_id}', {
  summary: 'Erase a conversation with its transcript and its recording',
  description:
    'At once it can no longer be found. Until turns, recording and search index are gone, which takes moments, asking again is answered with 202; once they are, with 404. Answers that were kept for an `Idempotency-Key` go within three days.',
  scope: 'conversations:write',
  params,
  status: 202,
  response: Erasure,
  etag: Conversation,
  errors: ['conversation_not_found'],
});
