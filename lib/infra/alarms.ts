import { Duration, Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';
import type { Measures } from './measured.ts';
import type { Settings } from './settings.ts';

interface Definition {
  readonly metric: IMetric;
  /** From which value on, and in how many periods of the last few. */
  readonly threshold: number;
  /** It goes off below the threshold instead, and where there is no data at all. */
  readonly below?: boolean;
  readonly within?: readonly [datapoints: number, periods: number];
  readonly says: string;
}

/**
 * When the operator is told. Nothing here goes off because nothing is asked. `docs/operations.md` has a heading for each,
 * with what to do about it.
 */
const definitions = (measures: Measures, slowMs: number) =>
  ({
    ServerErrors: {
      metric: measures.ownServerErrors,
      threshold: 5,
      says: 'Five requests or more within five minutes were answered with a 5xx, not counting failures of a language model.',
    },
    SlowAnswers: {
      metric: measures.duration('p99'),
      threshold: slowMs,
      within: [3, 3],
      says: `For a quarter of an hour one answer in a hundred took ${slowMs} ms or more.`,
    },
    ModelsFail: {
      metric: measures.failedModels,
      threshold: 5,
      within: [3, 3],
      says: 'For a quarter of an hour five tests of agents or more in five minutes got no answer of their language model.',
    },
    FunctionThrottles: {
      metric: measures.functionThrottles,
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
      says: 'Something was given up after all attempts, and lies in the queue for two weeks.',
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
  }) satisfies Record<string, Definition>;

export type AlarmName = keyof ReturnType<typeof definitions>;

/** The alarms, and the one topic to which they speak. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Readonly<Record<AlarmName, Alarm>>;

  constructor(scope: Construct, id: string, measures: Measures, { alarms }: Settings) {
    super(scope, id);
    this.topic = this.#topic(alarms.email);
    const action = new SnsAction(this.topic);
    const made = Object.entries<Definition>(definitions(measures, alarms.slow_ms)).map(
      ([
        name,
        { metric, threshold, below, within: [datapointsToAlarm, evaluationPeriods] = [1, 1], says },
      ]) => {
        const alarm = new Alarm(this, name, {
          alarmDescription: `${says} docs/operations.md#${name.toLowerCase()} says what to do.`,
          metric,
          threshold,
          comparisonOperator: below
            ? ComparisonOperator.LESS_THAN_THRESHOLD
            : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          datapointsToAlarm,
          evaluationPeriods,
          treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        });
        alarm.addAlarmAction(action);
        alarm.addOkAction(action);
        return [name, alarm] as const;
      },
    );
    this.all = Object.fromEntries(made) as Record<AlarmName, Alarm>;
  }

  #topic(email: string | undefined): Topic {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email)
      acknowledge(topic.addSubscription(new EmailSubscription(email)), 'Serverless-SNSRedrivePolicy');
    return topic;
  }
}
