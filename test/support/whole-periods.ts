import { setTimeout } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { hourMs, minuteMs } from '#lib/domain/durations.ts';

const lengths = { minute: minuteMs, 'ten minutes': 10 * minuteMs, hour: hourMs } as const;

// A test may set another time.
const { now } = Date;

/** A time from which this much passes in one month: now, or the beginning of the next month. */
export const inOneMonth = (time: number, ms: number): number => {
  const at = new Date(time);
  const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return time + ms < end ? time : end;
};

/** Waits for the next month if this one ends sooner than so many milliseconds from now. */
export const oneMonth = async (ms: number): Promise<void> => {
  const now = Date.now();
  const begins = inOneMonth(now, ms);
  if (begins > now) await setTimeout(begins - now);
};

/** The end of the message by which the settings of the runner know what to repeat. */
export const endedMeanwhile = 'ended meanwhile, by which limits count';

/** Repeats the tests of a file once that fail while such a period of the clock ends. */
export const repeatIfOneEnds = (period: keyof typeof lengths): void =>
  afterEach(({ task: { result } }) => {
    const numberOf = (time: number) => Math.floor(time / lengths[period]);
    if (result?.state === 'fail' && numberOf(result.startTime ?? 0) !== numberOf(now()))
      throw new Error(`One ${period} ${endedMeanwhile}`);
  });
