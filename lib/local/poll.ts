/** The interval in which work of other programs, or work left over by a failure, is found. */
export const idleMs = 5000;
const maxPauseMs = 500;

interface PollOptions {
  readonly look: () => Promise<void>;
  /** The time until there is work that nobody wakes for; absent: unknown. */
  readonly untilWork?: () => Promise<number>;
  /** Requests come in bursts. One look finds the work of many. */
  readonly minPauseMs: number;
  /** The pause after a look, in times that the look took: under load, requests need the rest of the time. */
  readonly pauseFactor: number;
  /** The message that is logged if a look fails. */
  readonly failure: string;
}

export interface Poll {
  /** Call when there may be new work. */
  readonly wake: () => void;
  readonly isClosed: () => boolean;
  readonly close: () => Promise<void>;
}

/** Looks for work as soon as it is woken, and now and then without. */
export const startPoll = ({ look, untilWork, minPauseMs, pauseFactor, failure }: PollOptions): Poll => {
  let closed = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      woken = false;
      const began = performance.now();
      looking = look()
        // If it was woken meanwhile, the next look follows soon anyway.
        .then(() => (woken ? idleMs : (untilWork?.() ?? idleMs)))
        .catch((error: unknown) => {
          if (!closed) console.error({ message: failure, error });
          return idleMs;
        })
        .then((wait) => {
          looking = undefined;
          const pause = woken ? pauseFactor * (performance.now() - began) : wait;
          schedule(Math.max(minPauseMs, Math.min(woken ? maxPauseMs : idleMs, pause)));
        });
    }, milliseconds);
  };
  schedule(0);

  return {
    wake: () => {
      if (woken) return;
      woken = true;
      // A running look is followed by another one.
      if (!looking) schedule(minPauseMs);
    },
    isClosed: () => closed,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
};
