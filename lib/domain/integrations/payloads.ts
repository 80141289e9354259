import type { Scope } from '#lib/contract/route.ts';
import type { Caller } from '../caller.ts';

/**
 * The scopes that reading a payload requires: it contains the transcript of a call, and links to its
 * recording or the recording itself.
 */
const scopesOfPayloads = ['conversations:read', 'recordings:read'] as const satisfies readonly Scope[];

/** Whether a key may read payloads. */
export const mayReadPayloads = ({ scopes }: Pick<Caller, 'scopes'>): boolean =>
  scopesOfPayloads.every((scope) => scopes.includes(scope));

/**
 * The folder of payloads in the bucket. It has those that are too large for the table, and they expire after
 * 30 days.
 */
export const payloadsFolder = 'provider-events/';

/** The object key of an event's payload. */
export const payloadObjectKey = (integrationId: string, eventId: string): string =>
  `${payloadsFolder}${integrationId}/${eventId}`;
