import { platform } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { receives } from '#lib/domain/webhooks/selection.ts';
import { because, causeOf } from '#lib/store/cause.ts';
import type { Event } from '#lib/store/events/events.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import { put } from '#lib/store/operations/put.ts';
import { fullDataOf } from './event-entities.ts';
import type { Listener } from './listeners.ts';
import { listenersOf } from './listeners.ts';
import type { MessageRecord } from './messages.ts';
import { MessageExists, messageWrites, newMessage } from './messages.ts';
import type { FullData } from './payloads.ts';
import { payloadItem } from './payloads.ts';

/**
 * The time after a webhook was disabled for which its messages are stored, so that they can be sent later.
 */
const keptForDisabledMs = 30 * dayMs;

const isForgotten = ({ disabled_at }: Listener): boolean =>
  disabled_at !== undefined && Date.now() - Date.parse(disabled_at) > keptForDisabledMs;

/** Longer than the clocks of two functions differ. */
const clockSkewMs = 5000;

/**
 * Events may be followed again long after they happened. A webhook does not receive events from before its
 * creation.
 */
const isOlder = (event: Event, { created_at }: Listener): boolean =>
  Date.parse(event.created_at) < Date.parse(created_at) - clockSkewMs;

/** The entity was removed or erased in the meantime. */
class EndpointGone extends Error {
  override readonly name = 'EndpointGone';
}

/**
 * Stores the data of full payloads. Returns false if there is none. Data of an entity that is being erased is
 * not stored.
 */
const keepPayload = async (event: Event, full: FullData | undefined): Promise<boolean> => {
  const item = full && payloadItem(event, full);
  if (!item) return false;
  try {
    await commit([...(full.record ? [mustExist(full.record, () => new EndpointGone())] : []), put(item)]);
    return true;
  } catch (error) {
    if (error instanceof EndpointGone) return false;
    throw error;
  }
};

/** The initial state of a message to a webhook. */
const beginning = ({ posts, disabled_at }: Listener): Pick<MessageRecord, 'status' | 'next_attempt_at'> => {
  if (disabled_at !== undefined) return { status: 'failed', next_attempt_at: null };
  return { status: 'pending', next_attempt_at: posts ? new Date().toISOString() : null };
};

/** Writes the messages of an event. It can be repeated: existing messages do not change. */
export const sendTo = async (listeners: readonly Listener[], event: Event): Promise<void> => {
  const addressed = listeners.filter(
    (listener) =>
      receives(listener.events, event.type) && !isOlder(event, listener) && !isForgotten(listener),
  );
  if (addressed.length === 0) return;
  const isFull = addressed.some(({ payload }) => payload === 'full');
  const kept = isFull && (await keepPayload(event, await fullDataOf(event)));
  await Promise.all(
    addressed.map(async (listener) => {
      const full = kept && listener.payload === 'full';
      const message = newMessage(listener.id, event, { full, ...beginning(listener) });
      await commit(messageWrites(message)).catch((error: unknown) => {
        if (!(error instanceof MessageExists)) throw error;
      });
    }),
  );
};

/**
 * The owners whose webhooks receive an event: its organization, all organizations above it, and the platform.
 */
export const ownersOfEvent = ({ path }: Pick<Event, 'path'>): string[] => [platform, ...path];

/** Writes the messages of events, one event after the other, for all webhooks that receive them. */
export const fanOut = async (events: readonly Event[]): Promise<void> => {
  const listeners = await listenersOf(events.flatMap(ownersOfEvent));
  for (const event of events) {
    const receivers = ownersOfEvent(event).flatMap((owner) => listeners.get(owner) ?? []);
    if (receivers.length > 0) await because(causeOf(event), () => sendTo(receivers, event));
  }
};
