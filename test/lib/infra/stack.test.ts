import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { answersRequests, scheduleMinutes } from '#lib/build/function-settings.ts';
import { eventTypes } from '#lib/contract/events.ts';
import { operations } from '#lib/contract/index.ts';
import { gatewayMethodOf, isLive, pathOf } from '#lib/contract/route.ts';
import { createTableInput } from '#lib/local/create-table.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import { statementsOf as allStatementsOf } from '../../support/policies.ts';
import {
  bundles,
  fewFunctions,
  resourcesOf,
  stacksOf,
  templateOf,
  templatesWith,
} from '../../support/stack.ts';

const template = templateOf();

const resources = resourcesOf(template);
const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);

/** The statements of a function's role, without its log and its traces. */
const statementsOf = (id: string, among = resources) =>
  allStatementsOf(among, id).filter(
    ({ Action }) => ![Action].flat().some((action) => /^(logs|xray):/.test(action)),
  );

const actionsOf = (id: string): string[] =>
  [...new Set(statementsOf(id).flatMap(({ Action }) => Action))].sort();

/** The routes of the HTTP API, and not those of the WebSocket API for calls. */
const httpRoutes = () =>
  ofType('AWS::ApiGatewayV2::Route').filter(
    ({ Properties }) => (Properties.ApiId as { Ref?: string }).Ref !== 'CallApi',
  );

test('the API serves exactly the contract, and answers everything else itself', () => {
  const keys = httpRoutes().map(({ Properties }) => Properties.RouteKey);
  const served = operations
    .filter(({ route }) => !isLive(route))
    .map(({ route }) => `${gatewayMethodOf(route)} ${pathOf(route)}`);
  expect(keys.sort()).toEqual([...served, '$default'].sort());
});

test('a REST API serves the routes whose answers are streamed, and nothing else', () => {
  const methods = ofType('AWS::ApiGateway::Method').map(({ Properties }) => Properties);
  const posts = methods.filter(({ HttpMethod }) => HttpMethod !== 'OPTIONS');
  expect(posts).toHaveLength(operations.filter(({ route }) => isLive(route)).length);
  for (const { Integration } of posts) {
    expect(Integration).toMatchObject({ Type: 'AWS_PROXY', ResponseTransferMode: 'STREAM' });
    expect(JSON.stringify(Integration)).toContain('/response-streaming-invocations');
  }
  const [stage] = ofType('AWS::ApiGateway::Stage');
  expect(stage?.Properties).toMatchObject({
    AccessLogSetting: { Format: expect.stringContaining('/v1/live') },
    MethodSettings: [{ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }],
  });
  // A throttled request is told when to try again.
  const refusals = ofType('AWS::ApiGateway::GatewayResponse').map(({ Properties }) => Properties);
  expect(refusals.filter(({ ResponseType }) => ResponseType === 'THROTTLED')).toMatchObject([
    {
      ResponseParameters: {
        'gatewayresponse.header.Retry-After': "'1'",
        'gatewayresponse.header.RateLimit': `'"gateway";r=0;t=1'`,
        'gatewayresponse.header.RateLimit-Policy': `'"gateway";q=500;w=1'`,
      },
    },
  ]);
});

test('the WebSocket API has the throttle and the log of the others, and one function for all that arrives', () => {
  const isOfCalls = ({ Properties }: { Properties: Record<string, unknown> }) =>
    (Properties.ApiId as { Ref?: string }).Ref === 'CallApi';
  const stages = ofType('AWS::ApiGatewayV2::Stage');
  const [stage] = stages.filter(isOfCalls);
  const [other] = stages.filter((one) => !isOfCalls(one));
  const { DestinationArn } = (other?.Properties.AccessLogSettings ?? {}) as { DestinationArn?: object };
  expect(stage?.Properties).toMatchObject({
    AutoDeploy: true,
    DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    AccessLogSettings: { DestinationArn },
  });
  const routes = ofType('AWS::ApiGatewayV2::Route')
    .filter(isOfCalls)
    .map(({ Properties }) => Properties);
  expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(['$connect', '$default', '$disconnect']);
  expect(new Set(routes.map(({ Target }) => JSON.stringify(Target))).size).toBe(1);
});

test('a few stacks write routes at a time, and the stage is created after all of them', () => {
  const { platform } = stacksOf();
  const stacks = Template.fromStack(platform).findResources('AWS::CloudFormation::Stack');
  const after = (id: string): string[] => [stacks[id]?.DependsOn ?? []].flat();
  const parts = [...new Set(operations.map(({ resource }) => resource.replace(/^./, (a) => a.toUpperCase())))]
    .map((name) => name.replaceAll('-', ''))
    .filter((name) => name in stacks);
  const first = Object.keys(stacks).filter((id) => /^Route/.test(id) || parts.includes(id));
  expect(first.filter((id) => after(id).length === 0)).toHaveLength(3);
  // A chain: no stack waits for two, and none is waited for by two.
  const waited = first.flatMap(after);
  expect(waited).toHaveLength(first.length - 3);
  expect(new Set(waited).size).toBe(waited.length);
  const [stage] = Object.values(Template.fromStack(platform).findResources('AWS::ApiGatewayV2::Stage'));
  expect(stage?.DependsOn).toEqual(expect.arrayContaining([...first, expect.stringMatching(/unrouted/)]));
});

test('each route has a function of its own', () => {
  const targets = httpRoutes().map(({ Properties }) => JSON.stringify(Properties.Target));
  const buffered = operations.filter(({ route }) => !isLive(route));
  expect(new Set(targets).size).toBe(buffered.length + 1);
});

test('table and bucket keep their logical ids: another one would be a new table', () => {
  const ids = Object.entries(resources)
    .filter(([, { Type }]) => /GlobalTable|S3::Bucket$/.test(Type))
    .map(([id]) => id);
  expect(ids).toEqual([
    'StorageTableB43FDCE7',
    'StorageRecordings413F2A04',
    'AuditSealsBucketAA6FD7BD',
    'ConsoleFiles82B82817',
  ]);
});

test('the table and the bucket are retained, and not public', () => {
  template.hasResource('AWS::DynamoDB::GlobalTable', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      Replicas: [
        Match.objectLike({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      ],
    },
  });
  template.hasResource('AWS::S3::Bucket', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      VersioningConfiguration: Match.absent(),
    },
  });
});

test('the table is the one that runs on one machine', () => {
  const [deployed] = ofType('AWS::DynamoDB::GlobalTable');
  const local = createTableInput('x');
  expect(deployed?.Properties.KeySchema).toEqual(local.KeySchema);
  const indexes = (list: unknown) =>
    (list as { IndexName: string }[])
      .map(({ IndexName, KeySchema, Projection }: Record<string, unknown> & { IndexName: string }) => ({
        IndexName,
        KeySchema,
        Projection,
      }))
      .sort((one, other) => (one.IndexName < other.IndexName ? -1 : 1));
  expect(indexes(deployed?.Properties.GlobalSecondaryIndexes)).toEqual(indexes(local.GlobalSecondaryIndexes));
});

test('functions run on arm64 and Node 24, and log JSON', () => {
  const functions = ofType('AWS::Lambda::Function').filter(({ Properties }) =>
    String(Properties.Description).startsWith('functions/'),
  );
  expect(functions).toHaveLength(bundles.length);
  for (const { Properties } of functions) {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Timeout: expect.any(Number),
      LoggingConfig: { LogFormat: 'JSON', LogGroup: expect.anything() },
      // X-Ray costs more than a read does.
      TracingConfig: { Mode: 'PassThrough' },
      RecursiveLoop: 'Terminate',
    });
    expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
  }
});

test('functions that answer requests end long before the gateway’s timeout of 30 seconds', () => {
  for (const { id, entry } of bundles.filter((bundle) => answersRequests(bundle.id))) {
    const [made] = ofType('AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Description === entry,
    );
    const route = operations.find((operation) => operation.id === id)?.route;
    // A streamed answer goes through the REST API, which waits for longer. A function that waits for a
    // language model, a voice provider, messages or the API itself gives them as long as it can.
    const most = route?.streams ? 120 : route?.asksModel || route?.waits ? 29 : 10;
    expect(made?.Properties.Timeout, id).toBeLessThanOrEqual(most);
  }
});

test('bucket and queue are reached over TLS alone', () => {
  for (const type of ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy']) {
    const policies = ofType(type);
    expect(policies.length).toBeGreaterThan(0);
    for (const { Properties } of policies) {
      expect(JSON.stringify(Properties)).toMatch(
        /"Bool":\{"aws:SecureTransport":"false"\}\},"Effect":"Deny","Principal":(\{"AWS":)?"\*"/,
      );
    }
  }
});

test('resources that clients depend on keep their logical ids: another API would have another URL', () => {
  expect(Object.keys(template.findResources('AWS::ApiGatewayV2::Api')).sort()).toEqual([
    'CallApi',
    'GatewayApi4EDF2151',
  ]);
});

const whileAuthenticating = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

test('a role allows exactly the actions of its function', () => {
  expect(actionsOf('service.health')).toEqual([]);
  expect(actionsOf('service.openapi')).toEqual([]);
  expect(actionsOf('service.unrouted')).toEqual([]);
  expect(actionsOf('agents.get')).toEqual(['dynamodb:BatchGetItem', ...whileAuthenticating]);
  // It records who read it. With `expand`, it reads turns, seals a cursor and signs a link.
  expect(actionsOf('conversations.get')).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:BatchWriteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
    's3:GetObject',
  ]);
  expect(actionsOf('agents.list')).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ]);
  expect(actionsOf('agents.remove')).toEqual([
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ]);
  expect(actionsOf('recordings.get')).toEqual([
    'dynamodb:BatchGetItem',
    // The copies of the record of who has heard it.
    'dynamodb:BatchWriteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:GetObject',
  ]);
  expect(actionsOf('recordings.create')).toContain('s3:PutObject');
  expect(actionsOf('events.recordingUploaded')).toEqual([
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    // Whatever replaces the record of a chat may have to count it as ended.
    'dynamodb:UpdateItem',
    's3:DeleteObject',
    // Lambda sends an event there after three failures.
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:SendMessage',
  ]);
});

const whileFollowing = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];

test('a follower of the table sees only its own events, and those that it cannot follow are kept', () => {
  const actions = ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'PutItem', 'Query'];
  const onTable = [...actions.map((action) => `dynamodb:${action}`), ...whileFollowing].sort();
  const sqs = ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'];
  const newTasks = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'tasks#' }] } } } };
  expect(actionsOf('events.indexConversation')).toEqual([...onTable, ...sqs]);
  // A payload is kept where what it shows is still there.
  const ofPayloads = 'dynamodb:ConditionCheckItem';
  // A run of tests is emptied of the words of an erased conversation.
  const ofRuns = 'dynamodb:UpdateItem';
  // A page whose socket is closed is forgotten.
  const ofPages = ['dynamodb:DeleteItem', 'execute-api:ManageConnections'];
  expect(actionsOf('events.followWrites')).toEqual(
    [...onTable, ofPayloads, ofRuns, ...ofPages, 's3:DeleteObject', ...sqs].sort(),
  );
  // It takes up again what both have put aside.
  expect(actionsOf('clock.retryParked')).toEqual([
    ...[...actions.map((action) => `dynamodb:${action}`), ofPayloads, ofRuns, ...ofPages].sort(),
    's3:DeleteObject',
  ]);
  const finished = [
    'client.erased',
    'agent.removed',
    'document.removed',
    'conversation.erased',
    'api_key.created',
    'api_key.rotated',
    'api_key.revoked',
  ];
  // Carriers leave calls that go on elsewhere, once one of these is followed.
  const left = ['conversation.ended', 'conversation.updated', 'transcript.appended'] as const;
  const counted = ['conversation.analyzed', 'conversation.reviewed'];
  const sent = eventTypes.filter((type) => type !== 'ping');
  for (const [attempts, types, others] of [
    [20, ['conversation.ended', 'conversation.updated', 'transcript.appended'], []],
    // An erasure waits while the table cannot be reached, for as long as the stream keeps it.
    [1000, [...new Set([...finished, ...left, ...counted, ...sent])], [newTasks]],
  ] as const) {
    template.hasResource('AWS::Lambda::EventSourceMapping', {
      Properties: {
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: attempts,
        MaximumRecordAgeInSeconds: 86_400,
        // A follower that is deployed later also reads what was written before.
        StartingPosition: 'TRIM_HORIZON',
        DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
        FilterCriteria: {
          Filters: [
            {
              Pattern: JSON.stringify({
                eventName: ['INSERT'],
                dynamodb: {
                  Keys: { pk: { S: [{ prefix: 'events#' }] } },
                  NewImage: { type: { S: [...types, 'heartbeat'] } },
                },
              }),
            },
            ...others.map((pattern) => ({ Pattern: JSON.stringify(pattern) })),
          ],
        },
      },
    });
  }
});

test('each kind of task has a queue with a function, and the queue keeps failed tasks', () => {
  for (const [kind, { function: id, seconds, concurrency }] of Object.entries(taskKinds)) {
    const [queue, properties] = Object.entries(resources)
      .filter(
        ([name, { Type }]) => Type === 'AWS::SQS::Queue' && name.includes(`${kind.replaceAll('_', '')}Tasks`),
      )
      .map(([name, { Properties }]) => [name, Properties] as const)[0] ?? ['', {}];
    expect(properties, kind).toMatchObject({ RedrivePolicy: { maxReceiveCount: 5 } });
    expect(Number(properties.VisibilityTimeout)).toBeGreaterThanOrEqual(6 * seconds);
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] },
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: concurrency },
    });
    expect(actionsOf(id)).toEqual(
      expect.arrayContaining(['dynamodb:UpdateItem', 'sqs:DeleteMessage', 'sqs:ReceiveMessage']),
    );
  }
  for (const id of ['events.followWrites', 'clock.restartTasks']) {
    expect(actionsOf(id)).toContain('sqs:SendMessage');
  }
});

test('routes that read only record the use of a key, its rate, the keys of cursors, and who read what', () => {
  for (const id of ['agents.get', 'conversations.list', 'me.get', 'transcripts.get']) {
    const writing = statementsOf(id).filter(({ Action }) =>
      [Action].flat().some((action) => /Put|Update|Delete/.test(action)),
    );
    for (const { Condition } of writing) {
      expect(JSON.stringify(Condition)).toMatch(
        /LeadingKeys.*(secret#\*|last_use#\*|rate#\*|cursor_keys|\*#audit_records)/,
      );
    }
  }
});

test('no role names more than the table, its indexes, the recordings and the seals', () => {
  for (const { id } of bundles) {
    for (const { Action, Resource: resource } of statementsOf(id)) {
      const text = JSON.stringify(resource);
      expect(text).not.toBe('"*"');
      expect([Action].flat().every((action) => !action.includes('*'))).toBe(true);
      expect(text).toMatch(
        /StorageTable|StorageRecordings|AuditSealsBucket|FailedEvents|Queues\w+Tasks|toolsaskServerFunction|"CallApi"/,
      );
    }
  }
});

test('a scheduled function that fails is not invoked again: its next run is due soon', () => {
  const attempts = ofType('AWS::Lambda::EventInvokeConfig').map(
    ({ Properties }) => Properties.MaximumRetryAttempts,
  );
  expect(attempts.filter((count) => count === 0)).toHaveLength(Object.keys(scheduleMinutes).length);
});

test('the role that writes access logs stays for the other stacks of the region', () => {
  template.hasResource('AWS::ApiGateway::Account', { DeletionPolicy: 'Retain' });
  template.hasResource('AWS::IAM::Role', {
    DeletionPolicy: 'Retain',
    Properties: Match.objectLike({
      ManagedPolicyArns: [
        {
          'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('AmazonAPIGatewayPushToCloudWatchLogs')])],
        },
      ],
    }),
  });
});

test('the first deployment names every output that its reader gets', () => {
  const runbook = readFileSync(join(root, 'docs/runbooks/first-deployment.md'), 'utf8');
  const templates = templatesWith();
  const outputs = ['VoiceAgentPlatform-data', 'VoiceAgentPlatform']
    .flatMap((stack) => Object.keys(templates.get(stack)?.Outputs ?? {}))
    .filter((name) => !name.startsWith('Publish'));
  expect(outputs.length).toBeGreaterThan(8);
  expect(outputs.filter((name) => !runbook.includes(name))).toEqual([]);
});

test('seals of the audit log are locked for as long as they are kept', () => {
  template.hasResource('AWS::S3::Bucket', {
    DeletionPolicy: 'Retain',
    Properties: {
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 400 } },
      },
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: Match.objectLike({ Rules: [Match.objectLike({ ExpirationInDays: 400 })] }),
    },
  });
  // Nobody may write over a seal, or hide it.
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    Bucket: { Ref: 'AuditSealsBucketAA6FD7BD' },
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 's3:PutObject',
          Condition: { Null: { 's3:if-none-match': 'true' } },
        }),
        Match.objectLike({ Effect: 'Deny', Principal: { AWS: '*' }, Action: 's3:DeleteObject' }),
      ]),
    },
  });
  // Nobody may delete or unlock a seal.
  const allowed = bundles.flatMap(({ id }) =>
    statementsOf(id).filter(({ Resource }) => JSON.stringify(Resource).includes('AuditSeals')),
  );
  const actions = new Set(allowed.flatMap(({ Action }) => [Action].flat()));
  expect([...actions].sort()).toEqual(['s3:GetObject', 's3:ListBucket', 's3:PutObject']);
});

test('the clock runs the service’s periodic work', () => {
  const rates = ofType('AWS::Events::Rule').flatMap(({ Properties }) => Properties.ScheduleExpression ?? []);
  expect(rates.sort()).toEqual([
    'rate(1 hour)',
    'rate(1 hour)',
    'rate(1 minute)',
    'rate(1 minute)',
    'rate(15 minutes)',
    'rate(15 minutes)',
    'rate(5 minutes)',
  ]);
  const sweeping = ['DeleteItem', 'GetItem', 'PutItem', 'Query'].map((action) => `dynamodb:${action}`);
  expect(actionsOf('clock.applyRetention')).toEqual(expect.arrayContaining(sweeping));
  expect(actionsOf('clock.endStaleConversations')).not.toContain('s3:DeleteObject');
});

/** A model and a voice of AWS, which some functions may ask. */
const services = {
  model: {
    provider: 'bedrock',
    region: 'eu-central-1',
    models: ['amazon.nova-lite-v1:0', 'rehearsal'],
    analysis_models: ['eu.anthropic.claude-sonnet-4-v1:0'],
  },
  speech: { provider: 'polly' },
};

describe('Language models', () => {
  const functionsIn = (among: typeof resources) =>
    Object.values(among).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const environmentsIn = (among: typeof resources) =>
    functionsIn(among).flatMap(({ Properties }) => {
      const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
      return 'MODEL_SETTINGS' in Variables ? [{ entry: Properties.Description, Variables }] : [];
    });
  const modelStatements = (id: string, among: typeof resources) =>
    statementsOf(id, among).filter(({ Action }) => JSON.stringify(Action).includes('bedrock'));

  test('are asked by nobody unless the operator says so', () => {
    expect(JSON.stringify(resources)).not.toMatch(/bedrock|MODEL_/);
  });

  test('of Bedrock may be asked by the functions that answer for agents, analyze and run tests, and only those that are allowed', () => {
    const among = resourcesOf(templateOf(services));
    const arn = (...parts: unknown[]) => ({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ...parts]],
    });
    const through = arn(
      ':bedrock:eu-central-1:',
      { Ref: 'AWS::AccountId' },
      ':inference-profile/eu.anthropic.claude-sonnet-4-v1:0',
    );
    const direct = arn(':bedrock:eu-central-1::foundation-model/amazon.nova-lite-v1:0');
    const asking = [
      'agents.test',
      'analyses.preview',
      'chats.send',
      'chats.sendResults',
      'tasks.analyzeConversation',
      'tasks.analyzeHistory',
      'tasks.runTestAttempt',
    ];
    const streaming = ['chats.stream', 'completions.create', 'sockets.calls'];
    const all = [...asking, ...streaming];
    const expected = [
      { Effect: 'Allow', Action: 'bedrock:InvokeModel', Resource: [through, direct] },
      {
        Effect: 'Allow',
        Action: 'bedrock:InvokeModel',
        Resource: arn(':bedrock:*::foundation-model/anthropic.claude-sonnet-4-v1:0'),
        Condition: { StringEquals: { 'bedrock:InferenceProfileArn': through } },
      },
    ];
    for (const id of asking) expect(modelStatements(id, among)).toEqual(expected);
    for (const id of streaming) {
      const action = 'bedrock:InvokeModelWithResponseStream';
      expect(modelStatements(id, among).map(({ Action }) => Action)).toEqual([action, action]);
    }
    for (const { id } of bundles.filter((bundle) => !all.includes(bundle.id))) {
      expect(modelStatements(id, among)).toEqual([]);
    }
    // They are also listed, for which nobody asks them.
    const knowing = [...all, 'models.list'];
    const entries = bundles.filter(({ id }) => knowing.includes(id)).map(({ entry }) => entry);
    expect(
      environmentsIn(among)
        .map(({ entry }) => entry)
        .sort(),
    ).toEqual(entries.sort());
  });

  test('of an endpoint of one’s own need no permission, and their key is in no template', () => {
    const among = resourcesOf(
      templateOf(
        {
          model: {
            provider: 'openai_compatible',
            base_url: 'https://models.example.com/v1',
            api_key_secret: 'models/key',
            models: ['llama'],
          },
        },
        fewFunctions,
      ),
    );
    expect(modelStatements('agents.test', among)).toEqual([]);
    const [{ Variables } = {}] = environmentsIn(among);
    expect(JSON.stringify(Variables)).toContain('{{resolve:secretsmanager:models/key:SecretString');
    expect(JSON.parse(String(Variables?.MODEL_SETTINGS))).toEqual({
      provider: 'openai_compatible',
      base_url: 'https://models.example.com/v1',
      models: ['llama'],
      timeout_seconds: 20,
      max_tokens: 2000,
    });
  });

  test('have the time that API Gateway leaves them', () => {
    const trying = functionsIn(resources).find(
      ({ Properties }) => Properties.Description === 'functions/agents/test.ts',
    );
    expect(trying?.Properties.Timeout).toBe(29);
    expect(() =>
      templateOf({
        model: { provider: 'bedrock', region: 'eu-central-1', models: ['x'], timeout_seconds: 25 },
      }),
    ).toThrow(/timeout_seconds/);
  });
});

describe('Speech', () => {
  const spokenBy = (among: typeof resources) =>
    bundles.flatMap(({ id }) =>
      statementsOf(id, among).flatMap(({ Action, Resource }) =>
        JSON.stringify(Action).includes('polly') ? [{ id, Action, Resource }] : [],
      ),
    );
  const environmentIn = (among: typeof resources) => {
    const found = Object.values(among).find(
      ({ Type, Properties }) =>
        Type === 'AWS::Lambda::Function' && Properties.Description === 'functions/speech/create.ts',
    );
    const environment = found?.Properties.Environment as { Variables: Record<string, unknown> } | undefined;
    return environment?.Variables ?? {};
  };

  test('of Polly is made by two functions, if the operator says so', () => {
    expect(spokenBy(resources)).toEqual([]);
    expect(environmentIn(resources)).not.toHaveProperty('SPEECH_SETTINGS');
    const among = resourcesOf(templateOf(services));
    const Action = ['polly:DescribeVoices', 'polly:SynthesizeSpeech'];
    expect(spokenBy(among)).toEqual([
      { id: 'speech.create', Action, Resource: '*' },
      { id: 'chats.stream', Action, Resource: '*' },
    ]);
    expect(environmentIn(among)).toMatchObject({ SPEECH_SETTINGS: '{"provider":"polly"}' });
  });

  test('of an endpoint has its key in no template', () => {
    const speech = {
      provider: 'openai_compatible',
      base_url: 'https://speech.example.com/v1',
      api_key_secret: 'speech/key',
      model: 'tts-1',
    };
    const variables = environmentIn(resourcesOf(templateOf({ speech }, fewFunctions)));
    expect(JSON.stringify(variables.SPEECH_API_KEY)).toContain('{{resolve:secretsmanager:speech/key');
    expect(variables.SPEECH_SETTINGS).not.toContain('speech/key');
    expect(() => templateOf({ speech: { ...speech, base_url: 'http://speech.example.com/v1' } })).toThrow(
      /base_url/,
    );
    expect(() => templateOf({ speech: { provider: 'stand_in' } })).toThrow(
      /is a stand-in for local use and cannot be deployed/,
    );
  });

  test('is read and written where objects expire after a day', () => {
    const statements = JSON.stringify(statementsOf('speech.create', resources));
    expect(statements).toContain('/speech/*');
    expect(statements).not.toContain('/recordings/*');
    template.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([{ ExpirationInDays: 1, Prefix: 'speech/', Status: 'Enabled' }]),
      },
    });
  });
});

describe('Streams of Amazon Transcribe', () => {
  const openers = ['chats.ears', 'tasks.secondLook'];
  const roleIn = (among: typeof resources, id: string, kind = 'Role') =>
    Object.keys(among).find((name) => new RegExp(`^${id.replace('.', '')}${kind}[0-9A-F]{8}$`).test(name));

  test('are opened by nobody unless the operator says so', () => {
    expect(JSON.stringify(resources)).not.toMatch(/transcribe|EARS_ROLE/);
    expect(openers.filter((id) => roleIn(resources, id, 'EarsRole'))).toEqual([]);
  });

  test('are opened by roles that can do nothing else, each of which one function takes for a chat', () => {
    const among = resourcesOf(templateOf({ ears: { provider: 'transcribe' } }, fewFunctions));
    for (const id of openers) {
      const role = roleIn(among, id, 'EarsRole') ?? '';
      const { AssumeRolePolicyDocument, Policies, ...others } = among[role]?.Properties ?? {};
      expect(AssumeRolePolicyDocument).toMatchObject({
        Statement: [
          {
            Effect: 'Allow',
            Action: 'sts:AssumeRole',
            Principal: { AWS: { 'Fn::GetAtt': [roleIn(among, id), 'Arn'] } },
            Condition: { StringLike: { 'sts:RoleSessionName': 'conv_*' } },
          },
        ],
      });
      const Action = 'transcribe:StartStreamTranscriptionWebSocket';
      expect(Policies).toMatchObject([
        { PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource: '*' }] } },
      ]);
      expect(others).not.toHaveProperty('ManagedPolicyArns');
      const [called] = Object.values(among).filter(
        ({ Type, Properties: { Role } }) =>
          Type === 'AWS::Lambda::Function' && JSON.stringify(Role)?.includes(`"${roleIn(among, id)}"`),
      );
      expect(called?.Properties.Environment).toMatchObject({
        Variables: { EARS_ROLE: { 'Fn::GetAtt': [role, 'Arn'] } },
      });
    }
    const text = JSON.stringify(among);
    expect(text.match(/transcribe:/g)).toHaveLength(openers.length);
    expect(text.match(/EARS_ROLE/g)).toHaveLength(openers.length);
  });
});

test('S3 notifies the function of new recordings through EventBridge', () => {
  template.hasResourceProperties('AWS::S3::Bucket', {
    NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
  });
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: {
        bucket: { name: [{ Ref: 'StorageRecordings413F2A04' }] },
        object: { key: [{ prefix: 'recordings/' }] },
      },
    },
    Targets: [Match.objectLike({ DeadLetterConfig: { Arn: Match.anyValue() } })],
  });
});
