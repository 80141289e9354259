import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { scheduleMinutes } from '#lib/build/function-settings.ts';
import { followerFunctions } from '#lib/data/events/followers.ts';
import type { MetricName } from '#lib/data/metrics.ts';
import { metricsDimension, metricsNamespace } from '#lib/data/metrics.ts';
import type { Data } from './data-stack.ts';
import type { RefusedMetric } from './logs.ts';
import { recordingsRule } from './storage.ts';

/** What alarms and dashboard look at. */
export interface Watched {
  readonly platform: string;
  readonly api: HttpApi;
  readonly table: Data['table'];
  readonly failed: Queue;
  readonly functionOf: (id: string) => LambdaFunction;
  /** Where copies are, if the operator wants them. */
  readonly copies: { readonly region: string; readonly from: string; readonly to: string } | undefined;
  /** The certificates in the stack's region, by their ARNs. */
  readonly certificates: readonly string[];
  /** What a fast answer may take. */
  readonly slowMs: number;
  /** Whether the gateway has a log, in which requests are counted that reach no function. */
  readonly accessLog: boolean;
}

const period = Duration.minutes(5);

/** What reads or writes indexes as well: what an index refuses is not counted as the table's, but as the operation's. */
const indexedOperations = ['Query', 'PutItem', 'BatchWriteItem', 'TransactWriteItems'];

const combined = (
  name: string,
  how: 'SUM' | 'MAX',
  label: string,
  metrics: readonly Metric[],
): MathExpression => {
  // Named so that several can be drawn in one graph.
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`${name}${index}`, metric]));
  return new MathExpression({
    expression: `${how}([${Object.keys(usingMetrics).join(', ')}])`,
    usingMetrics,
    label,
    period,
  });
};

const day = Duration.days(1);

/** ACM renews its own certificates 60 days before they expire. */
export const leastDays = 30;

/** ACM counts the days of each certificate twice a day (docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html). */
export const daysToExpiry = (CertificateArn: string): Metric =>
  new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
    period: day,
  });

/** Whether one of the certificates has only so many days left: 1 or 0. */
const expiresSoon = (certificates: readonly Metric[]): MathExpression => {
  const usingMetrics = Object.fromEntries(certificates.map((metric, at) => [`days${at}`, metric]));
  return new MathExpression({
    expression: `IF(MIN([${Object.keys(usingMetrics).join(', ')}]) < ${leastDays}, 1, 0)`,
    usingMetrics,
    label: 'certificates that expire',
    period: day,
  });
};

const ofCopies = ({ from, to }: NonNullable<Watched['copies']>, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/S3',
    metricName,
    dimensionsMap: { SourceBucket: from, DestinationBucket: to, RuleId: recordingsRule },
  });

/** Whether copies were never later than that: 1 or 0. */
const copiedWithin = (latency: Metric, most: number): MathExpression =>
  new MathExpression({
    expression: `IF(latency <= ${most}, 1, 0)`,
    usingMetrics: { latency: latency.with({ statistic: 'Maximum', period: hour }) },
    label: 'copied in time',
    period: hour,
  });

/** The longest pause between two runs of any function of the clock. */
const hour = Duration.hours(1);

/** Everything that is measured of a stack, by the service or by AWS. Each is a sum over five minutes, unless it says otherwise. */
export const measuresOf = ({
  platform,
  api,
  table,
  copies,
  certificates,
  failed,
  functionOf,
  slowMs,
  accessLog,
}: Watched) => {
  const own = (metricName: MetricName) =>
    new Metric({
      namespace: metricsNamespace,
      metricName,
      dimensionsMap: { [metricsDimension]: platform },
      statistic: 'Sum',
      period,
    });
  /** Counted in the gateway's log. */
  const refused = (metricName: RefusedMetric, label: string) =>
    accessLog ? new Metric({ namespace: platform, metricName, statistic: 'Sum', label, period }) : undefined;
  const errorsOf = (ids: readonly string[]) =>
    ids.map((id) => functionOf(id).metricErrors({ period, label: `${id} broke` }));
  const latency = (statistic: string) => api.metricLatency({ statistic, period, label: statistic });

  const ofTable = (metricName: string, dimensions: Record<string, string> = {}) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...dimensions },
      statistic: 'Sum',
      period,
    });

  /** Runs in an hour, of the function that ran least. Where nothing runs, nothing is counted either. */
  const fewestRuns = (name: string, ids: readonly string[], label: string) =>
    new MathExpression({
      expression: `MIN([${ids.map((_, at) => `FILL(${name}${at}, 0)`).join(', ')}])`,
      usingMetrics: Object.fromEntries(
        ids.map((id, at) => [`${name}${at}`, functionOf(id).metricInvocations({ period: hour })]),
      ),
      label,
      period: hour,
    });

  return {
    requests: api.metricCount({ period, label: 'requests' }),
    clientErrors: api.metricClientError({ period, label: '4xx' }),
    serverErrors: api.metricServerError({ period, label: '5xx' }),
    latency,
    /** A percentile of what functions take, without those that wait for others. */
    duration: (statistic: string) =>
      own('duration_ms').with({ statistic, label: `${statistic} of functions` }),
    /** What the service itself answered with a 5xx, and not a language model or a voice provider. */
    ownServerErrors: new MathExpression({
      expression: 'errors - FILL(others, 0)',
      usingMetrics: {
        errors: api.metricServerError({ period, statistic: 'Sum' }),
        others: own('dependencies_failed'),
      },
      label: '5xx of its own',
      period,
    }),
    failedDependencies: own('dependencies_failed'),
    /** In percent, the requests that the service itself answered with a 5xx: none, where fewer than so many were. */
    failedShare: (period: Duration, least: number) =>
      new MathExpression({
        expression: `IF(errors - FILL(others, 0) >= ${Math.max(least, 1)}, 100 * (errors - FILL(others, 0)) / requests, 0)`,
        usingMetrics: {
          errors: api.metricServerError({ period, statistic: 'Sum' }),
          others: own('dependencies_failed').with({ period }),
          requests: api.metricCount({ period, statistic: 'Sum' }),
        },
        label: '% of requests that failed',
        period,
      }),
    /** In percent, the answers that took longer than a fast one may: none, where fewer than so many did. */
    slowShare: (period: Duration, least: number) =>
      new MathExpression({
        expression: `IF((100 - fast) * answers / 100 >= ${Math.max(least, 1)}, 100 - fast, 0)`,
        usingMetrics: {
          fast: own('duration_ms').with({ statistic: Stats.percentileRank(slowMs), period }),
          answers: own('duration_ms').with({ statistic: 'SampleCount', period }),
        },
        label: '% of answers that were slow',
        period,
      }),
    /** Requests that the gateway refused, because there were too many at once. Undefined without its log. */
    throttled: refused('requests_throttled', '429 of the gateway'),
    /** Requests for whose function Lambda had no room. Undefined without the gateway's log. */
    unserved: refused('requests_unserved', 'requests without a function'),
    /** Of the whole account in this region: its functions share what may run at once. */
    functionThrottles: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      label: 'throttled in the account',
      period,
    }),
    concurrency: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ConcurrentExecutions',
      statistic: 'Maximum',
      label: 'functions at once, in the account',
      period,
    }),
    /**
     * A batch counts in ThrottledRequests only if DynamoDB refuses all of it. If it refuses a part, only the throttle events of the
     * table show that (docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html).
     */
    tableThrottles: combined('tableThrottles', 'SUM', 'table', [
      ofTable('ReadThrottleEvents'),
      ofTable('WriteThrottleEvents'),
      ...indexedOperations.map((Operation) => ofTable('ThrottledRequests', { Operation })),
    ]),
    /** How old the oldest event is that was not followed yet, in milliseconds. */
    behindMs: combined(
      'behindMs',
      'MAX',
      'oldest event, ms',
      followerFunctions.map((id) => functionOf(id).metric('IteratorAge', { statistic: 'Maximum', period })),
    ),
    failedEvents: combined('failedEvents', 'SUM', 'events that failed', [
      own('events_failed'),
      ...errorsOf(followerFunctions),
    ]),
    parkedEvents: own('events_parked'),
    parkedAge: own('parked_age_minutes').with({
      statistic: 'Maximum',
      label: 'oldest parked event, minutes',
    }),
    failedTasks: own('tasks_failed'),
    taskLag: own('task_lag_minutes').with({ statistic: 'Maximum', label: 'latest task, minutes' }),
    retentionLag: own('retention_lag_hours').with({
      statistic: 'Maximum',
      period: hour,
      label: 'kept too long, hours',
    }),
    failedSweeps: combined('failedSweeps', 'SUM', 'sweeps that failed', [
      own('sweeps_failed'),
      ...errorsOf(Object.keys(scheduleMinutes)),
    ]),
    /** Runs in an hour, of the function of the clock that ran least: each runs once at least. */
    clockRuns: fewestRuns(
      'clock',
      Object.keys(scheduleMinutes),
      'runs of the clock, the fewest of a function',
    ),
    /** The same of what follows the table's stream, which brings each of them a heartbeat. */
    streamRuns: fewestRuns('stream', followerFunctions, 'runs of the followers, the fewest of a function'),
    /** The same of what follows the bucket's events. */
    uploadRuns: fewestRuns('upload', ['events.recordingUploaded'], 'runs after uploads'),
    /** Whether the table's replica is at most a quarter of an hour late: 1 or 0. A heartbeat is copied as often. */
    tableCopied:
      copies && copiedWithin(ofTable('ReplicationLatency', { ReceivingRegion: copies.region }), 900_000),
    /** The same of recordings, within an hour. S3 counts in seconds. */
    recordingsCopied: copies && copiedWithin(ofCopies(copies, 'ReplicationLatency'), 3600),
    /** In an hour. */
    refusedEvents: own('provider_events_refused').with({ period: hour }),
    certificateExpires: certificates.length > 0 ? expiresSoon(certificates.map(daysToExpiry)) : undefined,
    /** Also those that somebody is reading just now. */
    deadLetters: new MathExpression({
      expression: 'visible + hidden',
      usingMetrics: {
        visible: failed.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period }),
        hidden: failed.metricApproximateNumberOfMessagesNotVisible({ statistic: 'Maximum', period }),
      },
      label: 'given up',
      period,
    }),
    deadLetterAge: failed.metricApproximateAgeOfOldestMessage({
      statistic: 'Maximum',
      period: hour,
      label: 'oldest given up, s',
    }),
  };
};
export type Measures = ReturnType<typeof measuresOf>;
