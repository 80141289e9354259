import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';
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
  /** Those without versions are left alone. */
  readonly functions: readonly PlatformFunction[];
  /** Each of them brings the last version back. */
  readonly alarms: readonly Alarm[];
}

/** Lets new versions of what answers requests take over little by little. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { pace, functions, alarms }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    acknowledge(
      role,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    );
    for (const { node, live } of functions) {
      if (!live) continue;
      new LambdaDeploymentGroup(this, node.id, {
        application,
        role,
        alias: live,
        alarms: [...alarms],
        deploymentConfig: configs[pace],
      });
    }
  }
}
