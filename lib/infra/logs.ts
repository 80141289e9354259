import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** What only the gateway's log counts: requests that reached no function. Its lines have all values as text. */
const refused = {
  /** Too many at once for the throttle of the stage or of the route. */
  requests_throttled: FilterPattern.all(
    FilterPattern.stringValue('$.status', '=', '429'),
    FilterPattern.stringValue('$.lambda_status', '=', '-'),
  ),
  /** Lambda had no room for the function. */
  requests_unserved: FilterPattern.stringValue('$.lambda_status', '=', '429'),
} as const;
export type RefusedMetric = keyof typeof refused;

/**
 * API Gateway adds every group with another beginning to a resource policy of the account, which ends at 5,120 characters
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html).
 */
const accessLogName = (platform: string): string => `/aws/vendedlogs/${platform}/${Aws.REGION}/access`;

/**
 * Three logs, and not one for each function: a question about requests is asked of one of them. In each, a stream's name
 * begins with the day and the function.
 */
export class Logs extends Construct {
  /** A line for each request that reached a function, and whatever went wrong there. */
  readonly requests: LogGroup;
  /** The same of what follows events and the clock. */
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
        // Values of a dimension would have to stand in each line: so each platform has a namespace.
        metricNamespace: platform,
        metricName,
        metricValue: '1',
      });
    }
  }
}
