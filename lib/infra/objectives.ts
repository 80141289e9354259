import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Measures } from './measured.ts';
import type { Settings } from './settings.ts';

/*
 * The budget of an objective is what may go wrong in 30 days: of 99.9 %, one request in a thousand. Its alarms go off when the
 * budget is used up too fast, after the example of Google's SRE Workbook (sre.google/workbook/alerting-on-slos): a flood of failures
 * pages within minutes, a trickle within hours. A few failures are no share of anything: below the least volume nothing goes off.
 */

/**
 * How fast a budget may be used up, in multiples of the rate at which it lasts for 30 days, and over which time. With a shorter
 * time as well, the alarm ends soon after the failures do.
 */
const rates = {
  Fast: { rate: 14.4, over: Duration.hours(1), still: Duration.minutes(5) },
  Slow: { rate: 6, over: Duration.hours(6), still: undefined },
} as const;

/** So many must have gone wrong. */
export const leastVolume = 3;

const objectives = {
  /** Requests that the service itself does not answer with a 5xx. */
  Availability: {
    percent: ({ availability_percent }: Settings['alarms']) => availability_percent,
    share: ({ failedShare }: Measures, period: Duration, least: number) => failedShare(period, least),
    what: 'requests were answered with a 5xx',
  },
  /** Answers that are fast. */
  Latency: {
    percent: ({ fast_percent }: Settings['alarms']) => fast_percent,
    share: ({ slowShare }: Measures, period: Duration, least: number) => slowShare(period, least),
    what: 'answers were slow',
  },
} as const;

type Objective = keyof typeof objectives;
type Rate = keyof typeof rates;

export interface BurnAlarm {
  /** The share that goes wrong, in percent; `still` is the same over a shorter time. */
  readonly over: IMetric;
  readonly still: IMetric | undefined;
  /** In percent. */
  readonly threshold: number;
  readonly says: string;
}

export type BurnAlarmName = `${Objective}${Rate}`;

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const lastHours = (duration: Duration): string =>
  duration.toHours() === 1 ? 'the last hour' : `the last ${duration.toHours()} hours`;

/** The alarms of each objective. */
export const burnAlarms = (
  measures: Measures,
  settings: Settings['alarms'],
): Record<BurnAlarmName, BurnAlarm> => {
  const alarms = Object.entries(objectives).flatMap(([objective, { percent, share, what }]) =>
    Object.entries(rates).map(([name, { rate, over, still }]) => {
      // Rounded: floating point adds digits that nobody has set.
      const threshold = rounded(rate * (100 - percent(settings)), 4);
      const alarm: BurnAlarm = {
        over: share(measures, over, leastVolume),
        still: still && share(measures, still, 1),
        threshold,
        says: `In ${lastHours(over)}, at least ${threshold} % of ${what}. At this rate, the error budget of 30 days lasts ${rounded(30 / rate, 1)} days.`,
      };
      return [`${objective}${name}`, alarm] as const;
    }),
  );
  return Object.fromEntries(alarms) as Record<BurnAlarmName, BurnAlarm>;
};
