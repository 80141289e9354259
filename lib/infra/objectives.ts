import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Measures } from './measured.ts';
import type { Settings } from './settings.ts';

/*
 * An objective's error budget is the share of requests that may fail in 30 days: at 99.9 %, one in a
 * thousand. Alarms fire when the budget burns too fast, as in Google's SRE Workbook
 * (sre.google/workbook/alerting-on-slos): within minutes for a flood of failures, within hours for a trickle.
 * Below a minimum number of failures, no alarm fires.
 */

/**
 * Burn rates, as multiples of the rate at which the budget lasts 30 days, and the period of each. A second,
 * shorter period ends the alarm soon after the failures end.
 */
const rates = {
  Fast: { rate: 14.4, over: Duration.hours(1), still: Duration.minutes(5) },
  Slow: { rate: 6, over: Duration.hours(6), still: undefined },
} as const;

/** The minimum number of failures. */
export const leastVolume = 3;

const objectives = {
  /** Requests without a failure of the service itself. */
  Availability: {
    percent: ({ availability_percent }: Settings['alarms']) => availability_percent,
    share: ({ failedShare }: Measures, period: Duration, least: number) => failedShare(period, least),
    what: 'requests failed because of the service itself',
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
  /** The percentage of failures; `still` is the same over a shorter period. */
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
      // Rounds the digits that floating point adds.
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
