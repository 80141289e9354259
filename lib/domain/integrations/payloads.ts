import type { Scope } from '#lib/contract/route.ts';
import type { Caller } from '../caller.ts';

/** The scopes of what a payload contains: what was said in a call, and links to its recording or the recording itself. */
const scopesOfPayloads = ['conversations:read', 'recordings:read'] as const satisfies readonly Scope[];

/** Whether a key may read what a provider posted. */
export const mayReadPayloads = ({ scopes }: Pick<Caller, 'scopes'>): boolean =>
  scopesOfPayloads.every((scope) => scopes.includes(scope));

/** Where payloads of providers are in the bucket, those that are too large for the table; they expire after 30 days. */
export const payloadsFolder = 'provider-events/';

/** Where the payload of an event is in the bucket. */
export const payloadObjectKey = (integrationId: string, eventId: string): string =>
  `${payloadsFolder}${integrationId}/${eventId}`;
