import { Duration } from 'aws-cdk-lib';
import type { HttpApi, WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { scheduleMinutes } from '#lib/build/function-settings.ts';
import { followerFunctions } from '#lib/store/events/followers.ts';
import type { MetricName } from '#lib/store/metrics.ts';
import { metricsDimension, metricsNamespace } from '#lib/store/metrics.ts';
import type { Data } from './data-stack.ts';
import type { RefusedMetric } from './logs.ts';
import { callFunctionName, liveApiName } from './measured-names.ts';
import { recordingsRule } from './storage.ts';

/** The resources and limits that alarms and the dashboard observe. */
export interface WatchedResources {
  readonly platform: string;
  readonly api: HttpApi;
  readonly socketApi: WebSocketApi;
  readonly table: Data['table'];
  readonly failed: Queue;
  readonly functionOf: (id: string) => LambdaFunction;
  /** The region of the copies, if the operator wants them. */
  readonly copies: { readonly region: string; readonly from: string; readonly to: string } | undefined;
  /** The certificates in the stack's region, by their ARNs. */
  readonly certificates: readonly string[];
  /** The maximum duration of a fast answer, in milliseconds. */
  readonly slowMs: number;
  /** Whether the gateway has a log, which counts requests that reach no function. */
  readonly accessLog: boolean;
}

const period = Duration.minutes(5);

/**
 * Operations that read or write indexes too: DynamoDB attributes an index's throttling to the operation, not
 * to the table.
 */
const indexedOperations = ['Query', 'PutItem', 'BatchWriteItem', 'TransactWriteItems'];

const combined = (
  name: string,
  how: 'SUM' | 'MAX',
  label: string,
  metrics: readonly Metric[],
): MathExpression => {
  // Distinct ids allow several metrics in one graph.
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

/**
 * ACM counts the days of each certificate twice a day
 * (docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html).
 */
export const daysToExpiry = (CertificateArn: string): Metric =>
  new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
    period: day,
  });

/** Whether any certificate expires within the given number of days: 1 or 0. */
const expiresSoon = (certificates: readonly Metric[]): MathExpression => {
  const usingMetrics = Object.fromEntries(certificates.map((metric, at) => [`days${at}`, metric]));
  return new MathExpression({
    expression: `IF(MIN([${Object.keys(usingMetrics).join(', ')}]) < ${leastDays}, 1, 0)`,
    usingMetrics,
    label: 'certificates that expire',
    period: day,
  });
};

const ofCopies = ({ from, to }: NonNullable<WatchedResources['copies']>, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/S3',
    metricName,
    dimensionsMap: { SourceBucket: from, DestinationBucket: to, RuleId: recordingsRule },
  });

/** Whether copies were never later than the limit: 1 or 0. */
const copiedWithin = (latency: Metric, most: number): MathExpression =>
  new MathExpression({
    expression: `IF(latency <= ${most}, 1, 0)`,
    usingMetrics: { latency: latency.with({ statistic: 'Maximum', period: hour }) },
    label: 'copied in time',
    period: hour,
  });

/** The longest interval between two runs of any scheduled function. */
const hour = Duration.hours(1);

/**
 * All metrics of a stack, from the service and from AWS. Unless stated otherwise, each is a sum over five
 * minutes.
 */
export const measuresOf = ({
  platform,
  api,
  socketApi,
  table,
  copies,
  certificates,
  failed,
  functionOf,
  slowMs,
  accessLog,
}: WatchedResources) => {
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

  /** Of both gateways, in one number. One has no data while nobody uses its routes. */
  const ofGateways = (name: string, label: string, buffered: Metric, metricName: string) =>
    new MathExpression({
      expression: `FILL(buffered${name}, 0) + FILL(streamed${name}, 0)`,
      usingMetrics: {
        [`buffered${name}`]: buffered.with({ statistic: 'Sum' }),
        [`streamed${name}`]: new Metric({
          namespace: 'AWS/ApiGateway',
          metricName,
          dimensionsMap: { ApiName: liveApiName(platform) },
          statistic: 'Sum',
        }),
      },
      label,
      period,
    });
  const ofSockets = (metricName: string, label: string) =>
    socketApi.metric(metricName, { statistic: 'Sum', period, label });
  const requests = ofGateways('Requests', 'requests', api.metricCount(), 'Count');
  const serverErrors = ofGateways('Errors', '5xx', api.metricServerError(), '5XXError');
  /**
   * The functions' own count of their failures, and answers of the gateways without one of a function: it
   * crashed, timed out or did not run.
   */
  const ownFailures = new MathExpression({
    expression: 'FILL(own, 0) + IF(unanswered > 0, unanswered, 0)',
    usingMetrics: {
      own: own('own_failed'),
      unanswered: new MathExpression({
        expression: 'errors - FILL(answered, 0)',
        usingMetrics: { errors: serverErrors, answered: own('answered_5xx') },
        period,
      }),
    },
    label: 'failures of its own',
    period,
  });

  /** The hourly runs of the function that ran least. If nothing runs, there is no data. */
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
    requests,
    clientErrors: ofGateways('ClientErrors', '4xx', api.metricClientError(), '4XXError'),
    serverErrors,
    latency,
    /** A percentile of the duration of functions, except those that wait for other services. */
    duration: (statistic: string) =>
      own('duration_ms').with({ statistic, label: `${statistic} of functions` }),
    /** Requests that failed, except because of a language model or a voice provider. */
    ownFailures,
    failedDependencies: own('dependencies_failed'),
    /**
     * The percentage of requests that failed because of the service itself; 0 below the given number of
     * failures.
     */
    failedShare: (period: Duration, least: number) =>
      new MathExpression({
        expression: `IF(failures >= ${Math.max(least, 1)}, 100 * failures / requests, 0)`,
        usingMetrics: { failures: ownFailures, requests },
        label: '% of requests that failed',
        period,
      }),
    /** The percentage of answers slower than the limit; 0 below the given number of slow answers. */
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
    /** Requests that the gateway throttled. Undefined without its log. */
    throttled: refused('requests_throttled', '429 of the gateway'),
    /** Requests refused because Lambda had no concurrency left. Undefined without the gateway's log. */
    unserved: refused('requests_unserved', 'requests without a function'),
    /** Concurrency of the whole account in this region, which all its functions share. */
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
     * A batch counts in ThrottledRequests only if DynamoDB refuses all of it. If it refuses a part, only the
     * throttle events of the table show that
     * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html).
     */
    tableThrottles: combined('tableThrottles', 'SUM', 'table', [
      ofTable('ReadThrottleEvents'),
      ofTable('WriteThrottleEvents'),
      ...indexedOperations.map((Operation) => ofTable('ThrottledRequests', { Operation })),
    ]),
    /** The age of the oldest event that has not been followed yet, in milliseconds. */
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
    /** Messages that arrived over sockets, or were sent over them. */
    socketMessages: ofSockets('MessageCount', 'messages of sockets'),
    socketsOpened: ofSockets('ConnectCount', 'sockets that were opened'),
    /** Those that the function has caught, and those of which it has died. */
    failedFrames: combined('failedFrames', 'SUM', 'messages of sockets that failed', [
      own('frames_failed'),
      new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: { FunctionName: callFunctionName(platform) },
        statistic: 'Sum',
        period,
      }),
    ]),
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
    /** The hourly runs of the scheduled function that ran least: each runs at least once. */
    clockRuns: fewestRuns(
      'clock',
      Object.keys(scheduleMinutes),
      'runs of the clock, the fewest of a function',
    ),
    /** The same for functions that follow the table's stream, which sends each of them a heartbeat. */
    streamRuns: fewestRuns('stream', followerFunctions, 'runs of the followers, the fewest of a function'),
    /** The same for functions that follow the bucket's events. */
    uploadRuns: fewestRuns('upload', ['events.recordingUploaded'], 'runs after uploads'),
    /** Whether the table's replica is at most 15 minutes late: 1 or 0. A heartbeat is copied as often. */
    tableCopied:
      copies && copiedWithin(ofTable('ReplicationLatency', { ReceivingRegion: copies.region }), 900_000),
    /** The same for recordings, within an hour. S3 counts in seconds. */
    recordingsCopied: copies && copiedWithin(ofCopies(copies, 'ReplicationLatency'), 3600),
    /** In an hour. */
    refusedEvents: own('provider_events_refused').with({ period: hour }),
    certificateExpires: certificates.length > 0 ? expiresSoon(certificates.map(daysToExpiry)) : undefined,
    /** Includes messages that somebody is reading at the moment. */
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
