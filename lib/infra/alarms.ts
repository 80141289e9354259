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
import { leastDays } from './measured.ts';
import type { BurnAlarm } from './objectives.ts';
import { burnAlarms } from './objectives.ts';
import type { Settings } from './settings.ts';

const period = Duration.minutes(5);

interface Definition {
  readonly metric: IMetric;
  /** From this value on, a period counts. `within` has how many of how many periods must count. */
  readonly threshold: number;
  /** The alarm fires below the threshold instead, and when there is no data. */
  readonly below?: boolean;
  readonly within?: readonly [datapoints: number, periods: number];
  readonly says: string;
}

/** In percent; 0 if fewer than a hundred were refused in the period. */
const throttledShare = (
  throttled: Metric,
  { requests, socketMessages }: Pick<Measures, 'requests' | 'socketMessages'>,
): MathExpression =>
  new MathExpression({
    expression: 'IF(throttled >= 100, 100 * throttled / (FILL(requests, 0) + FILL(messages, 0)), 0)',
    usingMetrics: { throttled, requests, messages: socketMessages },
    label: '% of requests that the gateway refused',
    period,
  });

/**
 * The conditions that notify the operator. No alarm fires merely because there is no traffic.
 * `docs/operations.md` has a heading for each alarm, with its remedy.
 */
const definitions = (measures: Measures, { caps }: Settings) =>
  ({
    DependenciesFail: {
      metric: measures.failedDependencies,
      threshold: 5,
      within: [3, 3],
      says: 'A language model or a voice provider failed at least 5 requests in each of the last three periods of 5 minutes. See dependencies_failed in RequestsLog.',
    },
    CallsFail: {
      metric: measures.failedFrames,
      threshold: 1,
      within: [2, 3],
      says: 'In two of the last three periods of 5 minutes, the function that speaks in calls failed. Callers heard nothing, or the words for failures. See frames_failed in RequestsLog.',
    },
    FunctionThrottles: {
      // Without the gateway's log, only metrics of the whole account exist.
      metric: measures.unserved ?? measures.functionThrottles,
      threshold: 1,
      within: [2, 3],
      says: 'Lambda refused to run functions in two of the last three periods of 5 minutes: the concurrency limit of the account, or caps.function_concurrency, is reached.',
    },
    TableThrottles: {
      metric: measures.tableThrottles,
      threshold: 1,
      within: [2, 3],
      says: 'DynamoDB throttled requests in two of the last three periods of 5 minutes: a partition is too busy, or a cap of the table is reached.',
    },
    EventsBehind: {
      metric: measures.behindMs,
      threshold: Duration.minutes(10).toMilliseconds(),
      within: [2, 2],
      says: 'Asynchronous work after writes (search index, erasures, usage, webhooks, tasks) has been at least 10 minutes late for 10 minutes.',
    },
    EventsFail: {
      metric: measures.failedEvents,
      threshold: 1,
      // A parked event fails once every 15 minutes, so three times within these periods.
      within: [2, 9],
      says: 'Asynchronous work after writes, such as an erasure or a webhook, failed or crashed at least twice in the last 45 minutes. See events_failed in EventsLog.',
    },
    EventsParked: {
      metric: measures.parkedEvents,
      threshold: 1,
      says: 'An event failed three times in a row in the last 5 minutes and was parked. It is retried every 15 minutes. See events_parked in EventsLog.',
    },
    DeadLetters: {
      metric: measures.deadLetters,
      threshold: 1,
      says: 'An event or a task failed after all attempts. Its message stays in the queue FailedEvents for 14 days.',
    },
    DeadLettersExpire: {
      metric: measures.deadLetterAge,
      threshold: Duration.days(10).toSeconds(),
      says: 'A message has been in the queue FailedEvents for 10 days. SQS deletes it in 4 days.',
    },
    TasksFail: {
      metric: measures.failedTasks,
      threshold: 1,
      // A task that keeps failing is retried once an hour or more often.
      within: [2, 36],
      says: 'Tasks (erasures of organizations, rate limits, usage, exports, webhooks and others) failed at least twice in the last 3 hours. See tasks_failed in EventsLog.',
    },
    TasksLate: {
      metric: measures.taskLag,
      threshold: 30,
      within: [3, 3],
      says: 'For 15 minutes, a task has been overdue by at least 30 minutes, and no function works on it. See task_lag_minutes in EventsLog.',
    },
    RetentionLate: {
      metric: measures.retentionLag,
      threshold: 6,
      within: [2, 2],
      says: 'For 2 hours, a conversation has been kept at least 6 hours longer than the retention of its organizations allows. See retention_lag_hours in EventsLog.',
    },
    SweepsFail: {
      metric: measures.failedSweeps,
      threshold: 1,
      // Retention runs once an hour: three times within these periods.
      within: [2, 36],
      says: 'Scheduled functions (tasks, forgotten conversations, parked events, heartbeats, retention, seals of the audit log) failed at least twice in the last 3 hours. See sweeps_failed in EventsLog.',
    },
    ClockStopped: {
      metric: measures.clockRuns,
      threshold: 1,
      below: true,
      within: [2, 2],
      says: 'A scheduled function (tasks, forgotten conversations, parked events, heartbeats, retention or seals of the audit log) has not run for 2 hours. See the rules of EventBridge.',
    },
    StreamStopped: {
      metric: measures.streamRuns,
      threshold: 1,
      below: true,
      within: [2, 2],
      says: 'For 2 hours, a function has received no heartbeat from the table’s stream. Asynchronous work after writes has stopped, and is lost after 24 hours.',
    },
    UploadsStopped: {
      metric: measures.uploadRuns,
      threshold: 1,
      below: true,
      within: [2, 2],
      says: 'For 2 hours, no heartbeat has arrived through the bucket’s events. New recordings become available late.',
    },
    ConcurrencyHigh: {
      metric: measures.concurrency,
      threshold: Math.floor(caps.account_concurrency * 0.8),
      within: [2, 3],
      says: 'In two of the last three periods of 5 minutes, functions used 80 % of the concurrency of the account (caps.account_concurrency) in this region.',
    },
    ProviderEventsRefused: {
      metric: measures.refusedEvents,
      threshold: 3,
      within: [2, 2],
      says: 'In each of the last 2 hours, at least 3 webhooks of voice providers had no valid signature. Calls are missing. See signature_invalid in RequestsLog.',
    },
    ...(measures.certificateExpires && {
      CertificateExpires: {
        metric: measures.certificateExpires,
        threshold: 1,
        says: `A certificate of the API or the console expires within ${leastDays} days, and was not renewed.`,
      },
    }),
    ...(measures.tableCopied &&
      measures.recordingsCopied && {
        TableCopyStopped: {
          metric: measures.tableCopied,
          threshold: 1,
          below: true,
          within: [2, 2],
          says: 'For 2 hours, writes have reached the table’s replica in the second region late or not at all.',
        },
        RecordingsCopyStopped: {
          metric: measures.recordingsCopied,
          threshold: 1,
          below: true,
          within: [2, 2],
          says: 'For 2 hours, recordings have reached the bucket in the second region late or not at all.',
        },
      }),
    ...(measures.throttled && {
      RequestsThrottled: {
        metric: throttledShare(measures.throttled, measures),
        threshold: 5,
        within: [2, 3],
        says: 'In two of the last three periods of 5 minutes, the gateway answered at least 5 % of requests with 429, because more arrived than throttle allows.',
      },
    }),
  }) satisfies Record<string, Definition>;

const described = (name: string, says: string): string =>
  `${says} docs/operations.md#${name.toLowerCase()} says what to do.`;

/** The alarms, and the topic to which all of them publish. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: readonly AlarmBase[];

  constructor(scope: Construct, id: string, measures: Measures, settings: Settings) {
    super(scope, id);
    const { alarms } = settings;
    this.topic = new AlarmTopic(this, 'Notified', alarms.email).topic;
    const action = new SnsAction(this.topic);
    const made = [
      ...Object.entries(burnAlarms(measures, alarms)).map(([name, burn]) => this.#burn(name, burn)),
      ...Object.entries<Definition>(definitions(measures, settings)).map(([name, one]) =>
        this.#alarm(name, one),
      ),
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

  /**
   * With one period, an ordinary alarm. With two, a composite of two alarms that send no notifications
   * themselves.
   */
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
