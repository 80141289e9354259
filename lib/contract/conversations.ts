import * as z from 'zod/mini';
import {
  docs,
  entity,
  id,
  Metadata,
  MetadataPatch,
  Money,
  openObject,
  orNull,
  slug,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { Audio } from './recordings.ts';
import { route } from './route.ts';
import { TranscriptStatus, TurnsInput } from './transcripts.ts';

export const Channel = z.enum(['phone', 'chat', 'web', 'sms', 'email', 'other']);
export const Status = z.enum(['active', 'completed', 'failed']);
export type Status = z.output<typeof Status>;
export const Sentiment = z.enum(['positive', 'neutral', 'negative', 'mixed', 'unknown']);
export const Outcome = slug(64).register(docs, { examples: ['success', 'appointment_booked'] });

/** ITU-T E.164: `+`, then up to 15 digits. */
const e164 = /^\+[1-9]\d{1,14}$/;
export const isPhoneNumber = (value: string): boolean => e164.test(value);

const PhoneNumber = z
  .string()
  .check(z.regex(e164, 'must be a number in E.164 form, such as +14155550123'))
  .register(docs, { examples: ['+14155550123'], maxLength: 16 });

export const Caller = z
  .strictObject({
    id: orNull(
      z
        .string()
        .check(z.regex(/^[!-~]{1,128}$/, 'must be 1 to 128 visible ASCII characters'))
        .register(docs, { maxLength: 128 }),
    ),
    number: orNull(PhoneNumber),
    name: orNull(text(100)),
  })
  .check(
    // So that the filter `caller` needs to look in one place only: a value in E.164 form is always a number.
    z.refine(({ id, number }) => id === null || !isPhoneNumber(id) || id === number, {
      path: ['id'],
      message: 'a phone number belongs into number',
    }),
  )
  .register(docs, { id: 'Caller', description: 'The human side' });
export type Caller = z.output<typeof Caller>;

const Verdict = z.nullable(z.boolean());
const Score = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));
const Criterion = z.strictObject({
  name: text(100),
  passed: z._default(Verdict, null),
  rationale: orNull(text(2000)),
});

export const Quality = z
  .strictObject({
    successful: z._default(Verdict, null),
    score: z._default(Score, null),
    criteria: z._default(z.array(Criterion).check(z.maxLength(50)), []),
  })
  .register(docs, { id: 'Quality', description: 'How well it went, as somebody judged it' });

const MetricName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_.]{0,63}$/, 'must be a lower-case name'))
  .register(docs, { maxLength: 64 });
// DynamoDB's numbers end at 38 digits and 1E+125 (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
const MetricValue = z.number().check(z.minimum(-1e15), z.maximum(1e15));

export const Metrics = z
  .record(MetricName, MetricValue)
  .check(z.refine((metrics) => Object.keys(metrics).length <= 100, 'must have at most 100 names'))
  .register(docs, { id: 'Metrics', description: 'Measured figures by name, such as e2e_latency_p50_ms' });

export const ConversationProvider = z
  .strictObject({
    name: slug(64),
    conversation_id: orNull(text(256)),
    agent_id: orNull(text(256)),
    metadata: z._default(openObject(16_384), {}),
  })
  .register(docs, {
    id: 'ConversationProvider',
    description: 'Who held the conversation, and under which ids',
  });

const EndReason = text(100);
const Summary = text(5000);
const Data = openObject(32_768);
const Duration = z.int().check(z.minimum(0));

/** What may be added while a conversation lasts and after it. */
const additions = {
  end_reason: orNull(EndReason),
  outcome: orNull(Outcome),
  sentiment: orNull(Sentiment),
  summary: orNull(Summary),
  data: z._default(Data, {}).register(docs, { description: 'What was extracted' }),
  quality: orNull(Quality),
  metrics: z._default(Metrics, {}),
  cost: orNull(Money),
  metadata: z._default(Metadata, {}),
};

/** What is fixed when a conversation starts. */
const circumstances = {
  channel: z._default(Channel, 'phone'),
  direction: orNull(z.enum(['inbound', 'outbound'])),
  caller: orNull(Caller),
  provider: orNull(ConversationProvider),
};

export const Conversation = z
  .object({
    ...entity('conv'),
    agent_id: id('agent'),
    agent_version: z
      .int()
      .check(z.minimum(1))
      .register(docs, { description: 'The agent’s version at the start' }),
    client_id: id('client'),
    ...circumstances,
    status: Status,
    start_time: Timestamp,
    end_time: z.nullable(Timestamp),
    duration_ms: z.nullable(Duration).register(docs, { description: 'From start_time to end_time' }),
    ...additions,
    audio: Audio,
    transcript: z.object({ status: TranscriptStatus, turns: z.int().check(z.minimum(0)) }),
  })
  .register(docs, {
    id: 'Conversation',
    description: 'A call, a chat: who spoke with which agent, and what came of it',
  });
export type Conversation = z.output<typeof Conversation>;

const Match = z.object({
  index: z.int().check(z.minimum(0)),
  text: z.string().register(docs, {
    description: 'The turn’s text, cut around the first word that was looked for',
    maxLength: 20_000,
  }),
});

export const ConversationItem = z
  .extend(
    z.pick(Conversation, {
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
    }),
    {
      summary: z.nullable(Summary).register(docs, {
        description: 'Cut after 250 bytes of UTF-8; whole in the conversation itself',
      }),
      audio: z.pick(Audio, { status: true, duration_ms: true }),
      matches: z
        .optional(z.array(Match).check(z.maxLength(10)))
        .register(docs, { description: 'With `q`: the first ten turns in which a word of it occurs' }),
    },
  )
  .register(docs, { id: 'ConversationItem', description: 'A conversation as a list shows it' });
export type ConversationItem = z.output<typeof ConversationItem>;

const DurationInput = z
  .optional(Duration.check(z.maximum(31_622_400_000)))
  .register(docs, { description: 'In place of end_time' });

export const ConversationInput = z
  .strictObject({
    agent_id: id('agent'),
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'The agent’s organisation or one below it; absent: the agent’s' }),
    ...circumstances,
    ...additions,
    status: z
      ._default(Status, 'active')
      .register(docs, { description: 'completed or failed: it is over already' }),
    start_time: z.optional(TimestampInput).register(docs, {
      description: 'Absent: now, or of one that is over, its duration before its end',
    }),
    end_time: z.optional(z.nullable(TimestampInput)),
    duration_ms: DurationInput,
    turns: z._default(TurnsInput, []),
  })
  .register(docs, { id: 'ConversationInput' });
export type ConversationInput = z.output<typeof ConversationInput>;

/** What a PATCH may name: the same fields, each of which may be absent, or null to be taken away. */
export const ConversationPatch = z
  .partial(
    z.strictObject({
      status: Status,
      end_time: TimestampInput,
      duration_ms: DurationInput,
      end_reason: z.nullable(EndReason),
      outcome: z.nullable(Outcome),
      sentiment: z.nullable(Sentiment),
      summary: z.nullable(Summary),
      data: z.nullable(Data),
      quality: z.nullable(
        z.partial(
          z.strictObject({
            successful: Verdict,
            score: Score,
            criteria: z.nullable(z.array(Criterion).check(z.maxLength(50))),
          }),
        ),
      ),
      metrics: z.nullable(z.record(MetricName, z.nullable(MetricValue))),
      cost: z.nullable(
        z.partial(
          z.strictObject({
            amount: z.nullable(Money.shape.amount),
            currency: z.nullable(Money.shape.currency),
          }),
        ),
      ),
      metadata: z.nullable(MetadataPatch),
    }),
  )
  .register(docs, { id: 'ConversationPatch', description: 'A merge patch (RFC 7396)' });
export type ConversationPatch = z.output<typeof ConversationPatch>;

/** What a patch is merged into, and what must hold afterwards. */
export const ConversationAdditions = z.object(additions);
export type ConversationAdditions = z.output<typeof ConversationAdditions>;

const CallerFilter = z
  .pipe(
    z.pipe(
      z.string().register(docs, { maxLength: 128 }),
      // An unescaped + arrives as a space (WHATWG URL, application/x-www-form-urlencoded); no caller begins with one.
      z.transform((value) => value.replace(/^ (?=\d)/, '+')),
    ),
    z.string().check(z.regex(/^[!-~]{1,128}$/, 'must be a number in E.164 form or a caller’s id')),
  )
  .register(docs, { description: 'The caller’s exact number in E.164 form, or exact id' });

const filters = {
  client_id: z
    .optional(id('client'))
    .register(docs, { description: 'That organisation with all below it; absent: the key’s own' }),
  agent_id: z.optional(id('agent')).register(docs, { description: 'With this agent' }),
  outcome: z.optional(Outcome).register(docs, { description: 'With this outcome' }),
  channel: z.optional(Channel).register(docs, { description: 'Over this channel' }),
  sentiment: z.optional(Sentiment).register(docs, { description: 'With this sentiment' }),
  caller: z.optional(CallerFilter),
  start_after: z.optional(TimestampInput).register(docs, { description: 'Started at this time or later' }),
  start_before: z.optional(TimestampInput).register(docs, { description: 'Started before this time' }),
};

const params = z.strictObject({
  conversation_id: id('conv', 'The conversation’s id'),
});

export const list = route('GET /v1/conversations', {
  summary: 'List conversations, newest first, or search them',
  description: 'Those of the organisation and of all below it, with any filters and words together.',
  scope: 'conversations:read',
  query: z.strictObject({
    ...listQuery,
    ...filters,
    status: z.optional(Status).register(docs, { description: 'With this status' }),
    q: z.optional(text(200)).register(docs, {
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
  .register(docs, { id: 'Erasure', description: 'What can be said of a conversation that is being erased' });
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
