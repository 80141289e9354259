import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { answersRequests, timeoutSeconds, waitsForOthers } from '#lib/build/function-settings.ts';
import { operations } from '#lib/contract/index.ts';
import { isLive } from '#lib/contract/route.ts';
import { mostBedrockModels } from '#lib/infra/settings.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { Resource } from '../../support/stack.ts';
import {
  bundles,
  fewFunctions,
  mergedTemplateOf,
  resourcesOf,
  stacksOf,
  templateOf,
} from '../../support/stack.ts';

const certificate_arn =
  'arn:aws:acm:eu-central-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666';
const inVirginia = (account: string): string =>
  `arn:aws:acm:us-east-1:${account}:certificate/0f0a1b2c-1111-2222-3333-444455556666`;
const hosted_zone = { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' };

const place = { account: '123456789012', region: 'eu-central-1' };
const key_arn = 'arn:aws:kms:eu-west-1:123456789012:key/0f0a1b2c-1111-2222-3333-444455556666';

const callback = 'https://console.example.com/v1/sign-in/con_01kag3x5ntfyxs4v4yh2m8q9ab/callback';

/** As a first deployment has it. */
const consoleDomain = {
  name: 'console.example.com',
  certificate_arn: 'arn:aws:acm:us-east-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666',
};

const standard = templateOf();
/** With all that can be decided decided otherwise. */
const decided = templateOf({
  region: 'eu-central-1',
  cors_origins: ['https://app.example.com'],
  domain: { name: 'api.example.com', socket_name: 'calls.example.com', hosted_zone },
  throttle: { requests_per_second: 50 },
  logs: { retention_days: 7, access: false },
  data: { recovery_days: 7, own_key: true, recordings_tiering_days: null, recordings_access_logs: true },
  sign_in: { user_pool: true, callback_urls: [callback] },
  caps: { function_concurrency: 3, table_read_units: 900, table_write_units: 400 },
});
const bedrockModel = (at: number): string =>
  // As long as the longest profile that AWS lists.
  `apac.anthropic.claude-3-5-sonnet-20241022-v2-extended-thinking:${String(at).padStart(2, '0')}`;

/** Settings that exclude some of those above. */
const alternative = templateOf({
  domain: { name: 'api.example.com', socket_name: 'calls.example.com', certificate_arn },
  data: { restored_table: 'Restored' },
  throttle: { waiting_requests_per_minute: 60 },
  caps: { function_concurrency: 1, waiting_concurrency: 15 },
  alarms: { monthly_budget_usd: 40 },
  model: {
    provider: 'bedrock',
    region: 'ap-southeast-2',
    models: Array.from({ length: mostBedrockModels }, (_, at) => bedrockModel(at)),
  },
});

const stream_arn =
  'arn:aws:dynamodb:eu-central-1:123456789012:table/VoiceAgentPlatform-data/stream/2026-11-21T09:00:00.000';
/** With a table other than that of a first deployment. */
const ofTable = templateOf(
  {
    data: { recovery_days: 0, table_class: 'standard_infrequent_access', last_index: 'by_f12', stream_arn },
  },
  fewFunctions,
);

test.for<[settings: object, sentence: RegExp]>([
  [{ cors_origin: [] }, /Unrecognized key: "cors_origin"/],
  [{ cors_origins: ['app.example.com/'] }, /must be \* or an origin such as[\s\S]*cors_origins\[0\]/],
  [{ region: 'eu-centrl-1' }, /must be a region such as eu-central-1[\s\S]*region/],
  [{ region: 'Frankfurt' }, /must be a region such as eu-central-1[\s\S]*region/],
  [{ account: 12 }, /account/],
  [{ domain: { name: 'https://api.example.com', hosted_zone } }, /must be a host name[\s\S]*domain\.name/],
  [
    {
      domain: { name: 'api.example.com', hosted_zone },
      console: { domain: { ...consoleDomain, more_names: ['api.example.com'] } },
    },
    /must not contain a name of `domain`[\s\S]*more_names/,
  ],
  [
    { console: { domain: { ...consoleDomain, more_names: [consoleDomain.name] } } },
    /must contain each name once[\s\S]*more_names/,
  ],
  [{ domain: { name: 'api.example.com' } }, /needs a hosted_zone, or the certificate_arn/],
  [{ domain: { name: 'api.example.org', hosted_zone } }, /has a name that is not in its hosted_zone/],
  [
    { domain: { name: 'api.example.com', socket_name: 'calls.example.org', hosted_zone } },
    /has a name that is not in its hosted_zone/,
  ],
  [
    { domain: { name: 'api.example.com', socket_name: 'api.example.com', hosted_zone } },
    /must not be `name`[\s\S]*domain\.socket_name/,
  ],
  [
    {
      domain: { name: 'api.example.com', socket_name: consoleDomain.name, hosted_zone },
      console: { domain: consoleDomain },
    },
    /must not be a name of `domain`[\s\S]*console\.domain\.name/,
  ],
  [{ alarms: { email: 'ops' } }, /must be an address such as ops@example.com[\s\S]*alarms\.email/],
  [{ logs: { retention_days: 31 } }, /must be one of 1, 3, 5, 7, 14, 30,[\s\S]*logs\.retention_days/],
  [{ data: { recovery_days: 36 } }, /<=35[\s\S]*data\.recovery_days/],
  [{ alarms: { health_check: true } }, /requires `region`[\s\S]*alarms\.health_check/],
  [
    { region: 'cn-north-1', alarms: { health_check: true } },
    /Route 53 has no health checks[\s\S]*alarms\.health_check/,
  ],
  [{ alarms: { availability_percent: 100 } }, /<=99\.99[\s\S]*alarms\.availability_percent/],
  [
    {
      model: {
        provider: 'openai_compatible',
        base_url: 'https://user:secret@models.example.com/v1',
        models: ['one'],
      },
    },
    /must not have credentials in it[\s\S]*model\.base_url/,
  ],
  [
    { region: 'eu-west-1', domain: { name: 'api.example.com', certificate_arn } },
    /must be in the region and the account of the stack[\s\S]*domain\.certificate_arn/,
  ],
  [
    { data: { restored_table: 'arn:aws:dynamodb' } },
    /must be the name of a table[\s\S]*data\.restored_table/,
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
    {
      model: {
        provider: 'bedrock',
        region: 'eu-central-1',
        models: ['amazon.nova-lite-v1:0'],
        analysis_models: ['us.amazon.nova-pro-v1:0'],
      },
    },
    /must be profiles of the area[\s\S]*model\.models/,
  ],
  [
    { model: { provider: 'openai_compatible', base_url: 'http://models.example.com/v1', models: ['one'] } },
    /must begin with https[\s\S]*model\.base_url/,
  ],
  [{ data: { own_key: true } }, /requires `region`, because a KMS key[\s\S]*data\.own_key/],
  [
    { data: { replication: { region: 'eu-west-1' } } },
    /requires `account` and `region`[\s\S]*data\.replication/,
  ],
  [
    { ...place, data: { replication: { region: 'eu-central-1' } } },
    /must be a region other than that of the stack[\s\S]*data\.replication\.region/,
  ],
  [
    { ...place, data: { own_key: true, replication: { region: 'eu-west-1' } } },
    /is required with `own_key`[\s\S]*data\.replication\.key_arn/,
  ],
  [
    { ...place, data: { replication: { region: 'eu-west-2', key_arn } } },
    /must be in the region of the copies[\s\S]*data\.replication\.key_arn/,
  ],
  [{ region: 'us-gov-west-1' }, /CloudFront[\s\S]*console\.enabled/],
  [{ region: 'cn-north-1' }, /CloudFront[\s\S]*console\.enabled/],
  [
    {
      domain: { name: 'api.example.com', hosted_zone },
      console: { domain: { name: 'api.example.com', certificate_arn: inVirginia('123456789012') } },
    },
    /must not be a name of `domain`[\s\S]*console\.domain\.name/,
  ],
  [
    {
      ...place,
      console: { domain: { name: 'console.example.com', certificate_arn: inVirginia('210987654321') } },
    },
    /must be in the account of the stack[\s\S]*console\.domain\.certificate_arn/,
  ],
  [
    {
      ...place,
      console: {
        web_acl_arn: 'arn:aws:wafv2:us-east-1:210987654321:global/webacl/platform/0f0a1b2c',
      },
    },
    /must be in the account of the stack[\s\S]*console\.web_acl_arn/,
  ],
  [
    { ...place, data: { replication: { region: 'us-gov-west-1' } } },
    /must be in the same partition[\s\S]*data\.replication\.region/,
  ],
  [
    { model: { provider: 'bedrock', region: 'us-gov-west-1', models: ['amazon.nova-lite-v1:0'] }, ...place },
    /must be in the same partition[\s\S]*model\.region/,
  ],
  [
    { speech: { provider: 'polly', region: 'cn-northwest-1' }, ...place },
    /must be in the same partition[\s\S]*speech\.region/,
  ],
  [
    { ears: { provider: 'transcribe', region: 'cn-north-1' }, ...place },
    /must be in the same partition[\s\S]*ears\.region/,
  ],
  [
    { model: { provider: 'bedrock', region: 'eu-central-1', models: ['us.amazon.nova-lite-v1:0'] } },
    /must be profiles of the area of `model\.region`[\s\S]*model\.models/,
  ],
  [
    {
      model: {
        provider: 'bedrock',
        region: 'eu-central-1',
        models: Array.from({ length: 21 }, (_, at) => `eu.amazon.nova-lite-v${at}:0`),
      },
    },
    /must be 16 at most[\s\S]*model\.models/,
  ],
  [
    { ...place, data: { stream_arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/One/stream/2026' } },
    /must be in the region and the account of the stack[\s\S]*data\.stream_arn/,
  ],
  [
    {
      data: {
        restored_table: 'Restored',
        stream_arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/First/stream/2026',
      },
    },
    /must be a stream of `data\.restored_table`[\s\S]*data\.stream_arn/,
  ],
  [{ caps: { table_write_units: 0 } }, />=1[\s\S]*caps\.table_write_units/],
  [{ canary: 'slowly' }, /ten_percent_for_5_minutes/],
])('%j fails with a sentence', ([settings, sentence]) => {
  expect(() => stacksOf({ settings })).toThrow(sentence);
});

test('the settings in cdk.json are valid', () => {
  const { data, platform } = stacksOf();
  expect([data.stackName, platform.stackName]).toEqual(['VoiceAgentPlatform-data', 'VoiceAgentPlatform']);
});

test('each stage has stacks of its own, and inherits the common settings that it does not override', () => {
  const context = {
    settings: { region: 'eu-central-1', cors_origins: ['https://app.example.com'] },
    stages: { test: { cors_origins: ['*'] }, live: {} },
  };
  const stages = [undefined, 'test', 'live'].map((stage) => stacksOf({ ...context, stage }, fewFunctions));
  expect(
    stages.flatMap(({ data, platform }) =>
      [data, platform].map(({ stackName, region }) => [stackName, region]),
    ),
  ).toEqual([
    ['VoiceAgentPlatform-data', 'eu-central-1'],
    ['VoiceAgentPlatform', 'eu-central-1'],
    ['VoiceAgentPlatform-test-data', 'eu-central-1'],
    ['VoiceAgentPlatform-test', 'eu-central-1'],
    ['VoiceAgentPlatform-live-data', 'eu-central-1'],
    ['VoiceAgentPlatform-live', 'eu-central-1'],
  ]);
});

test('a stage never takes the domain or the restored table of the first stack', () => {
  const context = {
    settings: {
      region: 'eu-central-1',
      domain: { name: 'api.example.com', hosted_zone },
      data: { recovery_days: 7, restored_table: 'Restored' },
    },
    stages: { test: {}, other: { domain: { name: 'other.example.com', hosted_zone } } },
  };
  const [common, tested, other] = [undefined, 'test', 'other'].map((stage) =>
    mergedTemplateOf(stacksOf({ ...context, stage }, fewFunctions)),
  );
  expect(JSON.stringify(common?.toJSON())).toContain('api.example.com');
  expect(JSON.stringify(common?.toJSON())).toContain('"Restored"');
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

test('the cap of concurrency applies to functions that answer requests, and must fit into the account', () => {
  const answering = bundles.filter(({ id }) => answersRequests(id));
  const capped = decided.findResources('AWS::Lambda::Function', {
    Properties: { ReservedConcurrentExecutions: 3 },
  });
  const entries = Object.values(capped).map(({ Properties }) => Properties.Description);
  expect(entries.sort()).toEqual(answering.map(({ entry }) => entry).sort());

  const answeringFew = fewFunctions.bundles.filter(({ id }) => answersRequests(id));
  const most = Math.floor((1000 - 100) / answeringFew.length);
  const within = (function_concurrency: number, account_concurrency?: number) => () =>
    stacksOf({ settings: { caps: { function_concurrency, account_concurrency } } }, fewFunctions);
  expect(within(most)).not.toThrow();
  expect(within(most + 1)).toThrow(`caps.function_concurrency can be ${most} at most`);
  expect(within(most + 1, 2000)).not.toThrow();
  expect(within(1, 10)).toThrow('caps.function_concurrency can be 0 at most');
});

test('models whose names and prices do not fit into the environment of a function are refused', () => {
  const modelsOf = (count: number) => {
    const models = Array.from(
      { length: count },
      (_, at) => `a-model-with-a-name-of-forty-characters-${at + 10}`,
    );
    const price = { input: 0.06, output: 0.24, currency: 'USD' };
    return {
      provider: 'openai_compatible',
      base_url: 'https://models.example.com/v1',
      models,
      prices: Object.fromEntries(models.map((id) => [id, price])),
    };
  };
  expect(() => templateOf({ model: modelsOf(10) }, fewFunctions)).not.toThrow();
  expect(() => templateOf({ model: modelsOf(50) }, fewFunctions)).toThrow(
    /^The environment of [\w.]+ would have about \d+ bytes, and Lambda allows 4096: name fewer models/,
  );
});

test('a misspelt setting is refused', () => {
  expect(() => stacksOf({ setings: {} })).toThrow(
    'Nothing in cdk.json is called "setings": it has settings and stages.',
  );
});

test.for(['settings', 'stages', 'stage'])('%s beside the context of cdk.json is refused', (name) => {
  expect(() => stacksOf({}, {}, { app: 'node bin/app.ts', context: {}, [name]: {} })).toThrow(
    `cdk.json has "${name}" beside "context": it belongs in "context".`,
  );
});

test('values that the CDK’s own commands keep in the context are ignored', () => {
  expect(() => stacksOf({ 'acknowledged-issue-numbers': [34892], 'cli-telemetry': false })).not.toThrow();
});

test('a stage without settings is not deployed by mistake', () => {
  expect(() => stacksOf({ stages: { test: {} }, stage: 'tset' })).toThrow(
    'There is no stage "tset" under stages in cdk.json: there is test.',
  );
  expect(() => stacksOf({ stages: { Test: {} }, stage: 'Test' })).toThrow(
    /must have names of lower case letters/,
  );
  expect(() => stacksOf({ stages: { test: { canary: 1 } }, stage: 'test' })).toThrow(
    /settings of stage test/,
  );
  expect(() => stacksOf({ stages: { 'test-data': {} }, stage: 'test-data' })).toThrow(
    /must not have names that end in data/,
  );
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

test('functions whose answers are streamed know these origins, and what the REST API says itself is readable anywhere', () => {
  const streaming = operations.filter(({ route }) => route.streams);
  const originsOf = (template: Template) =>
    streaming.map(({ entry }) => {
      const found = template.findResources('AWS::Lambda::Function', { Properties: { Description: entry } });
      return Object.values(found).map(({ Properties }) => Properties.Environment.Variables.CORS_ORIGINS);
    });
  expect(originsOf(standard)).toEqual(streaming.map(() => [undefined]));
  expect(originsOf(decided)).toEqual(streaming.map(() => ['["https://app.example.com"]']));

  const answersOf = (template: Template) =>
    Object.fromEntries(
      Object.values(template.findResources('AWS::ApiGateway::GatewayResponse')).map(({ Properties }) => [
        Properties.ResponseType,
        Properties.ResponseParameters['gatewayresponse.header.Access-Control-Allow-Origin'],
      ]),
    );
  const readable = { THROTTLED: "'*'", DEFAULT_4XX: "'*'", DEFAULT_5XX: "'*'" };
  expect([standard, decided].map(answersOf)).toEqual([readable, readable]);
});

test('the gateway limits the request rate, and logs a line for each request', () => {
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

test('no route has a throttle that strangers could use up before a key is checked', () => {
  for (const template of [standard, decided]) {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', { RouteSettings: Match.absent() });
  }
});

test('functions that wait for others count requests by organization, and their concurrency can be bounded', () => {
  const functions = alternative.findResources('AWS::Lambda::Function');
  const waiting = bundles.filter(({ id }) => waitsForOthers(id)).map(({ entry }) => entry);
  expect(waiting.length).toBeGreaterThan(7);
  for (const { Properties } of Object.values(functions)) {
    const { Variables = {} } = Properties.Environment ?? {};
    const isWaiting = waiting.includes(Properties.Description);
    // `GET /v1/me` shows the limit.
    const knows = isWaiting || Properties.Description === 'functions/me/get.ts';
    expect(Variables.WAITING_REQUESTS_PER_MINUTE).toBe(knows ? '60' : undefined);
    if (isWaiting) expect(Properties.ReservedConcurrentExecutions).toBe(15);
  }
  const within = (caps: object) => () => stacksOf({ settings: { caps } }, fewFunctions);
  const most = Math.floor(900 / fewFunctions.bundles.filter(({ id }) => waitsForOthers(id)).length);
  expect(within({ waiting_concurrency: most })).not.toThrow();
  expect(within({ waiting_concurrency: most + 1 })).toThrow(
    `caps.waiting_concurrency can be ${most} at most`,
  );
  const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const advised = /With an account limit of 1,000, (\d+) is a good value/.exec(guide)?.[1];
  expect(Number(advised) * waiting.length).toBeLessThan(900);
});

test('every route that may answer late, or that others may fail, is one that waits for others', () => {
  const late = operations.filter(
    ({ id, route }) => timeoutSeconds(id) > 10 || route.errors?.includes('provider_unavailable'),
  );
  expect(late.length).toBeGreaterThan(7);
  expect(late.filter(({ route }) => !route.asksModel && !route.waits).map(({ id }) => id)).toEqual([]);
});

test('a route that waits for others has more time than they have, and answers before API Gateway gives up', () => {
  const waiting = operations.filter(({ route }) => route.asksModel || route.waits);
  const ids = waiting.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['integrations.create', 'integrations.replace', 'voices.list']));
  // A voice provider has ten seconds, and speech twenty-two.
  const streamed = waiting.filter(({ route }) => route.streams).map(({ id }) => id);
  const whole = ids.filter((id) => !streamed.includes(id));
  expect(whole.filter((id) => timeoutSeconds(id) < 25 || timeoutSeconds(id) >= 30)).toEqual([]);
  // An agent and its tools have longer, and the gateway waits for the end of the stream.
  expect(streamed).toEqual(expect.arrayContaining(['chats.stream', 'completions.create']));
  expect(new Set(streamed.map(timeoutSeconds))).toEqual(new Set([120]));
  const methods = Object.values(standard.findResources('AWS::ApiGateway::Method'))
    .map(({ Properties }) => Properties)
    .filter(({ Integration }) => Integration.Type === 'AWS_PROXY');
  expect(methods.map(({ Integration }) => Integration.TimeoutInMillis).sort()).toEqual([
    ...streamed.map(() => 125_000),
    ...operations.filter(({ route }) => isLive(route) && !route.streams && !route.waits).map(() => 15_000),
    // Pages of widgets wait for messages of people, and pages that listen for a token of their recognizer.
    ...operations.filter(({ route }) => isLive(route) && !route.streams && route.waits).map(() => 34_000),
  ]);
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
  decided.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 3);
  // A mapping of its own brings the streamed routes below the same name.
  decided.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
    ApiMappingKey: 'v1/live',
    Stage: Match.anyValue(),
  });
  decided.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
  // API Gateway's own address would bypass a firewall in front of the name.
  decided.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
  standard.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
});

/** The environment variables of functions that have one of this name, by the entries of the functions. */
const environmentsWith = (template: Template, variable: string): ReadonlyMap<string, unknown> =>
  new Map(
    Object.values(resourcesOf(template)).flatMap(({ Type, Properties }) => {
      const { Variables = {} } = (Properties?.Environment ?? {}) as { Variables?: Record<string, unknown> };
      return Type === 'AWS::Lambda::Function' && variable in Variables
        ? [[String(Properties.Description), Variables[variable]] as const]
        : [];
    }),
  );

test('calls and pages have another name in the zone, at which every function that gives an address sends them', () => {
  decided.hasResourceProperties('AWS::CertificateManager::Certificate', { DomainName: 'calls.example.com' });
  decided.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'calls.example.com.', Type: 'A' });
  const [[id]] = Object.entries(
    decided.findResources('AWS::ApiGatewayV2::DomainName', {
      Properties: { DomainName: 'calls.example.com' },
    }),
  ) as [[string, unknown]];
  decided.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
    ApiId: { Ref: 'CallApi' },
    DomainName: { Ref: id },
    ApiMappingKey: 'calls',
    Stage: 'calls',
  });
  const given = environmentsWith(decided, 'SOCKET_URL');
  expect([...given.keys()].sort()).toEqual([...environmentsWith(standard, 'SOCKET_URL').keys()].sort());
  expect([...given.keys()]).toEqual(
    expect.arrayContaining(['functions/live-tickets/create.ts', 'functions/sockets/calls.ts']),
  );
  expect(new Set(given.values())).toEqual(new Set(['wss://calls.example.com/calls']));
  decided.hasOutput('CallsUrl', { Value: 'wss://calls.example.com/calls' });
  decided.hasOutput('SocketDomainTarget', {});
});

test('functions reach connections by API Gateway’s own name, which calls in progress have as well', () => {
  const connections = (template: Template) => [
    ...new Set(
      [...environmentsWith(template, 'SOCKET_CONNECTIONS_URL').values()].map((url) => JSON.stringify(url)),
    ),
  ];
  expect(connections(decided)).toHaveLength(1);
  expect(connections(decided)[0]).toMatch(
    /^\{"Fn::Join":\["",\["https:\/\/",\{"Ref":"CallApi"\},"\.execute-api\./,
  );
  const sockets = { Properties: { ProtocolType: 'WEBSOCKET' } };
  const [api] = Object.values(decided.findResources('AWS::ApiGatewayV2::Api', sockets));
  expect(api?.Properties).not.toHaveProperty('DisableExecuteApiEndpoint');
});

test('no function gives the name before it leads to the API', () => {
  const { platform } = stacksOf({
    settings: { domain: { name: 'api.example.com', socket_name: 'calls.example.com', hosted_zone } },
  });
  const template = Template.fromStack(platform);
  const stacks = template.findResources('AWS::CloudFormation::Stack');
  const after = (id: string): string[] => {
    const direct = [stacks[id]?.DependsOn ?? []].flat();
    return [...direct, ...direct.flatMap(after)];
  };
  const giving = Object.keys(stacks).filter((id) => ['LiveTickets', 'PhoneCalls'].includes(id));
  expect(giving).toHaveLength(2);
  const [[record]] = Object.entries(
    template.findResources('AWS::Route53::RecordSet', { Properties: { Name: 'calls.example.com.' } }),
  ) as [[string, unknown]];
  for (const id of giving) expect(after(id)).toEqual(expect.arrayContaining(['Sockets', record]));
});

test('a name with an existing certificate uses it, and an output shows the target of its DNS record', () => {
  alternative.resourceCountIs('AWS::CertificateManager::Certificate', 0);
  alternative.resourceCountIs('AWS::Route53::RecordSet', 0);
  alternative.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
    DomainNameConfigurations: [Match.objectLike({ CertificateArn: certificate_arn })],
  });
  alternative.hasOutput('DomainTarget', {});
  alternative.allResourcesProperties('AWS::ApiGatewayV2::DomainName', {
    DomainNameConfigurations: [Match.objectLike({ CertificateArn: certificate_arn })],
  });
  alternative.hasOutput('SocketDomainTarget', {});
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
        // Payloads of providers that are too large for the table.
        { ExpirationInDays: 30, Prefix: 'provider-events/', Status: 'Enabled' },
        { ExpirationInDays: 1, Prefix: 'speech/', Status: 'Enabled' },
        { ExpirationInDays: 8, Prefix: 'exports/', Status: 'Enabled' },
        { Transitions: [{ StorageClass: 'INTELLIGENT_TIERING', TransitionInDays: 30 }], Status: 'Enabled' },
      ],
    },
  });
  expect(JSON.stringify(decided.findResources('AWS::S3::Bucket'))).not.toContain('INTELLIGENT_TIERING');
});

test('people can have a user pool, into which only administrators let them', () => {
  standard.resourceCountIs('AWS::Cognito::UserPool', 0);
  decided.hasResource('AWS::Cognito::UserPool', {
    DeletionPolicy: 'Retain',
    Properties: {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      DeletionProtection: 'ACTIVE',
    },
  });
  decided.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', 'profile'],
    CallbackURLs: [callback],
    GenerateSecret: true,
    SupportedIdentityProviders: ['COGNITO'],
  });
});

test('requests for recordings are logged in a bucket of its own, if the operator chooses so', () => {
  // Beside those of the recordings, of the audit log and of the console.
  standard.resourceCountIs('AWS::S3::Bucket', 3);
  decided.resourceCountIs('AWS::S3::Bucket', 4);
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

test('a restored table takes the place of the first one, which is retained', () => {
  const [[id, table] = []] = Object.entries(alternative.findResources('AWS::DynamoDB::GlobalTable'));
  // CloudFormation imports only what it does not have yet, and retains.
  expect(id).not.toBe('StorageTableB43FDCE7');
  expect(table).toMatchObject({ DeletionPolicy: 'Retain', Properties: { TableName: 'Restored' } });
  const [[, first] = []] = Object.entries(standard.findResources('AWS::DynamoDB::GlobalTable'));
  expect(table?.Properties).toEqual({ ...first?.Properties, TableName: 'Restored' });
  const streams = Object.values(alternative.findResources('AWS::Lambda::EventSourceMapping'))
    .map(({ Properties }) => Properties)
    .filter(({ StartingPosition }) => StartingPosition);
  expect(streams.length).toBeGreaterThan(0);
  for (const { EventSourceArn } of streams)
    expect(EventSourceArn).toEqual({ 'Fn::GetAtt': [id, 'StreamArn'] });
  alternative.hasOutput('TableName', { Value: { Ref: id } });
});

test('point-in-time recovery and the table’s class are the operator’s to decide', () => {
  const replicaIn = (template: Template) => {
    const [table] = Object.values(template.findResources('AWS::DynamoDB::GlobalTable'));
    return table?.Properties.Replicas[0];
  };
  expect(replicaIn(standard).TableClass).toBe('STANDARD');
  expect(replicaIn(ofTable)).toMatchObject({
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
  });
});

const resourcesIn = (stack: Stack, type: string): Resource[] =>
  Object.values(Template.fromStack(stack).findResources(type)) as unknown as Resource[];

test('the table and the recordings are copied to a second region where the operator wants it', () => {
  for (const replication of [{ region: 'eu-west-1' }, { region: 'eu-west-1', key_arn }]) {
    const own_key = 'key_arn' in replication;
    const stacks = stacksOf({ settings: { ...place, data: { own_key, replication } } }, fewFunctions);
    const [table] = resourcesIn(stacks.data, 'AWS::DynamoDB::GlobalTable');
    const replicas = table?.Properties.Replicas as Record<string, unknown>[];
    // A replica has everything that the first one has, but for the key of its region.
    const own = { Region: undefined, SSESpecification: undefined };
    const [second, first] = replicas.map((each) => ({ ...each, ...own }));
    expect(replicas.map(({ Region }) => Region)).toEqual(['eu-west-1', 'eu-central-1']);
    expect(second).toEqual(first);
    expect(replicas[0]?.SSESpecification).toEqual(own_key ? { KMSMasterKeyId: key_arn } : undefined);

    const [bucket] = resourcesIn(stacks.data, 'AWS::S3::Bucket');
    const [copies] = resourcesIn(stacks.replica as Stack, 'AWS::S3::Bucket');
    for (const versioned of [bucket, copies]) {
      expect(versioned?.Properties).toMatchObject({
        VersioningConfiguration: { Status: 'Enabled' },
        // Erased objects are gone a day later, in both.
        LifecycleConfiguration: {
          Rules: expect.arrayContaining([
            expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 1 } }),
          ]),
        },
      });
    }
    const replicating = bucket?.Properties.ReplicationConfiguration as
      | { readonly Rules: object[] }
      | undefined;
    const rules = replicating?.Rules;
    expect(rules).toEqual([
      expect.objectContaining({
        Filter: { Prefix: 'recordings/' },
        DeleteMarkerReplication: { Status: 'Enabled' },
        Status: 'Enabled',
      }),
    ]);
    const name = String(copies?.Properties.BucketName);
    expect(name).toMatch(/^[a-z0-9-]{3,63}$/);
    expect(JSON.stringify(rules)).toContain(`:s3:::${name}"`);
    expect(stacks.replica?.region).toBe('eu-west-1');
  }
  const { data, replica } = stacksOf({ settings: place }, fewFunctions);
  expect(replica).toBeUndefined();
  const [bucket] = resourcesIn(data, 'AWS::S3::Bucket');
  expect(bucket?.Properties).not.toHaveProperty('ReplicationConfiguration');
});

test('a region of the European Sovereign Cloud is taken, without the console', () => {
  const settings = { region: 'eusc-de-east-1', console: { enabled: false } };
  expect(stacksOf({ settings }, fewFunctions).platform.region).toBe('eusc-de-east-1');
});

/** A value with what CloudFormation puts in the place of its references and functions. */
const asDeployed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asDeployed);
  const { Ref: ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] };
  if (ref) return ref === 'AWS::Partition' ? 'aws' : '123456789012';
  if (join) return join[1].map(asDeployed).join(join[0]);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asDeployed(part)]));
};

test('a role has room for as many models as the settings allow', () => {
  const policies = Object.values(resourcesOf(alternative)).flatMap(({ Type, Properties }) =>
    Type === 'AWS::IAM::Role' && JSON.stringify(Properties).includes('bedrock') ? [Properties.Policies] : [],
  );
  // Calls, tests of agents, three functions of chats, completions, previews of analyzers, and the three tasks
  // that analyze and run tests.
  expect(policies).toHaveLength(10);
  for (const [{ PolicyDocument: document } = { PolicyDocument: {} }] of policies as {
    PolicyDocument: object;
  }[][]) {
    expect(JSON.stringify(asDeployed(document)).length).toBeLessThan(10_240);
  }
});

test('the clock, the queues and the functions keep the time that AWS recommends between attempts', () => {
  for (const { seconds } of Object.values(taskKinds)) {
    standard.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 6 * seconds });
    // The maximum of SQS.
    expect(6 * seconds).toBeLessThanOrEqual(43_200);
  }
});

test('a stream that the stack does not know is followed by other mappings', () => {
  const streamsIn = (template: Template) =>
    Object.entries(resourcesOf(template)).filter(
      ([, { Type, Properties }]) => Type === 'AWS::Lambda::EventSourceMapping' && Properties.StartingPosition,
    );
  const before = streamsIn(standard);
  const after = streamsIn(ofTable);
  expect(after).toHaveLength(before.length);
  for (const [id, { Properties }] of after) {
    expect(before.map(([known]) => known)).not.toContain(id);
    expect(Properties.EventSourceArn).toBe(stream_arn);
  }
  const roles = JSON.stringify(ofTable.findResources('AWS::IAM::Policy'));
  expect(roles).toContain(stream_arn);
});

test('the health check asks the API from outside, in the region of its metrics', () => {
  const settings = { region: 'eu-central-1', alarms: { health_check: true, email: 'ops@example.com' } };
  const stacks = stacksOf({ settings }, fewFunctions);
  const { check } = stacks;
  expect([check?.stackName, check?.region]).toEqual(['VoiceAgentPlatform-eu-central-1-check', 'us-east-1']);
  const template = mergedTemplateOf(stacks);
  template.hasResourceProperties('AWS::Route53::HealthCheck', {
    HealthCheckConfig: Match.objectLike({
      FullyQualifiedDomainName: {
        'Fn::Join': ['', [{ Ref: 'GatewayApi4EDF2151' }, '.execute-api.eu-central-1.', Match.anyValue()]],
      },
      ResourcePath: '/v1/health',
    }),
  });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'HealthCheckStatus' });
  expect(stacksOf({ settings: { region: 'eu-central-1' } }, fewFunctions).check).toBeUndefined();
});

test('a budget notifies of the platform’s costs, by its tag', () => {
  standard.resourceCountIs('AWS::Budgets::Budget', 0);
  alternative.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: Match.objectLike({
      BudgetLimit: { Amount: 40, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:platform$VoiceAgentPlatform'] },
    }),
  });
  alternative.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Principal: { Service: Match.arrayWith(['budgets.amazonaws.com']) },
        }),
      ]),
    },
  });
});

test('nothing is capped, unless the operator asks for it', () => {
  standard.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    WriteOnDemandThroughputSettings: Match.absent(),
  });
  decided.hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 3 });
  decided.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 400 },
    Replicas: [Match.objectLike({ ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 900 } })],
  });
});

test('no stack that holds data is deleted by a slip, and a failed first deployment can be repeated', () => {
  const protectedIn = (settings: object) =>
    Object.values(stacksOf({ settings }, fewFunctions))
      .filter((stack: Stack | undefined) => stack !== undefined)
      .map(({ stackName, terminationProtection }) => [stackName, terminationProtection]);
  const data = 'VoiceAgentPlatform-data';
  expect(protectedIn({})).toEqual([
    [data, true],
    ['VoiceAgentPlatform', false],
  ]);
  expect(protectedIn({ termination_protection: false })).toEqual([
    [data, false],
    ['VoiceAgentPlatform', false],
  ]);
});

test('a deployment can leave out the last indexes, because an update of a table creates one', () => {
  const indexesIn = (template: Template): string[] => {
    const [table] = Object.values(template.findResources('AWS::DynamoDB::GlobalTable'));
    const indexes = table?.Properties.GlobalSecondaryIndexes as readonly { readonly IndexName: string }[];
    return indexes.map(({ IndexName }) => IndexName);
  };
  const all = indexesIn(standard);
  const after = ['by_f14'];
  expect(all).toEqual(expect.arrayContaining(after));
  expect(indexesIn(ofTable)).toEqual(all.filter((name) => !after.includes(name)));
});
