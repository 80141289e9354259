import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

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

  constructor(scope: Construct, id: string, { logs }: Settings) {
    super(scope, id);
    const group = (name: string) =>
      new LogGroup(this, name, { retention: logs.retention_days, removalPolicy: RemovalPolicy.DESTROY });
    this.requests = group('Requests');
    this.events = group('Events');
    this.access = logs.access ? group('Access') : undefined;
  }
}
