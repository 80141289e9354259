import type { App } from 'aws-cdk-lib';
import { Aws, CfnOutput, CrossStackReferences, Duration, ReferenceStrength, Stack, Tags } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { CfnHealthCheck } from 'aws-cdk-lib/aws-route53';
import { AlarmTopic } from './alarm-topic.ts';
import { daysToExpiry, leastDays } from './measured.ts';
import type { Stage } from './settings.ts';
import { checkStackName } from './settings.ts';

/**
 * Route 53 publishes metrics of health checks only in this region
 * (docs.aws.amazon.com/Route53/latest/DeveloperGuide/monitoring-cloudwatch.html).
 */
const region = 'us-east-1';

/** The region in which CloudFront requires its certificates. */
export const consoleRegion = region;

/** The minimum that Route 53 accepts: each location sends a request every 30 seconds. */
const checkers = ['us-east-1', 'eu-west-1', 'ap-southeast-1'];

export interface CheckStackProps extends Stage {
  readonly apiId: string;
}

/** Requests `GET /v1/health` from outside, to notice when requests do not arrive. */
export class CheckStack extends Stack {
  constructor(scope: App, { apiId, ...stage }: CheckStackProps) {
    const { stackName, settings } = stage;
    const { account, domain, alarms } = settings;
    super(scope, checkStackName(stage), {
      description: 'Asks the voice agent platform from outside whether it is there',
      env: { ...(account && { account }), region },
    });
    Tags.of(this).add('platform', stackName);
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);

    const check = new CfnHealthCheck(this, 'Health', {
      healthCheckConfig: {
        type: 'HTTPS',
        fullyQualifiedDomainName: domain?.name ?? `${apiId}.execute-api.${settings.region}.${Aws.URL_SUFFIX}`,
        port: 443,
        resourcePath: '/v1/health',
        requestInterval: 30,
        failureThreshold: 3,
        regions: checkers,
      },
    });
    const { topic } = new AlarmTopic(this, 'Topic', alarms.email);
    const alarm = new Alarm(this, 'NotReached', {
      alarmDescription:
        'GET /v1/health is not answered from outside. docs/operations.md#notreached says what to do.',
      metric: new Metric({
        namespace: 'AWS/Route53',
        metricName: 'HealthCheckStatus',
        dimensionsMap: { HealthCheckId: check.attrHealthCheckId },
        statistic: 'Minimum',
        period: Duration.minutes(1),
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: 3,
      // Missing results of the check count as failures.
      treatMissingData: TreatMissingData.BREACHING,
    });
    const { domain: name } = settings.console;
    const action = new SnsAction(topic);
    for (const each of [alarm, ...(name ? [this.#certificate(name.certificate_arn)] : [])]) {
      each.addAlarmAction(action);
      each.addOkAction(action);
    }
    new CfnOutput(this, 'CheckTopic', { value: topic.topicArn });
  }

  #certificate(arn: string): Alarm {
    return new Alarm(this, 'CertificateExpires', {
      alarmDescription: `The certificate of the console expires within ${leastDays} days, and was not renewed. docs/operations.md#certificateexpires says what to do.`,
      metric: daysToExpiry(arn),
      threshold: leastDays,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
