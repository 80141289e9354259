import * as z from 'zod/mini';
import { analysisField, Label, maxLabels, Sources } from './conversations/analysis.ts';
import { CallControlAction, Handling, Handover } from './conversations/handling.ts';
import {
  ActorId,
  described,
  docs,
  ExternalId,
  endsAfter,
  entity,
  enumeration,
  Flag,
  id,
  label,
  Metadata,
  MetadataKey,
  MetadataPatch,
  MetadataValue,
  Money,
  object,
  openObject,
  orNull,
  slug,
  strictObject,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import {
  anyOf,
  expandsFew,
  facetFilter,
  facetValue,
  facetWords,
  isNameable,
  listQuery,
  ofOrganization,
  oneKey,
  pageFields,
  pageOf,
  UpdatedAfter,
} from './page.ts';
import { Audio, RecordingLink, readRecordings } from './recordings.ts';
import type { Scope } from './route.ts';
import { created, entityOf, maxBatch, route } from './route.ts';
import { readTranscripts, TranscriptStatus, Turn, TurnsInput } from './transcripts.ts';

export const Channel = enumeration(
  'Channel',
  ['phone', 'chat', 'web', 'sms', 'email', 'other'],
  'The channel of a conversation',
);
export type Channel = z.output<typeof Channel>;
export const Status = enumeration(
  'ConversationStatus',
  ['active', 'completed', 'failed'],
  'The state of a conversation: `active` until it ends, then `completed`, or `failed` if it never connected or was ended by an error. Both are final, except for organizations above the one that ended it, and after the end by the clock. A web call that nobody joined is `completed`, with the `end_reason` `not_joined` and no minutes',
);
export type Status = z.output<typeof Status>;
export const Sentiment = enumeration(
  'Sentiment',
  ['positive', 'neutral', 'negative', 'mixed', 'unknown'],
  'The caller’s sentiment',
);
export const Direction = enumeration(
  'Direction',
  ['inbound', 'outbound'],
  'The direction of a conversation: `inbound` if the caller started it, `outbound` if the agent did',
);
export const Outcome = slug(64)
  .check(isNameable)
  .register(docs, {
    description: 'The result of the conversation, as a name of your choice',
    examples: ['success', 'appointment_booked'],
  });

export const Tag = slug(32)
  .check(isNameable)
  .register(docs, {
    description: 'A tag in your own words: an open set of names',
    examples: ['needs_follow_up'],
  });

export const maxTags = 10;

const Tags = z.array(Tag).check(
  z.maxLength(maxTags),
  z.refine((tags) => new Set(tags).size === tags.length, 'must be different'),
);

const Reviewed = object('Reviewed', 'When a conversation was reviewed, and by whom', {
  at: described(Timestamp, 'When it was marked as reviewed'),
  by: z.nullable(ActorId).register(docs, {
    description:
      'The API key or the member that marked it, which may have been removed since; null if that was not recorded',
  }),
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
    id: described(orNull(ExternalId.check(isNameable)), 'Your own id of the caller'),
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
const Criterion = strictObject('QualityCriterion', 'One criterion and its verdict', {
  name: described(text(100), 'The name of the criterion'),
  passed: z
    ._default(Verdict, null)
    .register(docs, { description: 'Whether the conversation met it; null if unknown' }),
  rationale: described(orNull(text(2000)), 'Why the verdict is so'),
});
const Criteria = z
  .array(Criterion)
  .check(z.maxLength(50))
  .register(docs, { description: 'The criteria that the conversation was judged by' });

export const Quality = strictObject('Quality', 'An evaluation of the conversation', {
  successful: z
    ._default(Verdict, null)
    .register(docs, { description: 'Whether the conversation reached its goal; null if unknown' }),
  score: z
    ._default(Score, null)
    .register(docs, { description: 'A score from 0 (worst) to 1 (best); null if unknown' }),
  criteria: z._default(Criteria, []),
});
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

const ProviderName = slug(64).check(isNameable);
const ProvidersId = text(256);

export const ConversationProvider = strictObject(
  'ConversationProvider',
  'The provider that held the conversation',
  {
    name: described(ProviderName, 'The provider, such as `elevenlabs`, `vapi` or `retell`'),
    conversation_id: described(
      orNull(ProvidersId),
      'The conversation’s id at the provider. Within an organization, each is recorded once',
    ),
    agent_id: described(orNull(ProvidersId), 'The agent’s id at the provider'),
    metadata: z
      ._default(openObject(16_384), {})
      .register(docs, { description: 'Further data of the provider: any JSON object, at most 16,384 bytes' }),
  },
);

const EndReason = text(100).check(isNameable);
const Summary = text(5000);
const Data = openObject(32_768);
const Duration = z.int().check(z.minimum(0));

/** The longest duration, which is more than a year. */
export const maxDurationMs = 31_622_400_000;

const Milliseconds = Duration.check(z.maximum(maxDurationMs));

const descriptions = {
  end_time: 'When the conversation ended',
  duration_ms: 'The length of the conversation in milliseconds, in place of `end_time`',
  end_reason:
    'Why the conversation ended, such as `caller_hung_up`. `not_joined`: nobody joined the web call, which is neither a success nor a failure',
  outcome: 'The result of the conversation, such as `appointment_booked`; null if unknown',
  sentiment: 'The caller’s sentiment; null if unknown',
  summary: 'A summary of the conversation',
  data: 'Data extracted from the conversation: any JSON object, at most 32,768 bytes',
  quality: 'An evaluation of the conversation; null if there is none',
  tags: 'Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them',
  cost: 'The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over',
  external_id: 'Your own id of the conversation, unique within its organization; null if there is none',
} as const;

/** The fields by which integrators and people find a conversation again. */
export const labels = {
  external_id: described(orNull(ExternalId), descriptions.external_id),
  metadata: z._default(Metadata, {}),
  tags: z._default(Tags, []).register(docs, { description: descriptions.tags }),
};

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
  ...labels,
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

export const Conversation = object(
  'Conversation',
  'A conversation between a caller and an agent, such as a call or a chat',
  {
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
    carrier_cost: described(
      z.nullable(Money),
      'The price of a call that an agent of the platform held at Twilio, with the calls to which it was transferred, as the account is charged for it. It is beside `cost` and arrives some minutes after the call. Null: it is not known yet, Twilio names none within three days, it is no such call, or it is hidden from the API key as `cost` is',
    ),
    handling: z.nullable(Handling).register(docs, {
      description: 'The one who answers in a chat of this platform; null for all other conversations',
    }),
    handover: z.nullable(Handover).register(docs, {
      description: 'The handover of the chat to people; null while the agent answers',
    }),
    reviewed: z.nullable(Reviewed).register(docs, {
      description:
        'When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it',
    }),
    sources: Sources,
    analysis: analysisField,
    audio: Audio,
    transcript: object('TranscriptSummary', 'The state of the transcript', {
      status: TranscriptStatus,
      turns: z.int().check(z.minimum(0)).register(docs, { description: 'The number of turns' }),
    }),
  },
);
export type Conversation = z.output<typeof Conversation>;

const Match = object('TranscriptMatch', 'A turn that contains a word of the search', {
  index: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The turn’s position in the transcript, from 0' }),
  text: z.string().register(docs, {
    description: 'An excerpt of the turn around the first matching word',
    maxLength: 20_000,
  }),
});

/**
 * The names of a conversation's agent and organization, which a key may read with the conversation: the agent
 * may belong to an organization above.
 */
const names = {
  agent_name: described(
    z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    'The name of the agent, also of one that belongs to an organization above; null if it was removed. Absent without `expand=names`',
  ),
  client_name: described(
    z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    'The name of the organization; null if it was erased. Absent without `expand=names`',
  ),
};

const Controls = z.array(CallControlAction).check(z.maxLength(4)).register(docs, {
  description:
    'The interventions in the call that `POST /v1/conversations/{id}/control` can make now. Absent or empty: none. In lists, only with `expand=turns` of active conversations',
});

const LatestTurn = object('LatestTurn', 'A turn at the end of a transcript', {
  index: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The turn’s position in the transcript, from 0' }),
  role: Turn.shape.role,
  text: z.string().register(docs, {
    description: 'The beginning of what was said: at most 500 bytes of UTF-8',
    maxLength: 500,
  }),
});

/** The number of turns that a list shows of each conversation with `expand=turns`. */
export const maxLatestTurns = 8;

/** The fields of a conversation that a list shows only with `expand=details`. */
const details = {
  version: described(z.optional(Conversation.shape.version), 'The number of changes, counted from 1'),
  updated_at: described(z.optional(Timestamp), 'When the conversation was last changed'),
  provider: described(z.optional(z.nullable(ConversationProvider)), 'The provider; null if there was none'),
  data: described(z.optional(Data), descriptions.data),
  quality: described(z.optional(z.nullable(Quality)), descriptions.quality),
  metrics: z.optional(Metrics),
  metadata: z.optional(Metadata),
  handover: z.optional(z.nullable(Handover)).register(docs, {
    description: 'The handover of the chat to people; null while the agent answers',
  }),
};

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
      carrier_cost: true,
      external_id: true,
      tags: true,
      reviewed: true,
    }),
    {
      summary: z.nullable(Summary).register(docs, {
        description:
          'The beginning of the summary: at most 250 bytes of UTF-8. `expand=details` shows it whole',
      }),
      audio: z
        .pick(Audio, { status: true, duration_ms: true })
        .register(docs, { id: 'AudioItem', description: 'The state of the recording' }),
      successful: described(
        Verdict,
        'Whether the conversation reached its goal (`quality.successful`); null if unknown',
      ),
      analysis: analysisField,
      handling: z.nullable(Handling).register(docs, {
        description: 'The one who answers in a chat of this platform; null for all other conversations',
      }),
      ...details,
      ...names,
      latest_turns: z.optional(z.array(LatestTurn).check(z.maxLength(maxLatestTurns))).register(docs, {
        description:
          'The last turns, in order: at most eight, with those of a call that are not in its transcript yet. Absent without `expand=turns`',
      }),
      controls: z.optional(Controls),
      matches: z.optional(z.array(Match).check(z.maxLength(10))).register(docs, {
        description: 'The first ten turns that contain a word of `q`; absent without `q`',
      }),
    },
  )
  .register(docs, { id: 'ConversationItem', description: 'A conversation as it appears in a list' });
export type ConversationItem = z.output<typeof ConversationItem>;

const ConversationList = pageOf('ConversationList', ConversationItem);

const DurationInput = z.optional(Milliseconds).register(docs, { description: descriptions.duration_ms });

export const ConversationInput = strictObject('ConversationInput', 'A new conversation', {
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
});
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

const LateCaller = z
  .partial(
    z.strictObject({
      id: described(z.nullable(Caller.shape.id.def.innerType), 'Your own id of the caller'),
      number: described(z.nullable(PhoneNumber), 'The caller’s phone number in E.164 form'),
      name: described(z.nullable(label(100)), 'The caller’s name'),
    }),
  )
  .register(docs, { id: 'LateCaller', description: 'Fields of the caller that have become known' });

const LateProvider = z
  .partial(
    z.strictObject({
      name: described(ProviderName, 'The provider; required while the conversation has none'),
      conversation_id: described(
        z.nullable(ProvidersId),
        'The conversation’s id at the provider. Of a call that an integration holds, only the integration says it',
      ),
    }),
  )
  .register(docs, {
    id: 'LateProvider',
    description: 'Fields of the provider’s conversation that have become known',
  });

/** The body of a PATCH. An absent field keeps its value, and null removes one. */
export const ConversationPatch = z
  .partial(
    z.strictObject({
      caller: described(
        z.nullable(LateCaller),
        'The caller, if not all was known at the start. Each field can be set once, while it is null',
      ),
      provider: described(
        z.nullable(LateProvider),
        'The provider’s id of the conversation, if it was not known at the start. It can be set once, while it is null',
      ),
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
        'Measurements to set; null removes one. Prices that an organization above has reported and does not show stay as they are',
      ),
      cost: described(z.nullable(MoneyPatch), descriptions.cost),
      external_id: described(z.nullable(ExternalId), descriptions.external_id),
      metadata: described(z.nullable(MetadataPatch), 'Your own keys to set; null removes one'),
      tags: described(z.nullable(Tags), 'All tags; replaces the earlier ones'),
      add_tags: described(Tags, 'Tags to add to the present ones, instead of `tags`'),
      remove_tags: described(Tags, 'Tags to remove from the present ones, instead of `tags`'),
      reviewed: z.nullable(z.boolean()).register(docs, {
        description:
          'Whether the conversation is reviewed; null is the same as false. If it is already reviewed, it keeps the time and the key of the first review',
      }),
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

export const CallerFilter = z
  .pipe(
    z.pipe(
      z.string().register(docs, { maxLength: 128 }),
      // An unescaped + arrives as a space (WHATWG URL, application/x-www-form-urlencoded); no caller begins
      // with one.
      z.transform((value) => value.replace(/^ (?=\d)/, '+')),
    ),
    z.string().check(z.regex(/^[!-~]{1,128}$/, 'must be a number in E.164 form or a caller’s id')),
  )
  .register(docs, {
    description:
      'Only conversations of this caller: the exact phone number in E.164 form, or the exact id. `null`: those of nobody known; `not:` excludes a caller',
  });

export const organization = ofOrganization('conversations');

/** The maximum number of ids in the `ids` filter of a list. */
const maxIds = 100;

/** A duration in a query, which has only text. */
export const MillisecondsInQuery = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,11}$/, { error: 'must be a whole number of milliseconds', abort: true })),
    z.transform(Number),
  ),
  Milliseconds,
);

const FlagInQuery = z.pipe(
  Flag,
  z.transform((flag) => flag === 'true'),
);

/** The filters by numbers and truth values, which are text in a query. */
const scalarFilters = <D extends z.ZodMiniType<number>, F extends z.ZodMiniType<boolean>>(
  duration: D,
  flag: F,
) => ({
  duration_min_ms: described(
    z.optional(duration),
    'Only conversations that have ended and lasted at least so long',
  ),
  duration_max_ms: described(
    z.optional(duration),
    'Only conversations that have ended and lasted at most so long',
  ),
  has_recording: described(
    z.optional(flag),
    'Only conversations whose recording is available, or only those without one',
  ),
  reviewed: described(
    z.optional(flag),
    'Only conversations that are marked as reviewed, or only those that are not',
  ),
});

interface Durations {
  readonly duration_min_ms?: number | undefined;
  readonly duration_max_ms?: number | undefined;
}

/** Refuses ranges whose end is before their beginning, and ranges of times in which nothing can be. */
export const durationsInOrder = z.refine<Durations>(
  ({ duration_min_ms = 0, duration_max_ms = maxDurationMs }) => duration_min_ms <= duration_max_ms,
  { path: ['duration_max_ms'], message: 'must not be less than duration_min_ms' },
);
export const inOrder = [durationsInOrder, endsAfter('start_after', 'start_before')] as const;

const wordOf = <const T extends readonly string[]>(name: string, values: T, what: string) =>
  enumeration(
    `${name}Filter`,
    facetWords(values),
    `${what}, none (\`null\`), or what is excluded (\`not:\`)`,
  );

const ChannelWord = wordOf('Channel', Channel.options, 'The channel of a conversation');
const SentimentWord = wordOf('Sentiment', Sentiment.options, 'The sentiment of a caller');
const DirectionWord = wordOf('Direction', Direction.options, 'The direction of a conversation');
const StatusWord = wordOf('ConversationStatus', Status.options, 'The state of a conversation');
const HandlingWord = wordOf('Handling', Handling.options, 'The one who answers in a chat');

const SuccessfulWord = wordOf('Successful', ['true', 'false'], 'Whether a conversation reached its goal');

const filters = {
  agent_id: facetFilter(facetValue(id('agent'), 64), 'Only conversations with one of these agents'),
  outcome: facetFilter(facetValue(Outcome, 64), 'Only conversations with one of these outcomes'),
  channel: facetFilter(ChannelWord, 'Only conversations over one of these channels'),
  sentiment: facetFilter(SentimentWord, 'Only conversations with one of these sentiments'),
  end_reason: facetFilter(
    facetValue(EndReason, 100),
    'Only conversations that ended for one of these reasons',
  ),
  direction: facetFilter(DirectionWord, 'Only conversations in one of these directions'),
  provider: facetFilter(facetValue(ProviderName, 64), 'Only conversations that one of these providers held'),
  provider_conversation_id: z.optional(ProvidersId).register(docs, {
    description: 'Only conversations with this id at the provider',
  }),
  ids: anyOf(id('conv'), `Only conversations with one of these ids, at most ${maxIds}`, maxIds),
  metadata: oneKey(
    MetadataKey,
    MetadataValue,
    'Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query',
  ),
  ...scalarFilters(MillisecondsInQuery, FlagInQuery),
  caller: z.optional(CallerFilter),
  caller_name: z.optional(label(100)).register(docs, {
    description:
      'Only conversations of callers whose name has words that begin with all of these, ignoring case and accents',
  }),
  external_id: z.optional(ExternalId).register(docs, {
    description: 'Only the conversation with this `external_id`: at most one of each organization',
  }),
  successful: described(
    z.optional(SuccessfulWord),
    'Only conversations that reached their goal, that did not, or that are not judged (`null`): `quality.successful`. `not:` excludes one of these',
  ),
  tag: facetFilter(facetValue(Tag, 32), 'Only conversations with one of these tags'),
  label: anyOf(
    Label,
    'Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>`',
    maxLabels,
  ),
  start_after: z
    .optional(TimestampInput)
    .register(docs, { description: 'Only conversations that started at this time or later (inclusive)' }),
  start_before: z.optional(TimestampInput).register(docs, {
    description:
      'Only conversations that started before this time (exclusive), which must be after `start_after`',
  }),
  updated_after: described(
    UpdatedAfter,
    'Only conversations that were changed at this time or later (inclusive). The list stays in the order of their start. Each conversation is read for it, so bound the list by `start_after`',
  ),
  test: described(
    z.optional(Flag),
    'For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect',
  ),
};

/** The filters of the list and of exports. */
export const conversationFilters = {
  ...filters,
  status: facetFilter(StatusWord, 'Only conversations with one of these statuses'),
  q: z.optional(text(200)).register(docs, {
    description:
      'Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin with it, and words in quotation marks follow each other. Words cannot be excluded or be alternatives',
  }),
};

const { updated_after: _changed, ...inBody } = conversationFilters;

/** The same in a body, which has numbers and truth values. */
export const conversationFiltersInBody = {
  ...inBody,
  ...scalarFilters(Milliseconds, z.boolean()),
};

/** The filters of an export. */
export const ConversationFiltersInput = z.strictObject(conversationFiltersInBody).check(...inOrder);

const ItemExpansion = enumeration(
  'ConversationItemExpansion',
  ['details', 'names'],
  'Additional fields of the conversations in a list',
);

const ActiveExpansion = enumeration(
  'ActiveConversationExpansion',
  ['details', 'names', 'turns'],
  'Additional fields of active conversations in a list',
);

const addedByDetails =
  'With `details`, each item also has `version`, `updated_at`, `provider`, `data`, `quality`, `metrics`, `metadata`, `handover` and the whole summary; with `names`, the names of its agent and its organization';

const detailed = {
  expand: anyOf(ItemExpansion, `${addedByDetails}. \`limit\` is then at most 50`),
};

const Expansion = enumeration(
  'ConversationExpansion',
  ['transcript', 'recording', 'names', 'unsettled'],
  'A part of a conversation that the answer contains in addition',
);
export type Expansion = z.output<typeof Expansion>;

/** The scope that each part requires: that of its own route. */
export const scopesOfExpansion = {
  transcript: readTranscripts,
  recording: readRecordings,
  names: 'conversations:read',
  unsettled: readTranscripts,
} as const satisfies Record<Expansion, Scope>;

/** The number of turns in the answer to `expand=transcript`. */
export const maxExpandedTurns = 500;

const ExpandedConversation = z
  .extend(Conversation, {
    transcript: z
      .extend(Conversation.shape.transcript, {
        data: z
          .optional(z.array(Turn).check(z.maxLength(maxExpandedTurns)))
          .register(docs, { description: 'The first 500 turns; absent without `expand=transcript`' }),
        has_more: described(
          z.optional(pageFields.has_more),
          'Whether more turns follow; absent without `expand=transcript`',
        ),
        next_cursor: described(
          z.optional(pageFields.next_cursor),
          'Send it as `cursor` to the route of the transcript to get the turns that follow; null if none do',
        ),
      })
      .register(docs, {
        id: 'ExpandedTranscript',
        description: 'The state of the transcript, with its first turns on request',
      }),
    recording: z.optional(z.nullable(RecordingLink)).register(docs, {
      description:
        'A link to the recording; null if none can be played, and absent without `expand=recording`',
    }),
    unsettled_turns: z.optional(z.array(Turn).check(z.maxLength(400))).register(docs, {
      description:
        'The latest turns of a call of this platform, with the places that they will have in the transcript. Until they are there, an interruption can still shorten them. Absent without `expand=unsettled`',
    }),
    controls: z.optional(Controls),
    ...names,
  })
  .register(docs, {
    id: 'ExpandedConversation',
    description: 'A conversation, with the parts that `expand` names',
  });

export const list = route('GET /v1/conversations', {
  summary: 'List or search conversations, newest first',
  description:
    'Lists the conversations of an organization and its descendants. Filters and search words can be combined; a conversation must match all of them.',
  scope: 'conversations:read',
  audit: 'conversation.listed',
  query: z
    .strictObject({ ...listQuery, client_id: organization, ...conversationFilters, ...detailed })
    .check(...inOrder, expandsFew),
  response: ConversationList,
  paged: true,
  errors: ['client_not_found'],
});

export const active = route('GET /v1/conversations/active', {
  summary: 'List active conversations, newest first',
  description:
    'Lists the conversations in progress: the same as `GET /v1/conversations` with `status=active`. To follow all of them, repeat the request with `expand=turns`.',
  scope: 'conversations:read',
  audit: 'conversation.listed',
  query: z
    .strictObject({
      ...listQuery,
      client_id: organization,
      ...filters,
      handling: facetFilter(
        HandlingWord,
        'Only chats in which one of these answers: `waiting` and `human` are an inbox',
      ),
      expand: anyOf(
        ActiveExpansion,
        `${addedByDetails}; with \`turns\`, the last eight turns and \`controls\`. \`limit\` is then at most 50`,
      ),
    })
    .check(...inOrder, expandsFew),
  response: ConversationList,
  paged: true,
  errors: ['client_not_found'],
});

export const create = route('POST /v1/conversations', {
  summary: 'Start a conversation, or record a finished one',
  description:
    'Creates a conversation. Turns can be sent with it or appended later. Within an organization, each conversation of a provider can be recorded once: a second one is refused with `conversation_exists`, and a second one with the same `external_id` with `external_id_exists`. Both name the first one in `conversation_id`, and `same_call` says whether it began at the same time: only then is it the same call. What organizations below have recorded under an id does not refuse a key from above: its call is recorded into that conversation, as a report of an integration would be.',
  scope: 'conversations:write',
  audit: { people: 'conversation.created' },
  body: ConversationInput,
  ...created('/v1/conversations/{id}', Conversation),
  errors: [
    'agent_not_found',
    'client_not_found',
    'agent_not_serving_client',
    'client_suspended',
    'usage_limit_reached',
    'conversation_exists',
    'external_id_exists',
  ],
});

const BatchInput = strictObject('ConversationBatch', 'New conversations', {
  conversations: z.array(ConversationInput).check(z.minLength(1), z.maxLength(maxBatch)).register(docs, {
    description: 'The new conversations, at most 100, each as `POST /v1/conversations` takes it',
  }),
});

const BatchResult = object('ConversationBatchResult', 'The result of one conversation of a batch', {
  status: z
    .int()
    .check(z.minimum(200), z.maximum(599))
    .register(docs, { description: 'The HTTP status that `POST /v1/conversations` answers with' }),
  id: described(
    z.nullable(id('conv')),
    'The new conversation’s id. With `conversation_exists` and `external_id_exists`, that of the recorded one; null with any other problem',
  ),
  problem: z
    .nullable(z.unknown().register(docs, { $ref: '#/components/schemas/Problem' }))
    .register(docs, { description: 'Why the conversation was refused; null if it was written' }),
});

export const batch = route('POST /v1/conversations/batch', {
  summary: 'Record up to 100 conversations',
  description:
    'Does what `POST /v1/conversations` does, for each conversation by itself: some can be written while others are refused, with the status and the problem that they would get alone. The results are in the order of the request, the writes are not. Repeat a batch under the same `Idempotency-Key` if its answer is lost or a result can be repeated (408, 429, 5xx, `request_in_flight`): conversations that are already written are answered with the same id, and not written again. `Retry-After` says when, if one has to wait. A batch that runs out of time answers 503 for each conversation that it has not begun, of which nothing is written, or that has not ended, which may be written. Each conversation counts as a request against a rate limit. The body may have 6,000,000 bytes.',
  scope: 'conversations:write',
  audit: { people: 'conversation.created' },
  body: BatchInput,
  batchOf: 'conversations',
  response: object(
    'ConversationBatchResults',
    'The results of the conversations of a batch, in the order of the request',
    {
      results: z
        .array(BatchResult)
        .check(z.maxLength(maxBatch))
        .register(docs, { description: 'The results, in the order of the request' }),
    },
  ),
});

/** The largest number of conversations that one request changes: a function has time for them. */
const maxChanged = 500;

const ChangeLimit = z._default(
  z
    .pipe(
      z
        .string()
        .check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, `must be a whole number from 1 to ${maxChanged}`)),
      z.transform(Number),
    )
    .register(docs, {
      description: `The largest number of conversations to change, from 1 to ${maxChanged}`,
    }),
  maxChanged,
);

const ConversationsPatch = z
  .pick(ConversationPatch, { add_tags: true, remove_tags: true, reviewed: true, metadata: true })
  .check(z.refine((patch) => Object.keys(patch).length > 0, 'must have a field'))
  .register(docs, {
    id: 'ConversationsPatch',
    description: 'The change of each conversation, with at least one field',
  });

export const updateMatching = route('PATCH /v1/conversations', {
  summary: 'Change all conversations that match',
  description:
    'Makes the same change in each conversation that `GET /v1/conversations` lists with the same filters, in the order of that list. Each is changed, or refused with the status and the problem that `PATCH /v1/conversations/{conversation_id}` would answer with. One request changes up to 500. Its page ends early if the time or a rate limit, against which each conversation counts as a request, does not suffice for more: follow `next_cursor` until it is null. A change that has been made already changes nothing, so a request whose answer is lost can be repeated. The key also needs the scope `conversations:read`.',
  scope: 'conversations:write',
  audit: { people: 'conversation.updated' },
  waits: true,
  query: z
    .strictObject({ ...listQuery, limit: ChangeLimit, client_id: organization, ...conversationFilters })
    .check(...inOrder),
  body: ConversationsPatch,
  response: pageOf('ConversationChangeList', BatchResult, {}, maxChanged),
  paged: true,
  errors: ['client_not_found'],
});

export const get = route('GET /v1/conversations/{conversation_id}', {
  summary: 'Get a conversation',
  description:
    'Returns the conversation without its turns, unless `expand` asks for them. Only an answer without `expand` has an `ETag`.',
  scope: 'conversations:read',
  audit: 'conversation.read',
  query: z.strictObject({
    expand: anyOf(
      Expansion,
      'Parts to return as well. `transcript`: the first 500 turns. `recording`: a link to the recording, for which the API key also needs the scope `recordings:read`. `names`: the names of the agent and the organization',
    ),
  }),
  response: ExpandedConversation,
  etag: Conversation,
  holdsLink: { expand: 'recording' },
});

export const update = route('PATCH /v1/conversations/{conversation_id}', {
  summary: 'End or update a conversation',
  description:
    'Changes the fields that are sent. A finished conversation can be updated, but not reopened. A chat of the platform is over for its user as well, and a message without an answer remains in its transcript. The status, end, cost, metrics and end reason that an integration or a key of an organization above has set can be changed only with a key from there (`out_of_reach`), the cost of a chat of the platform only with a key of the platform, and so the end of a call that the platform holds, which a change of `status` ends now.',
  scope: 'conversations:write',
  audit: { people: 'conversation.updated' },
  tool: true,
  body: ConversationPatch,
  ...entityOf(Conversation),
  errors: ['invalid_transition', 'conversation_exists', 'external_id_exists'],
});

export const Erasure = object('Erasure', 'A conversation that is being erased', {
  id: id('conv', 'The conversation’s id'),
  status: z.literal('erasing').register(docs, { description: 'Always `erasing`' }),
});
export type Erasure = z.output<typeof Erasure>;

export const erase = route('DELETE /v1/conversations/{conversation_id}', {
  summary: 'Erase a conversation with its transcript and its recording',
  description:
    'Erases the conversation for good. It can no longer be read or found as soon as the request is answered. Its turns, recording and search entries are deleted within moments: until then, repeating the request returns 202, afterwards 404. A call that an organization above has begun to report, or whose line is at its account, can be erased only with a key from there until it has ended. Answers kept for an `Idempotency-Key` expire within three days.',
  scope: 'conversations:erase',
  audit: 'conversation.erased',
  status: 202,
  response: Erasure,
  etag: Conversation,
  errors: ['ancestor_key_required'],
});
