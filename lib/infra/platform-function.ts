import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Bundle } from '#lib/bundles.ts';
import { root } from '#lib/bundles.ts';
import { memoryMb, timeoutSeconds } from '#lib/function-settings.ts';
import type { Resources } from './permissions.ts';
import { environmentOf, permissionsOf } from './permissions.ts';

/** One bundle as a function, with a role and a log group of its own. */
export class PlatformFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, bundle: Bundle, resources: Resources) {
    super(scope, bundle.id);

    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Lambda's managed policy would let every function write to every log group.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const statement of permissionsOf(bundle, resources)) role.addToPolicy(statement);

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
      logGroup,
      role,
    });
  }
}
