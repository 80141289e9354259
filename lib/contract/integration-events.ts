import * as z from 'zod/mini';
import { described, docs, enumeration, id, object, openObject, Timestamp, text } from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { maxPayloadBytes, route } from './route.ts';

export const EventStatus = enumeration(
  'IntegrationEventStatus',
  ['received', 'processed', 'parked', 'failed'],
  'The state of the event. `received`: it will be processed shortly; `parked`: it waits, for example for a mapping of its agent; `failed`: it cannot be processed',
);

export type EventStatus = z.output<typeof EventStatus>;

const nullableText = (max: number, description: string) => described(z.nullable(text(max)), description);

const shown = {
  id: id('evt', 'The event’s id'),
  integration_id: id('intg', 'The integration that received the event'),
  type: described(text(100), 'The provider’s name for this type of event; `unknown` if the event has none'),
  status: EventStatus,
  status_detail: nullableText(500, 'Why the event was parked or failed; null otherwise'),
  conversation_id: described(
    z.nullable(id('conv')),
    'The conversation that the event is about; null if there is none',
  ),
  provider_conversation_id: nullableText(256, 'The call’s id at the provider'),
  provider_agent_id: nullableText(256, 'The agent’s id at the provider'),
  received_at: described(Timestamp, 'When the event was received'),
  processed_at: described(z.nullable(Timestamp), 'When the event was last processed; null before that'),
};

export const IntegrationEventItem = object('IntegrationEventItem', 'An event as it appears in a list', shown);
export type IntegrationEventItem = z.output<typeof IntegrationEventItem>;

export const IntegrationEvent = object(
  'IntegrationEvent',
  'An event from a provider, and the result of processing it',
  {
    ...shown,
    payload: described(
      z.nullable(openObject(6_000_000)),
      'The payload from the provider; null if it is larger than 1 MB, is not a JSON object, or has been erased, or if the API key lacks `conversations:read` or `recordings:read`',
    ),
    payload_url: z.nullable(z.url()).register(docs, {
      description:
        'A link to a payload that is larger than 1 MB, valid for five minutes; null otherwise, or if the API key lacks one of these scopes',
      maxLength: 8192,
    }),
  },
);
export type IntegrationEvent = z.output<typeof IntegrationEvent>;

export const receive = route('POST /v1/integrations/{integration_id}/events', {
  summary: 'Receive a webhook of a provider',
  description:
    'Receives events from the provider. The signature over the raw bytes is the authentication, so no API key is needed. The answer is sent when the event is stored. It is processed afterwards.',
  public: true,
  raw: { maxBytes: maxPayloadBytes },
  response: object('Received', 'The event is stored', {}),
  errors: ['signature_invalid', 'integration_disabled', 'unavailable'],
});

export const list = route('GET /v1/integrations/{integration_id}/events', {
  summary: 'List the events that a provider posted, newest first',
  description: 'Events are kept for 30 days. Get one to read its payload.',
  scope: 'integrations:read',
  query: z.strictObject({
    ...listQuery,
    status: z.optional(EventStatus).register(docs, { description: 'Only events of this status' }),
    type: z.optional(text(100)).register(docs, { description: 'Only events of this type' }),
  }),
  ...pagesOf('IntegrationEventList', IntegrationEventItem),
});

export const get = route('GET /v1/integrations/{integration_id}/events/{event_id}', {
  summary: 'Get an event with its original payload',
  description:
    'Returns the event. Its payload contains what was said in a call and where its recording is, so the API key also needs `conversations:read` and `recordings:read` to see it.',
  scope: 'integrations:read',
  audit: 'payload.read',
  response: IntegrationEvent,
});

export const replay = route('POST /v1/integrations/{integration_id}/events/{event_id}/replay', {
  summary: 'Process an event again',
  description:
    'Use it for an event that was parked or failed, after the cause is fixed. Processing an event again that was processed before changes nothing.',
  scope: 'integrations:write',
  audit: 'event.replayed',
  status: 202,
  response: IntegrationEventItem,
});
