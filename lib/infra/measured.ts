import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { followerFunctions } from '#lib/data/events/followers.ts';
import type { MetricName } from '#lib/data/metrics.ts';
import { metricsDimension, metricsNamespace } from '#lib/data/metrics.ts';
import { scheduleMinutes } from '#lib/function-settings.ts';
import type { Data } from './data-stack.ts';

/** What alarms and dashboard look at. */
export interface Watched {
  readonly platform: string;
  readonly api: HttpApi;
  readonly table: Data['table'];
  readonly failed: Queue;
  readonly functionOf: (id: string) => LambdaFunction;
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

/** The longest pause between two runs of any function of the clock. */
const hour = Duration.hours(1);

/** Everything that is measured of a stack, by the service or by AWS. Each is a sum over five minutes, unless it says otherwise. */
export const measuresOf = ({ platform, api, table, failed, functionOf }: Watched) => {
  const own = (metricName: MetricName) =>
    new Metric({
      namespace: metricsNamespace,
      metricName,
      dimensionsMap: { [metricsDimension]: platform },
      statistic: 'Sum',
      period,
    });
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

  return {
    requests: api.metricCount({ period, label: 'requests' }),
    clientErrors: api.metricClientError({ period, label: '4xx' }),
    serverErrors: api.metricServerError({ period, label: '5xx' }),
    latency,
    /** A percentile of what functions take, without those that ask a language model. */
    duration: (statistic: string) =>
      own('duration_ms').with({ statistic, label: `${statistic} of functions` }),
    /** What the service itself answered with a 5xx, and not a language model. */
    ownServerErrors: new MathExpression({
      expression: 'errors - FILL(models, 0)',
      usingMetrics: {
        errors: api.metricServerError({ period, statistic: 'Sum' }),
        models: own('models_failed'),
      },
      label: '5xx of its own',
      period,
    }),
    failedModels: own('models_failed'),
    /** Of the whole account in this region: its functions share what may run at once. */
    functionThrottles: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      label: 'functions',
      period,
    }),
    /**
     * Of a batch, only what the table's own events count is told: it is no refused request until all of it is refused
     * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html).
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
    failedSweeps: combined('failedSweeps', 'SUM', 'sweeps that failed', [
      own('sweeps_failed'),
      ...errorsOf(Object.keys(scheduleMinutes)),
    ]),
    /** Runs in an hour, of the function of the clock that ran least: each runs once at least. */
    clockRuns: new MathExpression({
      // Where nothing runs, nothing is counted either.
      expression: `MIN([${Object.keys(scheduleMinutes)
        .map((_, at) => `FILL(clock${at}, 0)`)
        .join(', ')}])`,
      usingMetrics: Object.fromEntries(
        Object.keys(scheduleMinutes).map((id, at) => [
          `clock${at}`,
          functionOf(id).metricInvocations({ period: hour }),
        ]),
      ),
      label: 'runs of the clock, the fewest of a function',
      period: hour,
    }),
    deadLetters: failed.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period,
      label: 'given up',
    }),
  };
};
export type Measures = ReturnType<typeof measuresOf>;
