import type { RelayClock } from '#lib/local/simulated-relay.ts';

/** A clock whose time passes only when nothing else is to be done. */
interface SimulatedClock extends RelayClock {
  readonly after: (ms: number) => Promise<void>;
  /** Runs until nothing is left. */
  readonly run: () => Promise<void>;
}

export const simulatedClock = (start: number): SimulatedClock => {
  let now = start;
  let order = 0;
  let queue: { readonly time: number; readonly order: number; readonly run: () => void }[] = [];
  const at: SimulatedClock['at'] = (time, run) => {
    order += 1;
    const entry = { time: Math.max(now, time), order, run };
    queue.push(entry);
    return () => {
      queue = queue.filter((one) => one !== entry);
    };
  };
  return {
    now: () => now,
    at,
    after: (ms) => new Promise((resolve) => at(now + ms, resolve)),
    run: async () => {
      for (;;) {
        await new Promise(setImmediate);
        const next = queue.toSorted((one, other) => one.time - other.time || one.order - other.order)[0];
        if (!next) return;
        queue = queue.filter((one) => one !== next);
        now = next.time;
        next.run();
      }
    },
  };
};
