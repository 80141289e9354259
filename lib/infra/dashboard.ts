import { Duration } from 'aws-cdk-lib';
import type { IAlarm, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Measures } from './measured.ts';
import type { Settings } from './settings.ts';

export interface OverviewProps {
  readonly measures: Measures;
  readonly alarms: readonly IAlarm[];
  readonly objectives: Pick<Settings['alarms'], 'availability_percent' | 'fast_percent' | 'slow_ms'>;
  readonly requests: ILogGroup;
  readonly tableName: string;
}

const width = 12;
const height = 6;

const defined = (metrics: readonly (IMetric | undefined)[]): IMetric[] =>
  metrics.filter((metric) => metric !== undefined);

const graph = (
  title: string,
  left: readonly (IMetric | undefined)[],
  right: readonly (IMetric | undefined)[] = [],
): IWidget => new GraphWidget({ title, left: defined(left), right: defined(right), width, height });

/** An objective's share in percent, beside its error budget. */
const objective = (title: string, share: IMetric, budget: number): IWidget =>
  new GraphWidget({
    title,
    left: [share],
    leftYAxis: { min: 0 },
    leftAnnotations: [{ value: budget, label: 'budget over 30 days', color: Color.RED }],
    width,
    height,
  });

/** A table computed from the log lines of requests. */
const question = (title: string, requests: ILogGroup, queryLines: string[]): IWidget =>
  new LogQueryWidget({
    title,
    logGroupNames: [requests.logGroupName],
    view: LogQueryVisualizationType.TABLE,
    queryLines,
    width,
    height,
  });

const ofRequests = 'filter ispresent(route)';

/** Units of the table and all its indexes, including those consumed without a request. */
const units = (tableName: string, what: 'Read' | 'Write'): IMetric =>
  new MathExpression({
    expression: `SUM(SEARCH('Namespace="AWS/DynamoDB" TableName="${tableName}" MetricName="Consumed${what}CapacityUnits"', 'Sum'))`,
    label: `${what.toLowerCase()} units`,
  });

/** Callers' 4xx, without those from the gateway's throttle. */
const otherClientErrors = ({ clientErrors, throttled }: Measures): IMetric =>
  throttled
    ? new MathExpression({
        expression: 'errors - FILL(throttled, 0)',
        usingMetrics: { errors: clientErrors, throttled },
        label: '4xx of callers',
        period: Duration.minutes(5),
      })
    : clientErrors;

/**
 * One page that shows whether objectives are met, what is slow or late, who uses the service, and what it
 * costs.
 */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, props: OverviewProps) {
    super(scope, id);
    const { measures, alarms, objectives, requests, tableName } = props;
    const { latency } = measures;
    const { availability_percent, fast_percent, slow_ms } = objectives;
    const budget = (percent: number): number => Math.round((100 - percent) * 100) / 100;
    const hour = Duration.hours(1);
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new AlarmStatusWidget({ title: 'Is it well?', alarms: [...alarms], width, height }),
          graph(
            'Requests, and what passes over sockets',
            [measures.requests, measures.socketMessages, measures.socketsOpened],
            [measures.serverErrors, otherClientErrors(measures)],
          ),
        ],
        [
          objective(
            `Availability: ${availability_percent} % without a failure`,
            measures.failedShare(hour, 0),
            budget(availability_percent),
          ),
          objective(
            `Latency: ${fast_percent} % within ${slow_ms} ms`,
            measures.slowShare(hour, 0),
            budget(fast_percent),
          ),
        ],
        [
          graph('How long answers take, ms', [latency('p50'), latency('p90'), latency('p99')]),
          question('What is slow?', requests, [
            ofRequests,
            'stats count(*) as requests, pct(duration_ms, 50) as p50_ms, pct(duration_ms, 99) as p99_ms, avg(db_calls) as calls by route',
            'sort p99_ms desc',
          ]),
        ],
        [
          question('How many starts are cold?', requests, [
            'filter type = "platform.report"',
            'stats count(*) as starts, count(record.metrics.initDurationMs) as cold, pct(record.metrics.initDurationMs, 50) as p50_ms, pct(record.metrics.initDurationMs, 99) as p99_ms by bin(1h) as hour',
            'sort hour desc',
          ]),
          graph(
            'What was refused, and how much runs at once?',
            [measures.throttled, measures.unserved, measures.functionThrottles, measures.tableThrottles],
            [measures.concurrency],
          ),
        ],
        [
          question('Who uses it?', requests, [
            ofRequests,
            'stats count(*) as requests, sum(status >= 400) as refused, sum(read_units) as reads, sum(write_units) as writes by client_id, key_id',
            'sort requests desc',
            'limit 50',
          ]),
          question('What does it cost? Units by route', requests, [
            ofRequests,
            'stats count(*) as requests, sum(read_units) as reads, sum(write_units) as writes, avg(write_units) as writes_each by route',
            'sort writes desc',
          ]),
        ],
        [
          graph(
            'What does it cost? Units of the table',
            [units(tableName, 'Read')],
            [units(tableName, 'Write')],
          ),
          graph(
            'What is late, and what failed?',
            [measures.behindMs],
            [
              measures.parkedAge,
              measures.taskLag,
              measures.retentionLag,
              measures.deadLetters,
              measures.parkedEvents,
              measures.failedEvents,
              measures.failedTasks,
              measures.failedFrames,
              measures.failedSweeps,
            ],
          ),
        ],
      ],
    });
  }
}
