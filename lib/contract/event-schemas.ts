import * as z from 'zod/mini';
import { eventData, thinData } from './event-data.ts';
import type { EventType } from './events.ts';
import { events, eventTypes, testDescription } from './events.ts';
import { described, docs, id, object, Timestamp } from './fields.ts';

const componentName = (type: EventType): string =>
  `${type}_event`.replace(/(?:^|[._])([a-z])/g, (_, initial: string) => initial.toUpperCase());

const schemaOf = (type: EventType): z.ZodMiniObject => {
  const full: z.ZodMiniObject = eventData[type];
  const thin = thinData(type);
  return object(componentName(type), events[type].summary, {
    id: id('evt', 'The event’s id. Ids are in the order of time'),
    type: z.literal(type).register(docs, { description: 'The type of the event' }),
    timestamp: described(Timestamp, 'When it happened'),
    client_id: z
      .nullable(id('client'))
      .register(docs, { description: 'The organization it happened in; null for the platform' }),
    test: z.optional(z.literal(true)).register(docs, { description: testDescription }),
    data: full === thin ? full : described(z.union([full, thin]), 'The entity, or only its id'),
  });
};

/** The bodies that webhooks receive, by type. */
export const eventSchemas = Object.fromEntries(eventTypes.map((type) => [type, schemaOf(type)])) as Readonly<
  Record<EventType, z.ZodMiniObject>
>;
