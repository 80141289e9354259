import * as z from 'zod/mini';
import {
  described,
  docs,
  entity,
  enumeration,
  id,
  label,
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

export const Channel = enumeration(
  'Channel',
  ['phone', 'chat', 'web', 'sms', 'email', 'other'],
  'The channel of a conversation',
);
export const Status = enumeration(
  'ConversationStatus',
  ['active', 'completed', 'failed'],
  'The state of a conversation: `active` until it ends, then `completed`, or `failed` if it never connected or was ended by an error. Both are final',
);
export type Status = z.output<typeof Status>;
export const Sentiment = enumeration(
  'Sentiment',
  ['positive', 'neutral', 'negative', 'mixed', 'unknown'],
  'The caller’s sentiment',
);
const Direction = enumeration('Direction', ['inbound', 'outbound'], 'Who started a conversation');
export const Outcome = slug(64).register(docs, {
  description: 'What came of the conversation, in your own words: an open set of names',
  examples: ['success', 'appointment_booked'],
});

/** ITU-T E.164: `+`, then up to 15 digits. */
const e164 = /^\+[1-9]\d{1,14}$/;
export const isPhoneNumber = (value: string): boolean => e164.test(value);

export const PhoneNumber = z
  .string()
  .check(z.regex(e164, 'must be a number in E.164 form, such as +14155550123'))
  .register(docs, {
    description: 'A phone number in E.164 form',
    examples: ['+14155550123'],
    maxLength: 16,
  });

export const Caller = z
  .strictObject({
    id: described(
      orNull(
        z
          .string()
          .check(z.regex(/^[!-~]{1,128}$/, 'must be 1 to 128 visible ASCII characters'))
          .register(docs, { maxLength: 128 }),
      ),
      'Your own id of the caller',
    ),
    number: described(orNull(PhoneNumber), 'The caller’s phone number in E.164 form'),
    name: described(orNull(label(100)), 'The caller’s name'),
  })
  .check(
    // A value in E.164 form is always a number, so the filter `caller` reads only one index.
    z.refine(({ id, number }) => id === null || !isPhoneNumber(id) || id === number, {
      path: ['id'],
      message: 'must not be a phone number: send it as caller.number',
    }),
  )
  .register(docs, { id: 'Caller', description: 'The person who talks with the agent' });
export type Caller = z.output<typeof Caller>;

const Verdict = z.nullable(z.boolean());
const Score = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));
const Criterion = z
  .strictObject({
    name: described(text(100), 'The name of the criterion'),
    passed: z
      ._default(Verdict, null)
      .register(docs, { description: 'Whether the conversation met it; null if unknown' }),
    rationale: described(orNull(text(2000)), 'Why the verdict is so'),
  })
  .register(docs, { id: 'QualityCriterion', description: 'One criterion and its verdict' });
const Criteria = z
  .array(Criterion)
  .check(z.maxLength(50))
  .register(docs, { description: 'The criteria that the conversation was judged by' });

export const Quality = z
  .strictObject({
    successful: z
      ._default(Verdict, null)
      .register(docs, { description: 'Whether the conversation reached its goal; null if unknown' }),
    score: z
      ._default(Score, null)
      .register(docs, { description: 'A score from 0 (worst) to 1 (best); null if unknown' }),
    criteria: z._default(Criteria, []),
  })
  .register(docs, { id: 'Quality', description: 'An evaluation of the conversation' });
export type Quality = z.output<typeof Quality>;

const MetricName = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9_.]{0,63}$/,
      'must begin with a lower-case letter, and have only lower-case letters, digits, "_" and "."',
    ),
  )
  .register(docs, { maxLength: 64 });
// DynamoDB limits numbers to 38 digits and 1E+125
// (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
const MetricValue = z.number().check(z.minimum(-1e15), z.maximum(1e15));

export const Metrics = z
  .record(MetricName, MetricValue)
  .check(z.refine((metrics) => Object.keys(metrics).length <= 100, 'must have at most 100 names'))
  .register(docs, {
    id: 'Metrics',
    description: 'Measurements by name, such as `e2e_latency_p50_ms`: at most 100',
  });

export const ConversationProvider = z
  .strictObject({
    name: described(slug(64), 'The provider, such as `elevenlabs`, `vapi` or `retell`'),
    conversation_id: described(
      orNull(text(256)),
      'The conversation’s id at the provider. Within an organization, each is recorded once',
    ),
    agent_id: described(orNull(text(256)), 'The agent’s id at the provider'),
    metadata: z
      ._default(openObject(16_384), {})
      .register(docs, { description: 'Further data of the provider: any JSON object, at most 16,384 bytes' }),
  })
  .register(docs, {
    id: 'ConversationProvider',
    description: 'The provider that held the conversation',
  });

const EndReason = text(100);
const Summary = text(5000);
const Data = openObject(32_768);
const Duration = z.int().check(z.minimum(0));

const descriptions = {
  end_time: 'When the conversation ended',
  duration_ms: 'The length of the conversation in milliseconds, in place of `end_time`',
  end_reason: 'Why the conversation ended, such as `caller_hung_up`',
  outcome: 'The result of the conversation, such as `appointment_booked`; null if unknown',
  sentiment: 'The caller’s sentiment; null if unknown',
  summary: 'A summary of the conversation',
  data: 'Data extracted from the conversation: any JSON object, at most 32,768 bytes',
  quality: 'An evaluation of the conversation; null if there is none',
  cost: 'The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`)',
} as const;

/** The fields that can be added during a conversation and after it. */
const additions = {
  end_reason: described(orNull(EndReason), descriptions.end_reason),
  outcome: described(orNull(Outcome), descriptions.outcome),
  sentiment: described(orNull(Sentiment), descriptions.sentiment),
  summary: described(orNull(Summary), descriptions.summary),
  data: z._default(Data, {}).register(docs, { description: descriptions.data }),
  quality: described(orNull(Quality), descriptions.quality),
  metrics: z._default(Metrics, {}),
  cost: described(orNull(Money), descriptions.cost),
  metadata: z._default(Metadata, {}),
};

/** The fields that are fixed when a conversation starts. */
const circumstances = {
  channel: z._default(Channel, 'phone'),
  direction: described(
    orNull(Direction),
    '`inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown',
  ),
  caller: described(orNull(Caller), 'The person who talks with the agent; null if unknown'),
  provider: described(
    orNull(ConversationProvider),
    'The provider that held the conversation; null if there was none',
  ),
};

export const Conversation = z
  .object({
    ...entity('conv'),
    agent_id: id('agent', 'The agent that held the conversation'),
    agent_version: z
      .int()
      .check(z.minimum(1))
      .register(docs, { description: 'The version of the agent at the start of the conversation' }),
    client_id: id('client', 'The organization that the conversation belongs to'),
    ...circumstances,
    status: Status,
    start_time: described(Timestamp, 'When the conversation started'),
    end_time: described(z.nullable(Timestamp), 'When the conversation ended; null while it is active'),
    duration_ms: described(
      z.nullable(Duration),
      'The time from `start_time` to `end_time` in milliseconds; null while the conversation is active',
    ),
    ...additions,
    audio: Audio,
    transcript: z
      .object({
        status: TranscriptStatus,
        turns: z.int().check(z.minimum(0)).register(docs, { description: 'The number of turns' }),
      })
      .register(docs, { id: 'TranscriptSummary', description: 'The state of the transcript' }),
  })
  .register(docs, {
    id: 'Conversation',
    description: 'A conversation between a caller and an agent, such as a call or a chat',
  });
export type Conversation = z.output<typeof Conversation>;

const Match = z
  .object({
    index: z
      .int()
      .check(z.minimum(0))
      .register(docs, { description: 'The turn’s position in the transcript, from 0' }),
    text: z.string().register(docs, {
      description: 'An excerpt of the turn around the first matching word',
      maxLength: 20_000,
    }),
  })
  .register(docs, { id: 'TranscriptMatch', description: 'A turn that contains a word of the search' });

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
        description:
          'The beginning of the summary: at most 250 bytes of UTF-8. Get the conversation to read it whole',
      }),
      audio: z
        .pick(Audio, { status: true, duration_ms: true })
        .register(docs, { id: 'AudioItem', description: 'The state of the recording' }),
      matches: z.optional(z.array(Match).check(z.maxLength(10))).register(docs, {
        description: 'The first ten turns that contain a word of `q`; absent without `q`',
      }),
    },
  )
  .register(docs, { id: 'ConversationItem', description: 'A conversation as it appears in a list' });
export type ConversationItem = z.output<typeof ConversationItem>;

const ConversationList = pageOf('ConversationList', ConversationItem);

const DurationInput = z
  .optional(Duration.check(z.maximum(31_622_400_000)))
  .register(docs, { description: descriptions.duration_ms });

export const ConversationInput = z
  .strictObject({
    agent_id: id('agent', 'The agent that holds the conversation'),
    client_id: z.optional(id('client')).register(docs, {
      description:
        'The organization that the conversation belongs to: the agent’s, which is the default, or one of its descendants',
    }),
    ...circumstances,
    ...additions,
    status: z._default(Status, 'active').register(docs, {
      description: 'The state: `active`, or `completed` or `failed` to record a conversation that is over',
    }),
    start_time: z.optional(TimestampInput).register(docs, {
      description:
        'When the conversation started; by default now, or for one that is over, `duration_ms` before `end_time`',
    }),
    end_time: described(z.optional(z.nullable(TimestampInput)), descriptions.end_time),
    duration_ms: DurationInput,
    turns: z
      ._default(TurnsInput, [])
      .register(docs, { description: 'The first turns of the transcript; more can be appended later' }),
  })
  .register(docs, { id: 'ConversationInput', description: 'A new conversation' });
export type ConversationInput = z.output<typeof ConversationInput>;

const QualityPatch = z
  .partial(
    z.strictObject({
      successful: described(Verdict, 'Whether the conversation reached its goal'),
      score: described(Score, 'A score from 0 (worst) to 1 (best)'),
      criteria: described(z.nullable(Criteria), 'All criteria; replaces the earlier ones'),
    }),
  )
  .register(docs, { id: 'QualityPatch', description: 'The fields of an evaluation to change' });

const MoneyPatch = z
  .partial(
    z.strictObject({
      amount: described(z.nullable(Money.shape.amount), 'The amount, as a decimal number in a string'),
      currency: described(z.nullable(Money.shape.currency), 'The currency: an ISO 4217 code'),
    }),
  )
  .register(docs, { id: 'MoneyPatch', description: 'The fields of an amount of money to change' });

/** The body of a PATCH. An absent field keeps its value, and null removes one. */
export const ConversationPatch = z
  .partial(
    z.strictObject({
      status: Status,
      end_time: described(TimestampInput, descriptions.end_time),
      duration_ms: DurationInput,
      end_reason: described(z.nullable(EndReason), descriptions.end_reason),
      outcome: described(z.nullable(Outcome), descriptions.outcome),
      sentiment: described(z.nullable(Sentiment), descriptions.sentiment),
      summary: described(z.nullable(Summary), descriptions.summary),
      data: described(z.nullable(Data), descriptions.data),
      quality: described(z.nullable(QualityPatch), descriptions.quality),
      metrics: described(
        z.nullable(z.record(MetricName, z.nullable(MetricValue))),
        'Measurements to set; null removes one',
      ),
      cost: described(z.nullable(MoneyPatch), descriptions.cost),
      metadata: described(z.nullable(MetadataPatch), 'Your own keys to set; null removes one'),
    }),
  )
  .register(docs, {
    id: 'ConversationPatch',
    description:
      'The fields to change, as a merge patch (RFC 7396): an absent field stays as it is, null removes its value',
  });
export type ConversationPatch = z.output<typeof ConversationPatch>;

/** The fields into which a patch is merged. The result must fit this schema. */
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
  .register(docs, {
    description: 'Only conversations of this caller: the exact phone number in E.164 form, or the exact id',
  });

export const organization = z.optional(id('client')).register(docs, {
  description: 'Only conversations of this organization and its descendants; by default the API key’s own',
});

const filters = {
  agent_id: z.optional(id('agent')).register(docs, { description: 'Only conversations with this agent' }),
  outcome: z.optional(Outcome).register(docs, { description: 'Only conversations with this outcome' }),
  channel: z.optional(Channel).register(docs, { description: 'Only conversations over this channel' }),
  sentiment: z.optional(Sentiment).register(docs, { description: 'Only conversations with this sentiment' }),
  end_reason: z
    .optional(EndReason)
    .register(docs, { description: 'Only conversations that ended for this reason' }),
  caller: z.optional(CallerFilter),
  start_after: z
    .optional(TimestampInput)
    .register(docs, { description: 'Only conversations that started at this time or later (inclusive)' }),
  start_before: z
    .optional(TimestampInput)
    .register(docs, { description: 'Only conversations that started before this time (exclusive)' }),
};

/** The filters of the list and of exports. */
export const conversationFilters = {
  ...filters,
  status: z.optional(Status).register(docs, { description: 'Only conversations with this status' }),
  q: z.optional(text(200)).register(docs, {
    description:
      'Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin so',
  }),
};

const params = z.strictObject({
  conversation_id: id('conv', 'The conversation’s id'),
});

export const list = route('GET /v1/conversations', {
  summary: 'List or search conversations, newest first',
  description:
    'Lists the conversations of an organization and its descendants. Filters and search words can be combined; a conversation must match all of them.',
  scope: 'conversations:read',
  query: z.strictObject({
    ...listQuery,
    client_id: organization,
    ...conversationFilters,
  }),
  status: 200,
  response: ConversationList,
  paged: true,
  errors: ['client_not_found'],
});

export const active = route('GET /v1/conversations/active', {
  summary: 'List active conversations, newest first',
  description:
    'Lists the conversations in progress: the same as `GET /v1/conversations` with `status=active`.',
  scope: 'conversations:read',
  query: z.strictObject({ ...listQuery, client_id: organization, ...filters }),
  status: 200,
  response: ConversationList,
  paged: true,
  errors: ['client_not_found'],
});

export const create = route('POST /v1/conversations', {
  summary: 'Start a conversation, or record a finished one',
  description:
    'Creates a conversation. Turns can be sent with it or appended later. Within an organization, each conversation of a provider can be recorded once: a second one is refused with `conversation_exists`.',
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
    'usage_limit_reached',
    'conversation_exists',
  ],
});

export const get = route('GET /v1/conversations/{conversation_id}', {
  summary: 'Get a conversation',
  description:
    'Returns the conversation without its turns, which `GET /v1/conversations/{conversation_id}/transcript` returns.',
  scope: 'conversations:read',
  params,
  status: 200,
  response: Conversation,
  etag: Conversation,
  errors: ['conversation_not_found'],
});

export const update = route('PATCH /v1/conversations/{conversation_id}', {
  summary: 'End or update a conversation',
  description:
    'Changes the fields that are sent. A finished conversation can be updated, but not reopened. The status, end and cost that an integration or a key of an organization above has set can be changed only with a key from there (`out_of_reach`).',
  scope: 'conversations:write',
  tool: true,
  params,
  body: ConversationPatch,
  status: 200,
  response: Conversation,
  etag: Conversation,
  errors: ['conversation_not_found', 'invalid_transition'],
});

export const Erasure = z
  .object({
    id: id('conv', 'The conversation’s id'),
    status: z.literal('erasing').register(docs, { description: 'Always `erasing`' }),
  })
  .register(docs, { id: 'Erasure', description: 'A conversation that is being erased' });
export type Erasure = z.output<typeof Erasure>;

export const erase = route('DELETE /v1/conversations/{conversation_id}', {
  summary: 'Erase a conversation with its transcript and its recording',
  description:
    'Erases the conversation for good. It can no longer be read or found as soon as the request is answered. Its turns, recording and search entries are deleted within moments: until then, repeating the request returns 202, afterwards 404. A call that an organization above has begun to report can be erased only with a key from there until its end is reported. Answers kept for an `Idempotency-Key` expire within three days.',
  scope: 'conversations:write',
  params,
  status: 202,
  response: Erasure,
  etag: Conversation,
  errors: ['conversation_not_found', 'ancestor_key_required'],
});
