import { isDeepStrictEqual } from 'node:util';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { EventType } from '#lib/contract/events.ts';
import { eventTypes, isByName, scopeOfEvent } from '#lib/contract/events.ts';
import type { Scope } from '#lib/contract/route.ts';
import type { EventSelector, Webhook } from '#lib/contract/webhooks.ts';
import type { Caller } from '../caller.ts';
import { lifeWithin } from '../keys/api-key.ts';

/** Whether a webhook receives events of a type. */
export const receives = (selected: readonly EventSelector[], type: EventType): boolean =>
  selected.includes(type) || (selected.includes('*') && !isByName(type));

/**
 * Whether a message may be sent now, whatever its webhook received when the message was written. Otherwise, a
 * key could narrow a webhook to events that it may read, redirect it, and receive earlier messages of all
 * other events.
 */
export const maySendNow = (selected: readonly EventSelector[], type: EventType): boolean =>
  type === 'ping' || receives(selected, type);

/** Refuses the sample of an event that the webhook does not receive. */
export const maySample = (selected: readonly EventSelector[], type: EventType): void => {
  if (maySendNow(selected, type)) return;
  throw invalid({
    pointer: '/event',
    code: 'not_applicable',
    detail: 'must be `ping`, or one of the events that the webhook receives',
  });
};

/** The scopes for reading the entities of these events. */
const scopesFor = (selected: readonly EventSelector[]): Scope[] => {
  const types = eventTypes.filter((type) => receives(selected, type));
  return [...new Set(types.flatMap((type) => scopeOfEvent(type) ?? []))];
};

/** Refuses a webhook with events whose entities the key could not read itself. */
export const maySend = ({ scopes }: Pick<Caller, 'scopes'>, selected: readonly EventSelector[]): void => {
  const beyond = scopesFor(selected).find((scope) => !scopes.includes(scope));
  if (!beyond) return;
  throw new ApiError('insufficient_scope', {
    detail: `The API key needs the scope ${beyond} to select these events`,
    extensions: { required_scope: beyond },
  });
};

/**
 * The end of a webhook after a change. A caller whose own access ends sends nothing to anywhere that lasts
 * longer, and may change everything else of a webhook that does.
 */
export const endOfWebhook = (
  caller: Pick<Caller, 'expires_at'>,
  before: Pick<Webhook, 'url' | 'events' | 'payload' | 'expires_at'>,
  after: Pick<Webhook, 'url' | 'events' | 'payload'> & { readonly expires_at?: string | null | undefined },
): string | null => {
  const sent = ({ url, events, payload }: typeof after) => ({ url, events, payload });
  const isSame = isDeepStrictEqual(sent(after), sent(before));
  const isKept = after.expires_at === undefined || after.expires_at === before.expires_at;
  return isSame && isKept ? before.expires_at : lifeWithin(caller, after.expires_at);
};

/** Whether a webhook has ended by itself. */
export const hasEnded = ({ expires_at }: Pick<Webhook, 'expires_at'>): boolean =>
  expires_at !== null && expires_at <= new Date().toISOString();

/** Whether a webhook receives nothing now: it was disabled, or it has ended. */
export const isDisabled = (webhook: Pick<Webhook, 'status' | 'expires_at'>): boolean =>
  webhook.status === 'disabled' || hasEnded(webhook);

/** Refuses a change between a webhook that posts messages and one whose messages are fetched. */
export const keepsPosting = (before: Pick<Webhook, 'url'>, after: Pick<Webhook, 'url'>): void => {
  if ((before.url === null) === (after.url === null)) return;
  throw invalid({
    pointer: '/url',
    code: 'fixed',
    detail: 'cannot be changed from null to a URL, or from a URL to null',
  });
};
