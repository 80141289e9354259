import type { Event } from '#lib/data/events/events.ts';
import type { Follower } from '#lib/data/events/parked-events.ts';
import { park } from '#lib/data/events/parked-events.ts';

const attempts = 3;

/**
 * Follows each event, and puts aside what fails again and again, with the reason: nothing behind it waits. Only an event
 * that cannot even be put aside is given back to the stream.
 */
export const parking =
  (
    follower: Follower,
    follow: (event: Event) => Promise<void>,
    log: (record: Readonly<Record<'message' | 'event' | 'entity' | 'error', string>>) => void,
  ) =>
  async (event: Event): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await follow(event);
      } catch (error) {
        if (attempt < attempts) continue;
        await park(event, follower, error);
        return log({
          message: 'An event was parked',
          event: event.id,
          entity: event.entity,
          error: String(error),
        });
      }
    }
  };
