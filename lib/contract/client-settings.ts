import * as z from 'zod/mini';
import { DomainName } from './domain-name.ts';
import { described, docs, id, LanguageTag, label, openShape, strictObject, TimeZone } from './fields.ts';
import { setFromAbove } from './set-from-above.ts';

/** The maximum for one counter: a partition accepts 1,000 writes per second. */
const maxRequestsPerMinute = 60_000;

/** The shortest retention that an organization can set. */
export const minRetentionDays = 1;

const RateLimit = strictObject(
  'RequestLimit',
  'A limit on the requests of the organization’s API keys, together with those of its descendants; absent for no limit. Only a key of an organization above can change it',
  {
    requests_per_minute: z
      .int()
      .check(z.minimum(1), z.maximum(maxRequestsPerMinute))
      .register(docs, { description: 'The largest number of requests in a minute' }),
  },
);

const quota = z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000)));

export const Quotas = strictObject(
  'Quotas',
  'Limits on what the organization and its descendants may own together. Without a limit here or above, each organization may own 1,000 agents, 1,000 API keys and 10,000 organizations directly below. An organization directly below the platform and its descendants may together test agents 1,000 times, place 1,000 calls, send 10,000 messages in chats and use 50,000,000 tokens of language models, 1,000 minutes of recognition and 3,000 minutes of calls a day, and have 1,000 chats and 100 calls open, unless its own limits say otherwise. Only a key of an organization above can change them',
  {
    agents: described(quota, 'The largest number of agents'),
    api_keys: described(quota, 'The largest number of API keys'),
    children: described(quota, 'The largest number of organizations at every level below'),
    agent_tests_per_day: described(
      quota,
      'The largest number of tests of agents in a day of UTC, spoken texts included. Further ones get 429',
    ),
    calls_per_day: described(
      quota,
      'The largest number of outbound calls that are placed in a day of UTC. Further ones get 429',
    ),
    chat_messages_per_day: described(
      quota,
      'The largest number of messages that users send in chats of this platform in a day of UTC. Further ones get 429, and so do those above the limit of a minute, which grows with a quota above 10,000',
    ),
    open_chats: described(
      quota,
      'The largest number of chats of this platform that are open at once. Further ones get 409. A chat counts until it ends or is erased',
    ),
    model_tokens_per_day: z
      .optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000)))
      .register(docs, {
        description:
          'The number of tokens of language models for answers and tests of agents, in a day of UTC, after which further ones get 429. Tokens are reserved before a model is asked, so that only the answer that reaches the limit exceeds it',
      }),
    listening_minutes_per_day: described(
      quota,
      'The largest number of minutes in a day of UTC in which the platform recognizes speech for pages. A talk reserves 30 minutes before it begins, and keeps those that passed. Further ones get 429',
    ),
    spoken_characters_per_day: z
      .optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000)))
      .register(docs, {
        description:
          'The number of characters of answers in chats that the operator’s voice speaks, in a day of UTC, after which further sentences have no sound. Voices of accounts of the organization do not count',
      }),
    open_calls: described(
      quota,
      'The largest number of calls at carriers that this platform holds at once. Placing a further one gets 409, and who calls hears that the line is busy. A call counts from when it is placed or connected until it ends or is erased',
    ),
    call_minutes_per_day: described(
      quota,
      'The largest number of minutes of calls at carriers that this platform holds, in the day of UTC on which they begin. A call reserves 10 minutes at a time, and keeps those that passed, so a quota below 10 admits none. Without room for them, placing one gets 429, who calls hears that the line is busy, and a call that goes on ends with `limit_message`',
    ),
  },
);

export const CallerLimits = strictObject(
  'CallerLimits',
  'Limits on each caller at numbers of carriers, so that nobody who calls again and again uses up what all have. Without a limit here or above, a caller has 5 calls at once, and 240 minutes, 5,000,000 tokens and 20 transfers a day. Callers who withhold their number share four times as many calls and tokens, and five times as many minutes and transfers. Of an organization and those above, the lowest limit applies. Only a key of an organization above can change them',
  {
    open_calls: described(
      quota,
      'The largest number of calls of a caller at once. Further ones hear that the line is busy',
    ),
    call_minutes_per_day: described(
      quota,
      'The largest number of minutes of a caller’s calls, in the day of UTC on which they begin. A call reserves 10 minutes at a time, as for `quotas.call_minutes_per_day`',
    ),
    model_tokens_per_day: z
      .optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000)))
      .register(docs, {
        description:
          'The largest number of tokens of language models in a caller’s calls, in the day of UTC on which they begin. A call reserves 300,000 while it goes on. Without room for them, who calls hears that the line is busy',
      }),
    transfers_per_day: described(
      quota,
      'The largest number of times in a day of UTC that agents transfer calls of a caller. After that, the call ends with `limit_reached`',
    ),
  },
);

/** The names of all quotas, in the order in which they are declared. */
export const quotaNames = Object.keys(Quotas.shape) as readonly (keyof z.output<typeof Quotas>)[];

/**
 * The quotas of use, which count against the organizations above even without a quota of the organization's
 * own.
 */
export type UseQuotaName =
  | 'agent_tests_per_day'
  | 'calls_per_day'
  | 'chat_messages_per_day'
  | 'open_chats'
  | 'model_tokens_per_day'
  | 'listening_minutes_per_day'
  | 'spoken_characters_per_day'
  | 'open_calls'
  | 'call_minutes_per_day';
/** The quotas of entities. */
export type QuotaName = Exclude<keyof z.output<typeof Quotas>, UseQuotaName>;

/** Every write reads the organizations above it, logos included, so these stay small. */
const maxLogoCharacters = 8_000;

export const Branding = strictObject(
  'Branding',
  'The appearance of the console for people with a key of the organization or its descendants. The branding of the nearest organization that sets it applies as a whole',
  {
    name: described(z.optional(label(80)), 'The name that people see'),
    logo: z
      .optional(
        z
          .string()
          .check(
            z.maxLength(maxLogoCharacters),
            z.regex(
              /^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/,
              'must be a data: URL of a PNG, JPEG, WebP or SVG image in Base64',
            ),
          ),
      )
      .register(docs, {
        description:
          'The logo as a `data:` URL: a PNG, JPEG, WebP or SVG image in Base64, of 8,000 characters (some 6 KB) at most',
      }),
    accent_color: z
      .optional(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'must be a color such as #0f766e')))
      .register(docs, {
        description:
          'The color of buttons and links, such as `#0f766e`. Where text would be hard to read in it, the console uses a darker or lighter shade',
        maxLength: 7,
      }),
    domain: z.optional(DomainName).register(docs, {
      description:
        'A domain of the organization under which people find the console, with this branding before they sign in as well. Its TXT record `voice-agent-platform=` with the organization’s id must exist when it is set, so it cannot be set while the organization is created. A domain belongs to one organization',
      maxLength: 253,
    }),
  },
);

export const AnalysisSettings = strictObject(
  'AnalysisSettings',
  'Whether analyzers of the organization run, and what they may use. Only a key of an organization above can change it',
  {
    enabled: z.optional(z.boolean()).register(docs, {
      description:
        'Whether analyzers of the organization run; false if absent. False in any organization above applies here as well',
    }),
    tokens_per_month: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))).register(docs, {
      description:
        'The most tokens of language models that the analyzers of the organization and its descendants use together in a calendar month of UTC; no limit if absent',
    }),
  },
);

const CallPrefix = z
  .string()
  .check(z.regex(/^\+[1-9]\d{0,14}$/, 'must be the beginning of a number in E.164 form, such as +49'))
  .register(docs, {
    description: 'The beginning of a phone number in E.164 form',
    examples: ['+49'],
    maxLength: 16,
  });

export const ClientSettings = openShape(
  {
    timezone: described(z.optional(TimeZone), 'An IANA time zone name, such as `Europe/Berlin`'),
    locale: described(z.optional(LanguageTag), 'A BCP 47 language tag, such as `en-GB`'),
    retention_days: z
      .optional(z.int().check(z.minimum(minRetentionDays), z.maximum(3650)))
      .register(setFromAbove)
      .register(docs, {
        description:
          'The number of days that a conversation is kept after its end, with its transcript and recording. Without it, conversations are kept until they are erased. The smallest value of the organization and those above applies. Only a key of an organization above can change it',
      }),
    active_timeout_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(527_040))).register(docs, {
      description:
        'The number of minutes that a conversation may stay active; 240 if absent. After that, it ends as `failed` with `end_reason` `timed_out`, at the last moment that is known: in a call, at the latest time of a turn, or at its start if no turn has a time; on written channels, at the last change. A web call that nobody has joined ends as `completed` with `not_joined` instead. A later report of a provider corrects the end',
    }),
    rate_limit: z.optional(RateLimit).register(setFromAbove),
    quotas: z.optional(Quotas).register(setFromAbove),
    caller_limits: z.optional(CallerLimits).register(setFromAbove),
    branding: z.optional(Branding),
    recording_enabled: z.optional(z.boolean()).register(setFromAbove).register(docs, {
      description:
        'Whether recordings are accepted; true if absent. False in any organization above applies here as well. Only a key of an organization above can change it',
    }),
    record_calls: z.optional(z.boolean()).register(setFromAbove).register(docs, {
      description:
        'Whether calls at Twilio that this platform holds are recorded, after the caller was told; false if absent. Calls at Telnyx are not recorded. `recording_enabled: false` here or above prevents it. Only a key of an organization above can change it',
    }),
    disclosure_required: z.optional(z.boolean()).register(setFromAbove).register(docs, {
      description:
        'Whether agents must say in calls that this platform holds, and in chats that are spoken, that an AI speaks, with their `disclosure` or the default text. True in any organization above applies here as well. Only a key of an organization above can change it',
    }),
    call_prefixes: z
      .optional(z.array(CallPrefix).check(z.maxLength(100)))
      .register(setFromAbove)
      .register(docs, {
        description:
          'The prefixes that outbound calls may dial, such as `+49`; an empty list allows no calls. Without it, any number can be called. A number must be allowed here and in every organization above. Only a key of an organization above can change it',
      }),
    costs_shown: z.optional(z.boolean()).register(setFromAbove).register(docs, {
      description:
        'Whether the organization sees every cost that the organization directly above sees. Without it, it sees only costs that its own integrations and keys, or those of its descendants, have reported. Not inherited. Only a key of an organization above can change it',
    }),
    analysis: z.optional(AnalysisSettings).register(setFromAbove),
    analyzers_excluded: z.optional(z.array(id('anl')).check(z.maxLength(50))).register(docs, {
      description:
        'Analyzers of organizations above that do not run for the organization and its descendants, unless they are `mandatory`',
    }),
  },
  16_384,
).register(docs, {
  id: 'OrganizationSettings',
  description:
    'Settings of an organization. A setting that is listed here and absent is inherited from the organizations above. You can store further settings, which are returned unchanged and are not inherited',
});
export type ClientSettings = z.output<typeof ClientSettings>;
