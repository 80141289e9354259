import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/**
 * Requests that reached no function, which only the gateway's log counts. All values in its lines are text.
 */
const refused = {
  /** Exceeds the throttle of the stage or of the route. */
  requests_throttled: FilterPattern.all(
    FilterPattern.stringValue('$.status', '=', '429'),
    FilterPattern.stringValue('$.lambda_status', '=', '-'),
  ),
  /** Lambda had no concurrency left for the function. */
  requests_unserved: FilterPattern.stringValue('$.lambda_status', '=', '429'),
} as const;
export type RefusedMetric = keyof typeof refused;

/**
 * API Gateway adds every log group with another prefix to a resource policy of the account, which is limited
 * to 5,120 characters (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html).
 */
const accessLogName = (platform: string): string => `/aws/vendedlogs/${platform}/${Aws.REGION}/access`;

/**
 * Three logs rather than one per function, so that a question about requests needs only one of them. In each,
 * a stream's name begins with the day and the function.
 */
export class Logs extends Construct {
  /** A line for each request that reached a function, and that function's errors. */
  readonly requests: LogGroup;
  /** The same for followers and scheduled functions. */
  readonly events: LogGroup;
  /** A line of the gateway for each request. */
  readonly access: LogGroup | undefined;

  constructor(scope: Construct, id: string, platform: string, { logs }: Settings) {
    super(scope, id);
    const group = (name: string, logGroupName?: string) =>
      new LogGroup(this, name, {
        ...(logGroupName && { logGroupName }),
        retention: logs.retention_days,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    this.requests = group('Requests');
    this.events = group('Events');
    this.access = logs.access ? group('Access', accessLogName(platform)) : undefined;
    if (!this.access) return;
    for (const [metricName, filterPattern] of Object.entries(refused)) {
      new MetricFilter(this, metricName, {
        logGroup: this.access,
        filterPattern,
        // A dimension would add its value to every line, so each platform has its own namespace.
        metricNamespace: platform,
        metricName,
        metricValue: '1',
      });
    }
  }
}
