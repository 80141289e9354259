import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { root } from '#lib/bundles.ts';
import { answersRequests } from '#lib/function-settings.ts';
import { bundles, resourcesOf, stackOf, templateOf } from '../../support/stack.ts';

const certificate_arn =
  'arn:aws:acm:eu-central-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666';
const hosted_zone = { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' };

const table = (name: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/${name}`;

/** As a first deployment has it. */
const standard = templateOf();
/** With all that can be decided decided otherwise. */
const decided = templateOf({
  region: 'eu-central-1',
  cors_origins: ['https://app.example.com'],
  domain: { name: 'api.example.com', hosted_zone },
  throttle: { requests_per_second: 50 },
  logs: { retention_days: 7, access: false },
  data: { recovery_days: 7, own_key: true, recordings_tiering_days: null, recordings_access_logs: true },
  caps: { function_concurrency: 5, table_read_units: 900, table_write_units: 400 },
});

test.for<[settings: object, sentence: RegExp]>([
  [{ cors_origin: [] }, /Unrecognized key: "cors_origin"/],
  [{ cors_origins: ['app.example.com/'] }, /must be \* or an origin such as[\s\S]*cors_origins\[0\]/],
  [{ region: 'Frankfurt' }, /must be a region such as eu-central-1[\s\S]*region/],
  [{ account: 12 }, /account/],
  [{ domain: { name: 'https://api.example.com', hosted_zone } }, /must be a host name[\s\S]*domain\.name/],
  [{ domain: { name: 'api.example.com' } }, /needs a hosted_zone, or the certificate_arn/],
  [{ domain: { name: 'api.example.org', hosted_zone } }, /has a name that is not in its hosted_zone/],
  [{ alarms: { email: 'ops' } }, /must be an address such as ops@example.com[\s\S]*alarms\.email/],
  [{ logs: { retention_days: 31 } }, /must be one of 1, 3, 5, 7, 14, 30,[\s\S]*logs\.retention_days/],
  [{ data: { recovery_days: 36 } }, /<=35[\s\S]*data\.recovery_days/],
  [
    { region: 'eu-west-1', domain: { name: 'api.example.com', certificate_arn } },
    /of another region or account than the stack[\s\S]*domain\.certificate_arn/,
  ],
  [
    { data: { restored_table: { arn: table('A'), stream_arn: `${table('B')}/stream/2026` } } },
    /must be of the table itself[\s\S]*data\.restored_table\.stream_arn/,
  ],
  [
    {
      region: 'eu-west-1',
      data: { restored_table: { arn: table('A'), stream_arn: `${table('A')}/stream/2026` } },
    },
    /of another region or account than the stack[\s\S]*data\.restored_table\.arn/,
  ],
  [
    {
      account: '210987654321',
      data: { restored_table: { arn: table('A'), stream_arn: `${table('A')}/stream/2026` } },
    },
    /of another region or account than the stack[\s\S]*data\.restored_table\.arn/,
  ],
  [
    {
      model: {
        provider: 'bedrock',
        region: 'eu-central-1',
        models: ['arn:aws:bedrock:eu-central-1::foundation-model/amazon.nova-lite-v1:0'],
      },
    },
    /must be ids of models[\s\S]*model\.models/,
  ],
  [
    { model: { provider: 'openai_compatible', base_url: 'http://models.example.com/v1', models: ['one'] } },
    /must begin with https[\s\S]*model\.base_url/,
  ],
  [{ data: { own_key: true } }, /needs the region to be told[\s\S]*data\.own_key/],
  [{ caps: { table_write_units: 0 } }, />=1[\s\S]*caps\.table_write_units/],
  [{ canary: 'slowly' }, /ten_percent_for_5_minutes/],
])('%j fails with a sentence', ([settings, sentence]) => {
  expect(() => stackOf({ settings })).toThrow(sentence);
});

test('what stands in cdk.json can be used', () => {
  expect(stackOf().stackName).toBe('VoiceAgentPlatform');
});

test('each stage is a stack of its own, and takes what it does not decide from the common settings', () => {
  const context = {
    settings: { region: 'eu-central-1', cors_origins: ['https://app.example.com'] },
    stages: { test: { cors_origins: ['*'] }, live: {} },
  };
  const [common, tested, live] = [undefined, 'test', 'live'].map((stage) => stackOf({ ...context, stage }));
  expect([common, tested, live].map((stack) => [stack?.stackName, stack?.region])).toEqual([
    ['VoiceAgentPlatform', 'eu-central-1'],
    ['VoiceAgentPlatform-test', 'eu-central-1'],
    ['VoiceAgentPlatform-live', 'eu-central-1'],
  ]);
});

test('a stage never takes the domain or the restored table of the first stack', () => {
  const arn = table('Restored');
  const context = {
    settings: {
      region: 'eu-central-1',
      domain: { name: 'api.example.com', hosted_zone },
      data: { recovery_days: 7, restored_table: { arn, stream_arn: `${arn}/stream/2026` } },
    },
    stages: { test: {}, other: { domain: { name: 'other.example.com', hosted_zone } } },
  };
  const [common, tested, other] = [undefined, 'test', 'other'].map((stage) =>
    Template.fromStack(stackOf({ ...context, stage })),
  );
  expect(JSON.stringify(common?.toJSON())).toContain('api.example.com');
  expect(JSON.stringify(common?.toJSON())).toContain('table/Restored');
  for (const stage of [tested, other]) {
    expect(JSON.stringify(stage?.toJSON())).not.toContain('api.example.com');
    expect(JSON.stringify(stage?.toJSON())).not.toContain('Restored');
    stage?.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [
        Match.objectLike({
          PointInTimeRecoverySpecification: Match.objectLike({ RecoveryPeriodInDays: 7 }),
        }),
      ],
    });
  }
  other?.hasResourceProperties('AWS::ApiGatewayV2::DomainName', { DomainName: 'other.example.com' });
});

test('the cap of concurrency is of what answers requests, and the documents say how much of it fits', () => {
  const answering = bundles.filter(({ id }) => answersRequests(id));
  const capped = decided.findResources('AWS::Lambda::Function', {
    Properties: { ReservedConcurrentExecutions: 5 },
  });
  const entries = Object.values(capped).map(({ Properties }) => Properties.Description);
  expect(entries.sort()).toEqual(answering.map(({ entry }) => entry).sort());
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll('\n', ' ');
  expect(text).toContain(`each of ${answering.length} functions`);
  expect(text).toContain(`${Math.floor((1000 - 100) / answering.length)} is the most`);
});

test('what is misspelt beside the settings is refused', () => {
  expect(() => stackOf({ setings: {} })).toThrow(
    'Nothing in cdk.json is called "setings": it has settings and stages.',
  );
});

test('what the CDK’s own commands keep there is none of ours', () => {
  expect(() => stackOf({ 'acknowledged-issue-numbers': [34892], 'cli-telemetry': false })).not.toThrow();
});

test('a stage that nobody has described is not deployed by a slip', () => {
  expect(() => stackOf({ stages: { test: {} }, stage: 'tset' })).toThrow(
    'There is no stage "tset" under stages in cdk.json: there is test.',
  );
  expect(() => stackOf({ stages: { Test: {} }, stage: 'Test' })).toThrow(
    /must have names of lower case letters/,
  );
  expect(() => stackOf({ stages: { test: { canary: 1 } }, stage: 'test' })).toThrow(/settings of stage test/);
});

/** Properties by which CloudFormation would give a resource a name that another stack could have. */
const names =
  /^(TableName|BucketName|FunctionName|RoleName|QueueName|TopicName|LogGroupName|AlarmName|RuleName)$/;

test('nothing has a name of its own that a second stage would collide with', () => {
  const named = Object.values(resourcesOf(standard))
    // A subscription, a metric and the like name another resource.
    .filter(({ Type }) => /::(GlobalTable|Bucket|Function|Role|Queue|Topic|LogGroup|Alarm|Rule)$/.test(Type))
    .flatMap(({ Properties = {} }) => Object.keys(Properties))
    .filter((property) => names.test(property));
  expect(named).toEqual([]);
});

test('pages of other origins are let in where the operator says so, and nowhere else', () => {
  standard.hasResourceProperties('AWS::ApiGatewayV2::Api', { CorsConfiguration: Match.absent() });
  decided.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: Match.objectLike({
      AllowOrigins: ['https://app.example.com'],
      AllowCredentials: Match.absent(),
    }),
  });
});

test('the gateway bounds what is let through, and writes a line for each request', () => {
  standard.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    StageName: '$default',
    DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    AccessLogSettings: { Format: Match.stringLikeRegexp('awsEndpointRequestId.*context.routeKey') },
  });
  decided.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 1000 },
    AccessLogSettings: Match.absent(),
  });
});

test('logs are kept as long as the operator says', () => {
  standard.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
  decided.allResourcesProperties('AWS::Logs::LogGroup', {
    RetentionInDays: 7,
  });
});

test('a name in a hosted zone brings its certificate and its record', () => {
  decided.hasResourceProperties('AWS::CertificateManager::Certificate', {
    DomainName: 'api.example.com',
    ValidationMethod: 'DNS',
  });
  decided.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'api.example.com.', Type: 'A' });
  decided.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
    DomainName: 'api.example.com',
    DomainNameConfigurations: [Match.objectLike({ SecurityPolicy: 'TLS_1_2' })],
  });
  decided.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 1);
});

test('a name elsewhere takes the certificate that is there, and tells where its record must point', () => {
  const template = templateOf({ domain: { name: 'api.example.com', certificate_arn } });
  template.resourceCountIs('AWS::CertificateManager::Certificate', 0);
  template.resourceCountIs('AWS::Route53::RecordSet', 0);
  template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
    DomainNameConfigurations: [Match.objectLike({ CertificateArn: certificate_arn })],
  });
  template.hasOutput('DomainTarget', {});
});

test('a key of the operator’s own encrypts table and bucket, and is used through them alone', () => {
  standard.resourceCountIs('AWS::KMS::Key', 0);
  decided.hasResource('AWS::KMS::Key', {
    DeletionPolicy: 'Retain',
    Properties: {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { AWS: '*' },
            Condition: { StringEquals: Match.objectLike({ 'kms:ViaService': Match.anyValue() }) },
          }),
        ]),
      },
    },
  });
  decided.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
  });
  decided.hasResourceProperties('AWS::S3::Bucket', {
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: Match.objectLike({ SSEAlgorithm: 'aws:kms' }),
        },
      ],
    },
  });
});

test('recordings move to cheaper storage, and unfinished uploads go', () => {
  standard.hasResourceProperties('AWS::S3::Bucket', {
    LifecycleConfiguration: {
      Rules: [
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        { Transitions: [{ StorageClass: 'INTELLIGENT_TIERING', TransitionInDays: 30 }], Status: 'Enabled' },
      ],
    },
  });
  expect(JSON.stringify(decided.findResources('AWS::S3::Bucket'))).not.toContain('INTELLIGENT_TIERING');
});

test('who asked for recordings is written down in a bucket of its own, where that is wanted', () => {
  standard.resourceCountIs('AWS::S3::Bucket', 1);
  decided.resourceCountIs('AWS::S3::Bucket', 2);
  decided.hasResourceProperties('AWS::S3::Bucket', {
    LoggingConfiguration: { DestinationBucketName: Match.anyValue() },
  });
  decided.hasResourceProperties('AWS::S3::Bucket', {
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 7, Status: 'Enabled' }] },
  });
});

test('the past of the table is kept as long as the operator says', () => {
  decided.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    Replicas: [
      Match.objectLike({
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
      }),
    ],
  });
});

test('a restored table takes the place of the stack’s own, which stays', () => {
  const arn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored';
  const stream_arn = `${arn}/stream/2026-11-21T09:00:00.000`;
  const template = templateOf({ data: { restored_table: { arn, stream_arn } } });
  const own = Object.keys(template.findResources('AWS::DynamoDB::GlobalTable'));
  expect(own).toEqual(['StorageTableB43FDCE7']);
  template.allResourcesProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: stream_arn });
  template.hasOutput('TableName', { Value: 'restored' });
  // Nothing reads or writes the stack's own any more.
  expect(JSON.stringify(template.toJSON())).not.toMatch(/"(Ref|Fn::GetAtt)":\[?"StorageTableB43FDCE7"/);
});

test('nothing is capped, unless the operator asks for it', () => {
  standard.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    WriteOnDemandThroughputSettings: Match.absent(),
  });
  decided.hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 5 });
  decided.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 400 },
    Replicas: [Match.objectLike({ ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 900 } })],
  });
});

test('the stack is not deleted by a slip', () => {
  expect(stackOf().terminationProtection).toBe(true);
  expect(stackOf({ settings: { termination_protection: false } }).terminationProtection).toBe(false);
});
