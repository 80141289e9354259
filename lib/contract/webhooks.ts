import * as z from 'zod/mini';
import { EventTypeName, eventTypes, isByName, testDescription } from './events.ts';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  id,
  Metadata,
  object,
  orNull,
  patchOf,
  sentBack,
  strictObject,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { entityOf, route } from './route.ts';

/** The maximum number of webhooks of an organization. */
export const maxWebhooks = 10;

const Url = z
  .url()
  .check(z.maxLength(2000))
  .register(docs, { description: 'The address of a server, with `https:`' });

const EventSelector = enumeration(
  'EventSelector',
  ['*', ...eventTypes],
  'A type of event, or `*` for all types, also future ones, except `audit.recorded`',
);
export type EventSelector = z.output<typeof EventSelector>;

const Events = z
  .pipe(
    z.array(EventSelector).check(z.minLength(1), z.maxLength(100)),
    // A type that is sent twice counts once, and `*` replaces all that it includes.
    z.transform((names): EventSelector[] => {
      const isNeeded = (name: EventSelector) => name === '*' || !names.includes('*') || isByName(name);
      return [...new Set(names)].filter(isNeeded).sort();
    }),
  )
  .register(docs, { description: 'The types of events that are sent, or `*` for all but `audit.recorded`' });

const WebhookPayload = enumeration(
  'WebhookPayload',
  ['full', 'thin'],
  'The content of messages: `full` has the entity as the API returns it, `thin` only its id',
);

const WebhookStatus = enumeration(
  'WebhookStatus',
  ['enabled', 'disabled'],
  'Whether messages are sent. Those of a disabled webhook are kept as `failed` for 30 days, so that they can be recovered',
);

const descriptions = {
  url: 'The address that messages are posted to; null if they are fetched with `GET …/messages`',
  description: 'A description of the webhook for people',
  per_second: 'The largest number of messages per second; null for no limit',
  expires_at: 'When the webhook ends, and nothing is sent anymore; null if it does not',
};

const PerSecond = z.int().check(z.minimum(1), z.maximum(1000));

export const Webhook = object(
  'Webhook',
  'A webhook, which receives the events of an organization and its descendants',
  {
    ...entity('hook'),
    client_id: z.nullable(id('client')).register(docs, {
      description: 'The organization whose events, and those of its descendants, are sent; null for all',
    }),
    created_by: createdBy('webhook'),
    url: described(z.nullable(Url), descriptions.url),
    description: described(z.nullable(text(500)), descriptions.description),
    events: z.array(EventSelector).check(z.maxLength(100)).register(docs, {
      description: 'The types of events that are sent, or `*` for all but `audit.recorded`',
    }),
    payload: WebhookPayload,
    status: WebhookStatus,
    disabled_reason: described(
      z.nullable(
        enumeration(
          'DisabledReason',
          ['by_request', 'gone', 'failing', 'expired'],
          'Why a webhook is disabled',
        ),
      ),
      'Why it is disabled: `by_request`, `gone` (the server answered 410) `failing` (nothing but failures for five days) or `expired` (after `expires_at`); null if it is enabled',
    ),
    failing_since: described(
      z.nullable(Timestamp),
      'Since when all deliveries have failed; null if the last one succeeded',
    ),
    per_second: described(z.nullable(PerSecond), descriptions.per_second),
    expires_at: described(z.nullable(Timestamp), descriptions.expires_at),
  },
);
export type Webhook = z.output<typeof Webhook>;

export const WebhookItem = z.omit(Webhook, { metadata: true }).register(docs, {
  id: 'WebhookItem',
  description: 'A webhook as it appears in a list',
});
export type WebhookItem = z.output<typeof WebhookItem>;

const writable = {
  url: described(orNull(Url), descriptions.url),
  description: described(orNull(text(500)), descriptions.description),
  events: Events,
  payload: z._default(WebhookPayload, 'full'),
  status: z._default(WebhookStatus, 'enabled'),
  per_second: described(orNull(PerSecond), descriptions.per_second),
  expires_at: described(
    z.optional(z.nullable(TimestampInput)),
    'When the webhook ends, no later than the caller’s own access, which is the default; null if it does not',
  ),
  metadata: z._default(Metadata, {}),
};

export const WebhookInput = strictObject('WebhookInput', 'A new webhook', {
  ...writable,
  client_id: z.optional(id('client')).register(docs, {
    description:
      'The organization whose events, and those of its descendants, are sent; by default that of the API key',
  }),
});
export type WebhookInput = z.output<typeof WebhookInput>;

export const WebhookReplacement = strictObject(
  'WebhookReplacement',
  'Everything that can be changed of a webhook. An absent field is reset to its default',
  {
    ...sentBack(Webhook),
    ...writable,
    client_id: z
      .optional(z.nullable(id('client')))
      .register(docs, { description: 'The organization; a value other than the current one is refused' }),
  },
);
export type WebhookReplacement = z.output<typeof WebhookReplacement>;

export const WebhookPatch = strictObject(
  'WebhookPatch',
  'A merge patch (RFC 7396) for a webhook',
  patchOf(writable),
);

const WebhookWithSecret = z
  .extend(Webhook, {
    secret: z
      .string()
      .check(z.regex(/^whsec_[A-Za-z0-9+/]+=*$/))
      .register(docs, {
        description: 'The secret that messages are signed with (Standard Webhooks). It cannot be read again',
        maxLength: 100,
      }),
  })
  .register(docs, { id: 'WebhookWithSecret', description: 'A webhook with its new secret' });

const MessageStatus = enumeration(
  'MessageStatus',
  ['pending', 'delivered', 'failed'],
  'The status of a message: `pending` until a server accepts it or it is acknowledged; `failed` after the last attempt',
);

const EventPayload = object('EventPayload', 'The body of a message', {
  id: id('evt', 'The event’s id. Ids are in the order of time'),
  type: EventTypeName,
  timestamp: described(Timestamp, 'When it happened'),
  client_id: z
    .nullable(id('client'))
    .register(docs, { description: 'The organization it happened in; null for the platform' }),
  test: z.optional(z.literal(true)).register(docs, { description: testDescription }),
  data: z.record(z.string().check(z.maxLength(100)), z.unknown()).register(docs, {
    description: 'The entity, or only its id, as described under `webhooks` in this document',
  }),
});
export type EventPayload = z.output<typeof EventPayload>;

const messageFields = {
  id: id('msg', 'The message’s id, in the header `webhook-id`'),
  created_at: described(Timestamp, 'When the event happened'),
  webhook_id: id('hook', 'The webhook that the message is for'),
  event_id: id('evt', 'The event’s id'),
  event: EventTypeName,
  entity_id: z
    .string()
    .check(z.maxLength(64))
    .register(docs, { description: 'The id of the entity of the event' }),
  client_id: z
    .nullable(id('client'))
    .register(docs, { description: 'The organization the event happened in; null for the platform' }),
  status: MessageStatus,
  attempt_count: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The number of attempts to deliver it' }),
  next_attempt_at: described(z.nullable(Timestamp), 'When the next attempt is due; null if there is none'),
  delivered_at: described(z.nullable(Timestamp), 'When it was delivered or acknowledged; null if it was not'),
};

const shownPayload = {
  payload: z.nullable(EventPayload).register(docs, {
    description: 'The body. Its `data` is only an id if the API key lacks the scope to read the entity',
  }),
};

export const MessageItem = object('MessageItem', 'A message as it appears in a list', {
  ...messageFields,
  payload: described(
    shownPayload.payload,
    'The body of a message that is fetched; null if it is posted. Its `data` is only an id if the API key lacks the scope to read the entity',
  ),
});
export type MessageItem = z.output<typeof MessageItem>;

const Attempt = object('Attempt', 'An attempt to deliver a message', {
  at: described(Timestamp, 'When the attempt was made'),
  status_code: described(
    z.nullable(z.int().check(z.minimum(100), z.maximum(999))),
    'The status of the answer; null if there was none',
  ),
  duration_ms: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The duration of the attempt, in milliseconds' }),
  error: described(z.nullable(text(500)), 'Why it failed, in words; null if it succeeded'),
  response: described(
    z.nullable(z.string().check(z.maxLength(1024))),
    'The first kilobyte of the answer’s body; null if there was none, or if the API key lacks the scope to read the entity, because a server may repeat what it was sent',
  ),
});
export type Attempt = z.output<typeof Attempt>;

export const Message = object('Message', 'A message of a webhook, with every attempt to deliver it', {
  ...messageFields,
  ...shownPayload,
  attempts: z
    .array(Attempt)
    .check(z.maxLength(100))
    .register(docs, { description: 'The attempts to deliver it, newest first, at most 100' }),
});
export type Message = z.output<typeof Message>;

export { EventTypeName, MessageStatus };

export const list = route('GET /v1/webhooks', {
  summary: 'List webhooks, newest first',
  description: 'Lists the webhooks of an organization and its descendants, without their secrets.',
  scope: 'webhooks:read',
  ...pagesOfOrganization('WebhookList', WebhookItem, 'webhooks'),
});

export const create = route('POST /v1/webhooks', {
  summary: 'Create a webhook',
  description:
    'From now on, events of the organization and its descendants are posted to `url`, signed as Standard Webhooks defines, with the secret in the answer, which is shown only once. Without a `url`, messages are kept until they are fetched. The API key needs the scopes that read what the events are about. An organization may have ten webhooks.',
  scope: 'webhooks:write',
  audit: 'webhook.created',
  body: WebhookInput,
  status: 201,
  location: '/v1/webhooks/{id}',
  response: WebhookWithSecret,
  confidential: true,
  errors: ['client_not_found', 'client_suspended', 'quota_exceeded'],
});

export const get = route('GET /v1/webhooks/{webhook_id}', {
  summary: 'Get a webhook',
  description: 'Returns the webhook without its secret.',
  scope: 'webhooks:read',
  ...entityOf(Webhook),
});

export const replace = route('PUT /v1/webhooks/{webhook_id}', {
  summary: 'Replace a webhook',
  description:
    'Replaces everything that can be changed of a webhook. An absent field is reset to its default, so a webhook that was disabled is enabled again. Its secret stays. A webhook with a `url` keeps one, and one without stays without.',
  scope: 'webhooks:write',
  audit: 'webhook.updated',
  body: WebhookReplacement,
  ...entityOf(Webhook),
});

export const update = route('PATCH /v1/webhooks/{webhook_id}', {
  summary: 'Update a webhook',
  description:
    'Changes the fields that are sent: null resets one to its default, and `events` is replaced as a whole. A patch that changes nothing leaves the version as it is. A disabled webhook stays disabled unless `status` is sent. The API key needs the scopes that read what the events are about, as for a replacement.',
  scope: 'webhooks:write',
  audit: 'webhook.updated',
  body: WebhookPatch,
  ...entityOf(Webhook),
});

export const remove = route('DELETE /v1/webhooks/{webhook_id}', {
  summary: 'Delete a webhook',
  description: 'Deletes the webhook with its messages. No more messages are sent, including pending ones.',
  scope: 'webhooks:write',
  audit: 'webhook.removed',
  etag: Webhook,
});

const WebhookRotation = strictObject('WebhookRotation', 'The options for replacing the secret', {
  overlap_seconds: z._default(z.int().check(z.minimum(0), z.maximum(604_800)), 86_400).register(docs, {
    description:
      'The number of seconds that messages are also signed with the previous secret, at most a week',
  }),
});

export const rotate = route('POST /v1/webhooks/{webhook_id}/rotate', {
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret and returns it, only this once. For `overlap_seconds` each message has two signatures, one of each secret, so that receivers can be changed without downtime.',
  scope: 'webhooks:write',
  audit: 'webhook.rotated',
  body: WebhookRotation,
  optionalBody: true,
  response: WebhookWithSecret,
  confidential: true,
});

export const test = route('POST /v1/webhooks/{webhook_id}/test', {
  summary: 'Send a test message',
  description:
    'Sends a message with the event `ping`, or with a sample of one of the events that the webhook receives. Its body has `test`, so that your server can ignore it. Get the message to see how it was answered.',
  scope: 'webhooks:write',
  audit: 'webhook.tested',
  body: strictObject('TestEvent', 'The event to test a webhook with', {
    event: z._default(EventTypeName, 'ping').register(docs, {
      description: 'The event to send a sample of. Except `ping`, it must be one that the webhook receives',
    }),
  }),
  optionalBody: true,
  status: 202,
  response: MessageItem,
  errors: ['webhook_disabled', 'client_suspended'],
});

const MessageIds = strictObject('MessageAcknowledgment', 'Messages that were handled', {
  message_ids: z
    .array(id('msg'))
    .check(z.minLength(1), z.maxLength(50))
    .register(docs, { description: 'The ids of the messages, at most 50' }),
});

const MessageCount = object('MessageCount', 'The number of messages', {
  messages: z.int().check(z.minimum(0)).register(docs, { description: 'The number of messages' }),
});

export const acknowledge = route('POST /v1/webhooks/{webhook_id}/acknowledge', {
  summary: 'Acknowledge messages that were fetched',
  description:
    'Marks messages of a webhook without a `url` as `delivered`, so that the list of `pending` messages no longer contains them. Ids of messages that are already delivered or no longer exist are skipped; the answer counts the others.',
  scope: 'webhooks:write',
  audit: { people: 'webhook.acknowledged' },
  body: MessageIds,
  response: MessageCount,
  errors: ['webhook_posts'],
});

const recoverSince = described(TimestampInput, 'Only messages of events that happened at this time or later');

export const recover = route('POST /v1/webhooks/{webhook_id}/recover', {
  summary: 'Send failed messages again',
  description:
    'Sends every failed message again, for example after an outage of the receiver. The answer counts up to 10,000 of them. They are sent in chronological order, which takes minutes if there are many. Until they have been sent, the webhooks of the organization send no others again.',
  scope: 'webhooks:write',
  audit: 'webhook.recovered',
  body: strictObject('MessageRecovery', 'The failed messages to send again', { since: recoverSince }),
  status: 202,
  response: MessageCount,
  errors: ['webhook_disabled', 'client_suspended', 'replay_in_progress'],
});

export const replay = route('POST /v1/webhooks/{webhook_id}/replay', {
  summary: 'Send all messages again',
  description:
    'Sends every message of a period again, whether or not it was delivered. Messages keep their ids, so a receiver that stores ids can ignore those that it has handled. Messages are kept for 30 days. Only messages of events that the webhook receives now are sent. Until they have been sent, the webhooks of the organization send no others again.',
  scope: 'webhooks:write',
  audit: 'webhook.replayed',
  body: strictObject('MessageReplay', 'The messages to send again', {
    since: recoverSince,
    until: z.optional(TimestampInput).register(docs, {
      description: 'Only messages of events that happened before this time; by default now',
    }),
    events: z
      .optional(z.array(EventTypeName).check(z.minLength(1), z.maxLength(100)))
      .register(docs, { description: 'Only messages of these types; by default all' }),
  }),
  status: 202,
  response: MessageCount,
  errors: ['webhook_disabled', 'client_suspended', 'replay_in_progress'],
});
