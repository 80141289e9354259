import type { Alarm, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Measures } from './measured.ts';

export interface OverviewProps {
  readonly measures: Measures;
  readonly alarms: readonly Alarm[];
  readonly requests: ILogGroup;
  readonly tableName: string;
}

const width = 12;
const height = 6;

const graph = (title: string, left: IMetric[], right: IMetric[] = []): IWidget =>
  new GraphWidget({ title, left, right, width, height });

/** A table over the lines that requests have left behind. */
const question = (title: string, requests: ILogGroup, queryLines: string[]): IWidget =>
  new LogQueryWidget({
    title,
    logGroupNames: [requests.logGroupName],
    view: LogQueryVisualizationType.TABLE,
    queryLines: ['filter ispresent(route)', ...queryLines],
    width,
    height,
  });

/** Units of the table and all its indexes, also those that no request has asked for. */
const units = (tableName: string, what: 'Read' | 'Write'): IMetric =>
  new MathExpression({
    expression: `SUM(SEARCH('Namespace="AWS/DynamoDB" TableName="${tableName}" MetricName="Consumed${what}CapacityUnits"', 'Sum'))`,
    label: `${what.toLowerCase()} units`,
  });

/** One page: is it well, what is slow, who uses it, what does it cost. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { measures, alarms, requests, tableName }: OverviewProps) {
    super(scope, id);
    const { latency } = measures;
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new AlarmStatusWidget({ title: 'Is it well?', alarms: [...alarms], width, height }),
          graph('Requests', [measures.requests], [measures.clientErrors, measures.serverErrors]),
        ],
        [
          graph('How long answers take, ms', [latency('p50'), latency('p90'), latency('p99')]),
          question('What is slow?', requests, [
            'stats count(*) as requests, pct(duration_ms, 50) as p50_ms, pct(duration_ms, 99) as p99_ms, avg(db_calls) as calls by route',
            'sort p99_ms desc',
          ]),
        ],
        [
          question('Who uses it?', requests, [
            'stats count(*) as requests, sum(status >= 400) as refused, sum(read_units) as reads, sum(write_units) as writes by client_id, key_id',
            'sort requests desc',
            'limit 50',
          ]),
          question('What does it cost? Units by route', requests, [
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
            'What is late, and what was refused?',
            [measures.behindMs],
            [
              measures.deadLetters,
              measures.parkedEvents,
              measures.failedEvents,
              measures.failedSweeps,
              measures.functionThrottles,
              measures.tableThrottles,
            ],
          ),
        ],
      ],
    });
  }
}
