import { hash } from 'node:crypto';
import { createdAt, encodeUuid } from '../ids.ts';

/**
 * The id of an event's message to a webhook. It does not depend on how often the event is followed, and has
 * the time of the event. It is a TypeID like all others: a UUIDv7 with bits of a hash in place of random
 * ones.
 */
export const messageIdOf = (eventId: string, webhookId: string): `msg_${string}` => {
  const bytes = hash('sha256', `${eventId}#${webhookId}`, 'buffer').subarray(0, 16);
  bytes.writeUIntBE(Date.parse(createdAt(eventId)), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return `msg_${encodeUuid(bytes)}`;
};
