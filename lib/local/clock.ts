import { scheduleMinutes } from '#lib/build/function-settings.ts';
import { minuteMs } from '#lib/domain/durations.ts';

/**
 * Runs the scheduled functions as EventBridge does. The returned function stops the clock and waits for a
 * running one.
 */
export const startClock = (invoke: (id: string) => Promise<unknown>): (() => Promise<void>) => {
  const running = new Set<Promise<void>>();
  const run = (id: string): void => {
    const invoked = invoke(id)
      .catch((error: unknown) => console.error({ message: 'A function failed', function: id, error }))
      .then(() => {
        running.delete(invoked);
      });
    running.add(invoked);
  };
  const timers = Object.entries(scheduleMinutes).map(([id, minutes]) =>
    setInterval(() => run(id), minutes * minuteMs),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
};
