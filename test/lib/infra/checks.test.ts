import { Validations } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { ArtifactMetadataEntryType } from 'aws-cdk-lib/cloud-assembly-schema';
import { expect, test } from 'vitest';
import { allSettings, findingsIn, resourcesOf, stacksOf, templateOf } from '../../support/stack.ts';

test.for<[which: string, settings: object]>([
  ['a first deployment', {}],
  ['every setting on', allSettings],
  [
    'what can be left out left out',
    { logs: { access: false, tracing: false }, data: { recordings_tiering_days: null } },
  ],
  [
    'a restored table, a certificate that was there and a model elsewhere',
    {
      region: 'eu-central-1',
      data: { restored_table: 'VoiceAgentPlatform-data-StorageTable-restored' },
      domain: {
        name: 'api.example.com',
        certificate_arn:
          'arn:aws:acm:eu-central-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666',
      },
      model: { provider: 'openai_compatible', base_url: 'https://models.example.com/v1', models: ['one'] },
    },
  ],
])('the checks find nothing in %s, and nothing warns', ([, settings]) => {
  const stacks = stacksOf({ settings });
  expect(findingsIn(stacks)).toEqual([]);
  const metadata = stacks.platform.node.root.node.findAll().flatMap(({ node }) => node.metadata);
  expect(metadata.filter(({ type }) => type === ArtifactMetadataEntryType.WARN)).toEqual([]);
});

test('findings are acknowledged one by one, and never for the whole stack', () => {
  const { ACKNOWLEDGED_RULES_METADATA_KEY: acknowledged } = Validations;
  const { platform } = stacksOf();
  const places = platform.node.root.node
    .findAll()
    .filter(({ node }) => node.metadata.some(({ type }) => type === acknowledged));
  expect(places.length).toBeGreaterThan(50);
  // A distribution contains its origins.
  expect(places.filter(({ node }) => node.children.length > 4).map(({ node }) => node.path)).toEqual([]);
});

test('a finding without an acknowledgment fails the checks', () => {
  const stacks = stacksOf();
  new Queue(stacks.platform, 'Open');
  expect(findingsIn(stacks)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^AwsSolutions-SQS4 .*Open/)]),
  );
});

test('traffic shifts gradually to new versions, and an alarm rolls back', () => {
  templateOf().resourceCountIs('AWS::Lambda::Alias', 0);
  const template = templateOf(allSettings);
  const resources = resourcesOf(template);
  const routes = Object.values(resources).filter(
    ({ Type, Properties }) =>
      Type === 'AWS::ApiGatewayV2::Integration' ||
      (Type === 'AWS::ApiGateway::Method' && Properties.HttpMethod !== 'OPTIONS'),
  );
  template.resourceCountIs('AWS::Lambda::Alias', routes.length);
  template.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
    },
    AlarmConfiguration: {
      Enabled: true,
      Alarms: [
        { Name: { Ref: Match.stringLikeRegexp('^CanaryErrors') } },
        { Name: { Ref: Match.stringLikeRegexp('^CanarySlow') } },
      ],
    },
  });
  // The shortest pace is over after five minutes: what is to bring the last version back must have spoken by
  // then.
  const alarms = Object.entries(resources).filter(([id]) => /^Canary(Errors|Slow)/.test(id));
  expect(alarms.length).toBe(2);
  for (const [, { Properties }] of alarms) {
    const {
      EvaluationPeriods,
      Period = 60,
      Metrics = [],
    } = Properties as {
      EvaluationPeriods: number;
      Period?: number;
      Metrics?: { MetricStat?: { Period: number } }[];
    };
    const periods = [Period, ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? [])];
    expect(Math.max(...periods) * EvaluationPeriods).toBeLessThan(5 * 60);
  }
  const watched = JSON.stringify(alarms);
  // In a minute in which only calls talk, requests have no data.
  expect(watched).toContain('"FILL(failures, 0) + FILL(frames, 0)"');
  // A new version of the function that speaks in calls has no requests.
  for (const metric of ['own_failed', '5xx', 'frames_failed', 'Errors']) {
    expect(watched).toContain(`"MetricName":"${metric}"`);
  }
  for (const { Properties } of routes) {
    expect(JSON.stringify(Properties.IntegrationUri ?? Properties.Integration)).toContain('Live');
  }
});
