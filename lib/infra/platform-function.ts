import { join } from 'node:path';
import { AssetHashType, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, IFunction, IVersion } from 'aws-cdk-lib/aws-lambda';
import {
  Alias,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Bundle } from '#lib/build/bundles.ts';
import { root } from '#lib/build/bundles.ts';
import {
  answersRequests,
  callSocketFunction,
  memoryMb,
  scheduleMinutes,
  timeoutSeconds,
  toolFunction as toolFunctionId,
} from '#lib/build/function-settings.ts';
import { acknowledge, acknowledgeProfile } from './acknowledged.ts';
import type { Data } from './data-stack.ts';
import { EarsRole } from './ears-role.ts';
import type { Resources } from './permissions.ts';
import { environmentOf, opensStreams, permissionsOf } from './permissions.ts';
import type { Settings } from './settings.ts';
import { concurrencyOf } from './settings.ts';

/** Options that the functions of a stack share. */
export interface FunctionOptions extends Omit<Resources, keyof Data> {
  readonly logGroup: LogGroup;
  readonly tracing: boolean;
  /** The concurrency limit of each function; absent: the account's limit. */
  readonly caps: Pick<Settings['caps'], 'function_concurrency' | 'waiting_concurrency'>;
  /** Whether versions are kept, one of which is live. */
  readonly versioned: boolean;
}

export interface PlatformFunctionProps extends FunctionOptions {
  readonly bundle: Bundle;
  readonly data: Data;
  /** Absent: AWS makes one up. */
  readonly functionName?: string;
}

const kindOf = (id: string) => {
  if (answersRequests(id)) return 'answers';
  if (id in scheduleMinutes) return 'clock';
  if (id === toolFunctionId) return 'invoked';
  if (id === callSocketFunction) return 'sockets';
  return id.startsWith('tasks.') ? 'tasks' : 'follows';
};

/** X-Ray's actions support no resources, so these statements cannot be restricted. */
const tracePermissions = new PolicyStatement({
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
});

/** docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maxEnvironment = 4096;
/** As long as names and addresses are that AWS makes up. */
const unknownText = 'x'.repeat(100);

/** Throws a sentence if Lambda would refuse the environment of a function. */
const checkEnvironment = (id: string, environment: Readonly<Record<string, string>>): void => {
  const text = Object.entries(environment).flat().join('');
  const size = Buffer.byteLength(text.replaceAll(/\$\{Token\[[^\]]+\]\}/g, unknownText));
  if (size <= maxEnvironment) return;
  throw new Error(
    `The environment of ${id} would have about ${size} bytes, and Lambda allows ${maxEnvironment}: name fewer models or \
prices in model, or fewer cors_origins.`,
  );
};

/** One bundle as a Lambda function with its own role. */
export class PlatformFunction extends Construct {
  readonly function: LambdaFunction;
  /** The version that receives calls, if there are versions. A deployment shifts it. */
  readonly live: Alias | undefined;

  constructor(
    scope: Construct,
    { bundle, data, functionName, logGroup, tracing, caps, versioned, ...others }: PlatformFunctionProps,
  ) {
    super(scope, bundle.id);
    const { table, bucket, auditBucket, secretsKey, signingKey } = data;
    const resources = { ...others, table, bucket, auditBucket, secretsKey, signingKey };

    // Lambda's managed policy would let every function write to every log group.
    const logPermissions = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const permissions = permissionsOf(bundle, resources);
    const concurrency = concurrencyOf(caps, bundle.id);
    // Inline in the role rather than in a separate policy, which would be one more resource for each
    // function.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Own: new PolicyDocument({
          statements: [logPermissions, ...(tracing ? [tracePermissions] : []), ...permissions],
        }),
      },
    });

    if (tracing) acknowledge(role, 'AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions');
    if (permissions.some(({ actions }) => actions.some((action) => action.startsWith('s3:')))) {
      acknowledge(
        role,
        'AwsSolutions-IAM5[Resource::<BucketArn>/recordings/*]',
        'AwsSolutions-IAM5[Resource::<BucketArn>/provider-events/*]',
        'AwsSolutions-IAM5[Resource::<BucketArn>/exports/*]',
        'AwsSolutions-IAM5[Resource::<BucketArn>/speech/*]',
        'AwsSolutions-IAM5[Resource::<AuditBucketArn>/audit/*]',
      );
    }
    if (permissions.some(({ actions }) => actions.includes('polly:SynthesizeSpeech'))) {
      acknowledge(role, 'AwsSolutions-IAM5[Resource::*]:polly', 'Serverless-LambdaStarPermissions:polly');
    }

    if (permissions.some(({ actions }) => actions.includes('execute-api:ManageConnections'))) {
      acknowledge(
        role,
        'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<CallApiId>/calls/*/@connections/*]',
      );
    }

    for (const resource of permissions.flatMap(({ resources }) => resources)) {
      const [, model] = /:bedrock:\*::foundation-model\/(.+)$/.exec(resource) ?? [];
      if (model) acknowledgeProfile(role, model);
    }

    const ears = opensStreams(bundle, resources) ? new EarsRole(this, 'Ears', role) : undefined;
    const environment = {
      ...environmentOf(bundle, resources),
      ...(ears && { EARS_ROLE: ears.role.roleArn }),
    };
    checkEnvironment(bundle.id, environment);
    this.function = new LambdaFunction(this, 'Function', {
      description: bundle.entry,
      ...(functionName && { functionName }),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // The build knows the hash: the library would read the whole directory again for each synthesis.
      code: Code.fromAsset(join(root, bundle.directory), {
        assetHash: bundle.sha256,
        assetHashType: AssetHashType.CUSTOM,
      }),
      handler: 'index.handler',
      memorySize: memoryMb(bundle.id),
      timeout: Duration.seconds(timeoutSeconds(bundle.id)),
      environment,
      loggingFormat: LoggingFormat.JSON,
      recursiveLoop: RecursiveLoop.TERMINATE,
      logGroup,
      role,
      ...(concurrency !== undefined && { reservedConcurrentExecutions: concurrency }),
    });
    // The library's option would write the permission into a separate policy.
    const resource = this.function.node.defaultChild as CfnFunction;
    resource.tracingConfig = { mode: tracing ? 'Active' : 'PassThrough' };
    if (!tracing) acknowledge(this.function, 'Serverless-LambdaTracing');
    this.live = versioned ? this.#live() : undefined;
    acknowledge(this.function, `Serverless-LambdaDLQ:${kindOf(bundle.id)}`);
  }

  /** The version that receives requests. */
  get called(): IFunction {
    // The library's types disagree about which fields may be undefined.
    return (this.live ?? this.function) as IFunction;
  }

  #live(): Alias {
    // The library's types disagree about which fields may be undefined.
    const version = this.function.currentVersion as IVersion;
    return new Alias(this, 'Live', { aliasName: 'live', version });
  }
}
