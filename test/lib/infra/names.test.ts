import { Stack } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import type { Stacks } from '#lib/infra/stack.ts';
import { allSettings, fewFunctions, stacksOf, templatesOf } from '../../support/stack.ts';

const regions = ['eu-central-1', 'eu-west-1'];
/** Both regions have their copies in the same one. */
const replication = { region: 'eu-north-1' };
/** The longest name that a stage can have. */
const stages = [undefined, 'a-stage-of-20-letters'.slice(0, 20)];

/** Services whose names are those of the account, or of everybody, in all regions together. */
const everywhere = /^AWS::(CloudFront|IAM|S3|Route53|Budgets)::/;

/** Names within another resource, names of other resources, and labels that need not be unique. */
const within = new Set([
  'AWS::ApiGatewayV2::Api Name',
  'AWS::ApiGatewayV2::Stage StageName',
  'AWS::ApiGateway::Stage StageName',
  'AWS::CloudWatch::Alarm MetricName',
  'AWS::IAM::Policy PolicyName',
  'AWS::CodeDeploy::DeploymentGroup DeploymentConfigName',
  'AWS::Lambda::Alias Name',
]);

interface Named {
  readonly place: string;
  readonly type: string;
  readonly name: string;
}

/**
 * The literal text of a value. Undefined where AWS makes it up, or where it is the name of another resource.
 */
const literal = (value: unknown, region: string): string | undefined => {
  const text = JSON.stringify(value).replaceAll('{"Ref":"AWS::Region"}', JSON.stringify(region));
  return /"(Ref|Fn::GetAtt)"/.test(text) ? undefined : text;
};

const stacksIn = (
  region: string,
  stage: string | undefined,
  functions: Partial<typeof fewFunctions>,
): Stacks => {
  const { domain: _api, console: _domain, data, ...settings } = allSettings;
  const { restored_table: _table, stream_arn: _stream, ...kept } = data;
  const context = {
    settings: { ...settings, region, data: { ...kept, own_key: false, replication } },
    stages: stage ? { [stage]: {} } : {},
    stage,
  };
  return stacksOf(context, functions);
};

/** The stacks that are not nested in another one, as CloudFormation tells them apart. */
const placesOf = ({ data: { node } }: Stacks): string[] =>
  node.root.node.children
    .filter((construct) => Stack.isStack(construct))
    .map(({ stackName, account, region }) => `${account} ${region} ${stackName}`);

/**
 * The names that a template gives to resources: a property like `Name` or `LogGroupName`, or one of a
 * `…Config`.
 */
const namesOf = (stacks: Stacks, region: string): Named[] =>
  [...templatesOf(stacks)].flatMap(([path, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const inner = Object.entries(Properties).filter(([property]) => property.endsWith('Config'));
      return [
        ...Object.entries(Properties),
        ...inner.flatMap(([, config]) => Object.entries(config as object)),
      ]
        .filter(
          ([property]) => /^(([A-Z]\w*)?Name|Domain)$/.test(property) && !within.has(`${Type} ${property}`),
        )
        .flatMap(([, value]) => {
          const name = literal(value, region);
          return name ? [{ place: `${path} ${id}`, type: Type, name: `${Type} ${name}` }] : [];
        });
    }),
  );

const named = regions.flatMap((region) =>
  stages.map((stage) => {
    const stacks = stacksIn(region, stage, fewFunctions);
    return { region, stage, places: placesOf(stacks), names: namesOf(stacks, region) };
  }),
);

const repeated = (names: readonly Named[]): string[] =>
  names
    .filter(({ name }, at) => names.findIndex((other) => other.name === name) !== at)
    .map(({ place, name }) => `${place}: ${name}`);

test('no route gives a literal name to a resource, so that a few routes have all names', () => {
  const [region = ''] = regions;
  const [, stage] = stages;
  const few = named.find((each) => each.region === region && each.stage === stage);
  expect(namesOf(stacksIn(region, stage, {}), region)).toEqual(few?.names);
});

test('CloudFront’s names, the access log’s and those that are derived are among the literal names', () => {
  const types = new Set(named.flatMap(({ names }) => names.map(({ type }) => type)));
  expect([...types]).toEqual(
    expect.arrayContaining([
      'AWS::CloudFront::ResponseHeadersPolicy',
      'AWS::CloudFront::OriginAccessControl',
      'AWS::CloudFront::Function',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::Cognito::UserPoolDomain',
    ]),
  );
});

test('two stages in one region have no literal name in common', () => {
  for (const region of regions) {
    expect(repeated(named.filter((each) => each.region === region).flatMap(({ names }) => names))).toEqual(
      [],
    );
  }
});

test('no two stages or regions have a stack in common', () => {
  const places = named.flatMap((each) => each.places);
  expect(places).toContain('123456789012 us-east-1 VoiceAgentPlatform-eu-west-1-check');
  expect(places).toContain('123456789012 eu-north-1 VoiceAgentPlatform-eu-west-1-replica');
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

test('two regions of one account have no literal name in common that is one of all regions', () => {
  const all = named.flatMap(({ names }) => names);
  expect(repeated(all.filter(({ type }) => everywhere.test(type)))).toEqual([]);
});

/** docs.aws.amazon.com/cloudfront/latest/APIReference/API_OriginAccessControlConfig.html */
test('no name is longer than CloudFront allows', () => {
  for (const { type, name } of named.flatMap(({ names }) => names)) {
    if (!type.startsWith('AWS::CloudFront::')) continue;
    expect(name.replace(/^.* "|"$/g, '').length, name).toBeLessThanOrEqual(64);
  }
});
