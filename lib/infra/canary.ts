import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';
import type { Measures } from './measured.ts';
import type { PlatformFunction } from './platform-function.ts';
import type { Settings } from './settings.ts';

type Pace = NonNullable<Settings['canary']>;

const configs: Readonly<Record<Pace, ILambdaDeploymentConfig>> = {
  ten_percent_for_5_minutes: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  ten_percent_for_15_minutes: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
  ten_percent_more_each_minute: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
};

export interface CanaryProps {
  readonly pace: Pace;
  readonly measures: Measures;
  /** The limit for the 99th percentile of answer times, in milliseconds. */
  readonly slowMs: number;
}

const period = Duration.minutes(1);

const sensitive = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

/** Shifts traffic gradually to new versions of functions that answer requests. */
export class Canary extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #alarms: Alarm[];
  readonly #config: ILambdaDeploymentConfig;

  constructor(scope: Construct, id: string, { pace, measures, slowMs }: CanaryProps) {
    super(scope, id);
    // These fire within three minutes. The operator's alarms take up to a quarter of an hour, when the shift
    // is complete.
    this.#alarms = [
      new Alarm(this, 'Errors', {
        ...sensitive,
        alarmDescription:
          'During the rollout of a new version, three requests or messages of sockets in a minute failed.',
        metric: new MathExpression({
          expression: 'FILL(failures, 0) + FILL(frames, 0)',
          usingMetrics: { failures: measures.ownFailures, frames: measures.failedFrames },
          period,
        }),
        threshold: 3,
        evaluationPeriods: 1,
      }),
      new Alarm(this, 'Slow', {
        ...sensitive,
        alarmDescription: `During the rollout of a new version, one answer in a hundred took ${slowMs} ms or more.`,
        metric: measures.duration('p99').with({ period }),
        threshold: slowMs,
        datapointsToAlarm: 2,
        evaluationPeriods: 3,
      }),
    ];
    this.#config = configs[pace];
    this.#application = new LambdaApplication(this, 'Application');
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    acknowledge(
      this.#role,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    );
  }

  /** Shifts a function's traffic to its new version gradually. */
  add(made: PlatformFunction): void {
    if (!made.live) throw new Error(`${made.node.id} has no versions`);
    new LambdaDeploymentGroup(made, 'Deployment', {
      application: this.#application,
      role: this.#role,
      alias: made.live,
      alarms: this.#alarms,
      deploymentConfig: this.#config,
    });
  }
}
