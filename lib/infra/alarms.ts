import { Duration } from 'aws-cdk-lib';
import type { AlarmBase, IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import type { Measures } from './measured.ts';
import type { BurnAlarm } from './objectives.ts';
import { burnAlarms } from './objectives.ts';
import type { Settings } from './settings.ts';

const period = Duration.minutes(5);

interface Definition {
  readonly metric: IMetric;
  /** From which value on, and in how many periods of the last few. */
  readonly threshold: number;
  /** It goes off below the threshold instead, and where there is no data at all. */
  readonly below?: boolean;
  readonly within?: readonly [datapoints: number, periods: number];
  readonly says: string;
}

/** In percent; none, where fewer than a hundred were refused in the period. */
const throttledShare = (throttled: Metric, requests: Metric): MathExpression =>
  new MathExpression({
    expression: 'IF(throttled >= 100, 100 * throttled / requests, 0)',
    usingMetrics: { throttled, requests: requests.with({ statistic: 'Sum' }) },
    label: '% of requests that the gateway refused',
    period,
  });

/**
 * When the operator is notified. Nothing here goes off because nothing is asked. `docs/operations.md` has a heading for each,
 * with what to do about it.
 */
const definitions = (measures: Measures) =>
  ({
    DependenciesFail: {
      metric: measures.failedDependencies,
      threshold: 5,
      within: [3, 3],
      says: 'For a quarter of an hour, at least five requests in five minutes got no answer from a language model or a voice provider.',
    },
    FunctionThrottles: {
      // Without the gateway's log there is only what counts for the whole account.
      metric: measures.unserved ?? measures.functionThrottles,
      threshold: 1,
      within: [2, 3],
      says: 'Lambda refused to run functions: as many run as the account, or a cap, allows.',
    },
    TableThrottles: {
      metric: measures.tableThrottles,
      threshold: 1,
      within: [2, 3],
      says: 'DynamoDB refused requests: a partition is too busy, or a cap is reached.',
    },
    EventsBehind: {
      metric: measures.behindMs,
      threshold: Duration.minutes(10).toMilliseconds(),
      within: [2, 2],
      says: 'What follows a write is ten minutes late or more: the search index, erasures or limits of keys.',
    },
    EventsFail: {
      metric: measures.failedEvents,
      threshold: 1,
      // What was parked fails once a quarter of an hour: three times within these periods.
      within: [2, 9],
      says: 'What follows a write has failed, and failed again when it was tried later; erasures may be among it.',
    },
    EventsParked: {
      metric: measures.parkedEvents,
      threshold: 1,
      says: 'What follows a write could not be done and was put aside; it is tried again every quarter of an hour.',
    },
    DeadLetters: {
      metric: measures.deadLetters,
      threshold: 1,
      says: 'Something was given up after all attempts, and is kept in the queue for two weeks.',
    },
    DeadLettersExpire: {
      metric: measures.deadLetterAge,
      threshold: Duration.days(10).toSeconds(),
      says: 'Something that was given up ten days ago is still in the queue, and is deleted in four days.',
    },
    TasksFail: {
      metric: measures.failedTasks,
      threshold: 1,
      // A task that goes on failing is tried once an hour or more often.
      within: [2, 36],
      says: 'Tasks failed twice in the last three hours: an erasure of an organization, a limit of keys, sums of usage.',
    },
    TasksLate: {
      metric: measures.taskLag,
      threshold: 30,
      within: [3, 3],
      says: 'For a quarter of an hour a task has been at least half an hour late, and nobody works on it.',
    },
    RetentionLate: {
      metric: measures.retentionLag,
      threshold: 6,
      within: [2, 2],
      says: 'A conversation has been kept for at least six hours longer than its organizations want.',
    },
    SweepsFail: {
      metric: measures.failedSweeps,
      threshold: 1,
      // Retention runs once an hour: three times within these periods.
      within: [2, 36],
      says: 'What the clock runs has failed twice within three hours: retention, forgotten conversations, parked events.',
    },
    ClockStopped: {
      metric: measures.clockRuns,
      threshold: 1,
      below: true,
      within: [2, 2],
      says: 'Something that the clock runs has not run for two hours: retention, forgotten conversations or parked events.',
    },
    StreamStopped: {
      metric: measures.streamRuns,
      threshold: 1,
      below: true,
      within: [2, 2],
      says: 'For two hours the table’s stream has brought no heartbeat: what follows writes is not done, and is lost after a day.',
    },
    UploadsStopped: {
      metric: measures.uploadRuns,
      threshold: 1,
      below: true,
      within: [2, 2],
      says: 'For two hours the bucket’s events have brought no heartbeat: recordings become available late.',
    },
    ...(measures.throttled && {
      RequestsThrottled: {
        metric: throttledShare(measures.throttled, measures.requests),
        threshold: 5,
        within: [2, 3],
        says: 'The gateway refused at least one request in twenty, because too many came at once.',
      },
    }),
  }) satisfies Record<string, Definition>;

const described = (name: string, says: string): string =>
  `${says} docs/operations.md#${name.toLowerCase()} says what to do.`;

/** The alarms, and the one topic to which they speak. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: readonly AlarmBase[];

  constructor(scope: Construct, id: string, measures: Measures, { alarms }: Settings) {
    super(scope, id);
    this.topic = new AlarmTopic(this, 'Notified', alarms.email).topic;
    const action = new SnsAction(this.topic);
    const made = [
      ...Object.entries(burnAlarms(measures, alarms)).map(([name, burn]) => this.#burn(name, burn)),
      ...Object.entries<Definition>(definitions(measures)).map(([name, one]) => this.#alarm(name, one)),
    ];
    for (const alarm of made) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    this.all = made;
  }

  #alarm(
    name: string,
    { metric, threshold, below, within: [points, periods] = [1, 1], says }: Definition,
  ): Alarm {
    return new Alarm(this, name, {
      alarmDescription: described(name, says),
      metric,
      threshold,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: points,
      evaluationPeriods: periods,
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  /** Over one time an alarm like the others; over two, a composite of two alarms, which notify nobody themselves. */
  #burn(name: string, { over, still, threshold, says }: BurnAlarm): AlarmBase {
    if (!still) return this.#alarm(name, { metric: over, threshold, says });
    const parts = Object.entries({ over, still }).map(
      ([part, metric]) =>
        new Alarm(this, `${name}.${part}`, {
          alarmDescription: `A part of ${name}, which notifies when both of its parts are in alarm.`,
          metric,
          threshold,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          evaluationPeriods: 1,
          treatMissingData: TreatMissingData.NOT_BREACHING,
        }),
    );
    return new CompositeAlarm(this, name, {
      alarmDescription: described(name, says),
      alarmRule: AlarmRule.allOf(...parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM))),
    });
  }
}
