import { createdAt, idFrom } from '../ids.ts';

/**
 * The id of an event's message to a webhook. It does not depend on how often the event is followed, and has
 * the time of the event.
 */
export const messageIdOf = (eventId: string, webhookId: string): `msg_${string}` =>
  idFrom('msg', Date.parse(createdAt(eventId)), `${eventId}#${webhookId}`);
