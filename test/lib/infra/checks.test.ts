import { Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, test } from 'vitest';
import { checks } from '#lib/infra/checks.ts';
import type { PlatformStack } from '#lib/infra/stack.ts';
import { resourcesOf, stackOf, templateOf } from '../../support/stack.ts';

const decided = {
  region: 'eu-central-1',
  domain: { name: 'api.example.com', hosted_zone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' } },
  alarms: { email: 'ops@example.com' },
  data: { own_key: true, recordings_access_logs: true },
  canary: 'ten_percent_for_5_minutes',
};

/** What the checks find in a stack, but for what is acknowledged there. */
const findingsIn = (stack: PlatformStack): string[] =>
  checks().flatMap((pack) =>
    pack
      .validateScope(stack.node.root)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
  );

test.for<[which: string, settings: object]>([
  ['a first deployment', {}],
  ['everything there is to decide', decided],
  [
    'what can be left out left out',
    { logs: { access: false, tracing: false }, data: { recordings_tiering_days: null } },
  ],
])('the checks find nothing in %s', ([, settings]) => {
  expect(findingsIn(stackOf({ settings }))).toEqual([]);
});

test('what is found is acknowledged one by one, and never for the whole stack', () => {
  const { ACKNOWLEDGED_RULES_METADATA_KEY: acknowledged } = Validations;
  const stack = stackOf();
  const places = stack.node.root.node
    .findAll()
    .filter(({ node }) => node.metadata.some(({ type }) => type === acknowledged));
  expect(places.length).toBeGreaterThan(50);
  expect(places.filter(({ node }) => node.children.length > 3).map(({ node }) => node.path)).toEqual([]);
});

test('a finding that nobody has acknowledged fails the checks', () => {
  const stack = stackOf();
  new Queue(stack, 'Open');
  expect(findingsIn(stack)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^AwsSolutions-SQS4 .*Open/)]),
  );
});

test('new versions take over little by little, and an alarm brings the last one back', () => {
  templateOf().resourceCountIs('AWS::Lambda::Alias', 0);
  const template = templateOf(decided);
  const resources = resourcesOf(template);
  const routes = Object.values(resources).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Integration');
  template.resourceCountIs('AWS::Lambda::Alias', routes.length);
  template.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
    },
    AlarmConfiguration: {
      Enabled: true,
      Alarms: ['AlarmsServerErrorsD0E4A1EF', 'AlarmsSlowAnswers6D1DCDDC'].map((Ref) => ({ Name: { Ref } })),
    },
  });
  for (const { Properties } of routes) expect(JSON.stringify(Properties.IntegrationUri)).toContain('Live');
  expect(Object.keys(resources).length).toBeLessThan(450);
});
