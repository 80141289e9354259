import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Bundle } from '#lib/bundles.ts';
import { root } from '#lib/bundles.ts';
import { memoryMb, timeoutSeconds } from '#lib/function-settings.ts';
import type { Resources } from './permissions.ts';
import { environmentOf, permissionsOf } from './permissions.ts';

export interface PlatformFunctionProps {
  readonly bundle: Bundle;
  readonly resources: Resources;
  readonly logGroup: LogGroup;
  readonly tracing: boolean;
  /** How many of it may run at once; absent: as many as the account lets. */
  readonly concurrency: number | undefined;
}

/** X-Ray knows no resources: there is nothing that these could be restricted to. */
const tracePermissions = new PolicyStatement({
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
});

/** One bundle as a function, with a role of its own. */
export class PlatformFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(
    scope: Construct,
    { bundle, resources, logGroup, tracing, concurrency }: PlatformFunctionProps,
  ) {
    super(scope, bundle.id);

    // Lambda's managed policy would let every function write to every log group.
    const logPermissions = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    // Within the role, and not in a policy beside it: a stack of one resource less for each function.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [
            logPermissions,
            ...(tracing ? [tracePermissions] : []),
            ...permissionsOf(bundle, resources),
          ],
        }),
      },
    });

    this.function = new LambdaFunction(this, 'Function', {
      description: bundle.entry,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(root, bundle.directory)),
      handler: 'index.handler',
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds(bundle.id)),
      environment: environmentOf(bundle, resources),
      loggingFormat: LoggingFormat.JSON,
      recursiveLoop: RecursiveLoop.TERMINATE,
      logGroup,
      role,
      ...(concurrency !== undefined && { reservedConcurrentExecutions: concurrency }),
    });
    // The library's own option would write the permission into a policy beside the role.
    const resource = this.function.node.defaultChild as CfnFunction;
    resource.tracingConfig = { mode: tracing ? 'Active' : 'PassThrough' };
  }
}
