/** Where payloads of providers are in the bucket, those that are too large for the table; they expire after 30 days. */
export const payloadsFolder = 'provider-events/';

/** Where the payload of an event is in the bucket. */
export const payloadObjectKey = (integrationId: string, eventId: string): string =>
  `${payloadsFolder}${integrationId}/${eventId}`;
