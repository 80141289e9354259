import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { MetricName } from '#lib/data/metrics.ts';
import { metricsDimension, metricsNamespace } from '#lib/data/metrics.ts';
import { scheduleMinutes } from '#lib/function-settings.ts';

/** What alarms and dashboard look at. */
export interface Watched {
  readonly platform: string;
  readonly api: HttpApi;
  readonly table: ITableV2;
  readonly failed: Queue;
  readonly functionOf: (id: string) => LambdaFunction;
}

const period = Duration.minutes(5);

/** The functions that follow the table's stream. */
const followers = ['events.indexConversation', 'events.finishWrite'];

/** What the table is asked for; the operations by which DynamoDB counts what it refused. */
const tableOperations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'BatchWriteItem',
  'TransactWriteItems',
];

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
    tableThrottles: combined(
      'tableThrottles',
      'SUM',
      'table',
      tableOperations.map(
        (Operation) =>
          new Metric({
            namespace: 'AWS/DynamoDB',
            metricName: 'ThrottledRequests',
            dimensionsMap: { TableName: table.tableName, Operation },
            statistic: 'Sum',
            period,
          }),
      ),
    ),
    /** How old the oldest event is that was not followed yet, in milliseconds. */
    behindMs: combined(
      'behindMs',
      'MAX',
      'oldest event, ms',
      followers.map((id) => functionOf(id).metric('IteratorAge', { statistic: 'Maximum', period })),
    ),
    failedEvents: combined('failedEvents', 'SUM', 'events that failed', [
      own('events_failed'),
      ...errorsOf(followers),
    ]),
    parkedEvents: own('events_parked'),
    failedSweeps: combined('failedSweeps', 'SUM', 'sweeps that failed', [
      own('sweeps_failed'),
      ...errorsOf(Object.keys(scheduleMinutes)),
    ]),
    deadLetters: failed.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period,
      label: 'given up',
    }),
  };
};
export type Measures = ReturnType<typeof measuresOf>;
