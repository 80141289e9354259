import { Aws, SecretValue } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Bundle } from '#lib/build/bundles.ts';
import { waitsForOthers } from '#lib/build/function-settings.ts';
import { conversationFacets } from '#lib/conversations/facets.ts';
import { auditFolder } from '#lib/domain/audit/seal.ts';
import { exportsFolder } from '#lib/domain/exports/export.ts';
import { payloadsFolder } from '#lib/domain/integrations/payloads.ts';
import { heartbeatKey, recordingsFolder } from '#lib/domain/recordings/recording.ts';
import { speechFolder } from '#lib/domain/speech/speech.ts';
import type { EarsSettings } from '#lib/ears/settings.ts';
import type { ModelSettings } from '#lib/model/settings.ts';
import { namedModels, rehearsalId } from '#lib/model/settings.ts';
import type { SpeechSettings } from '#lib/speech/settings.ts';
import { tasksPartition } from '#lib/store/keys.ts';
import type { FacetName } from '#lib/store/lists/facets.ts';
import { indexOf } from '#lib/store/table-definition.ts';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskKindNames } from '#lib/store/tasks/kinds.ts';
import type { Data } from './data-stack.ts';
import type { Settings } from './settings.ts';
import { writtenPartitions } from './written-partitions.ts';

/*
 * A function may do what its code can do, and no more. Each call to DynamoDB or S3 has its own module, and a
 * bundle contains only the modules that its function uses, so permissions derive from the bundle. Declared
 * by hand are the indexes of lists, the folders of the bucket, the partitions that a function may write, and
 * the secrets that it may seal or open.
 */

/** The queue of each kind of task. */
export type TaskQueues = Readonly<Record<TaskKind, Queue>>;

/** The addresses of the WebSocket API that carriers and watching pages connect to. */
export interface CallSockets {
  /** The `wss://` address, which carriers sign. */
  readonly url: string;
  /** The address at which functions reach connections. */
  readonly connectionsUrl: string;
  readonly connectionsArn: string;
}

export interface Resources
  extends Pick<Data, 'table' | 'bucket' | 'auditBucket' | 'secretsKey' | 'signingKey'> {
  /** The stack's name, which separates its metrics from those of others. */
  readonly platform: string;
  /** The secret by which CloudFront proves which requests it passes on. Absent: there is no console. */
  readonly viewerProof?: ISecret | undefined;
  /** Absent: the function answers no requests. */
  readonly throttle?:
    | Pick<Settings['throttle'], 'requests_per_second' | 'waiting_requests_per_minute'>
    | undefined;
  /** Absent: no function puts tasks into queues. */
  readonly taskQueues?: TaskQueues | undefined;
  /** The function that connects to tool servers. Absent: no function may invoke it. */
  readonly toolFunction?: { readonly functionArn: string } | undefined;
  /** The WebSocket API. Absent: no function sends to it. */
  readonly callSockets?: CallSockets | undefined;
  /** The address of the routes whose answers are streamed. Absent: no function links to them. */
  readonly liveUrl?: string | undefined;
  /** The origins whose pages may read streamed answers. Absent: none. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Absent: no function may ask a language model. */
  readonly model?: ModelSettings | undefined;
  /** Absent: only accounts at voice providers speak. */
  readonly speech?: SpeechSettings | undefined;
  readonly ears?: EarsSettings | undefined;
  /** Increases when API keys have changed. */
  readonly secretsRotation?: number | undefined;
}

const queueOf = (queues: TaskQueues | undefined, kind: TaskKind): Queue => {
  if (!queues) throw new Error('A function that answers requests puts tasks into queues');
  return queues[kind];
};

/** Restricts a statement to items whose partition key begins with a prefix. */
const withKeys = (...beginnings: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': beginnings },
});

const statement = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
  new PolicyStatement({ effect: Effect.ALLOW, actions, resources, ...(conditions && { conditions }) });

const onTable =
  (...actions: string[]) =>
  ({ table }: Resources): PolicyStatement[] => [
    statement(
      actions.map((action) => `dynamodb:${action}`),
      [table.tableArn],
    ),
  ];

/** Changes attributes of items in partitions that begin so. */
const updating =
  (beginning: string) =>
  ({ table }: Resources): PolicyStatement[] => [
    statement(['dynamodb:UpdateItem'], [table.tableArn], withKeys(beginning)),
  ];

const writing =
  (action: string) =>
  ({ table }: Resources, { id }: Bundle): PolicyStatement[] => {
    const partitions = writtenPartitions(id, action);
    const on = [statement([`dynamodb:${action}`], [table.tableArn], withKeys(...partitions))];
    return partitions.length === 0 ? [] : on;
  };

const facetsOfConversations = Object.keys(conversationFacets) as FacetName[];

/**
 * The indexes by which each function filters a list. Its modules show that it can query a list, but not by
 * which facet.
 */
const soughtBy: Readonly<Record<string, readonly ('name' | FacetName)[]>> = {
  'clients.list': ['name', 'parent', 'type', 'client_external_id'],
  'subcompanies.list': ['parent', 'client_external_id'],
  'agents.list': ['name', 'agent_external_id'],
  'documents.list': ['document_external_id'],
  'conversations.list': facetsOfConversations,
  'conversations.summary': facetsOfConversations,
  'conversations.updateMatching': facetsOfConversations,
  'tasks.writeExport': facetsOfConversations,
  // Few conversations are active at once, so their status leaves less to read than any other facet.
  'conversations.active': ['status', 'number', 'caller', 'external_id', 'provider_conversation'],
  'webhookMessages.list': ['message_status', 'event'],
  'webhooks.recover': ['message_status'],
  'webhooks.replay': ['event'],
  'tasks.tendWebhook': ['message_status'],
  'integrationEvents.list': ['event_status'],
  'tasks.replayParked': ['event_status'],
  'reviews.list': ['review_status'],
  'tasks.analyzeHistory': facetsOfConversations,
  'tasks.eraseCaller': ['number', 'caller'],
  'erasures.preview': ['number', 'caller'],
  'tasks.processProviderEvent': ['provider_agent'],
  'tasks.runImport': ['provider_agent'],
  'clock.endStaleConversations': ['status'],
  'clock.applyRetention': ['retention'],
};

const onIndexes = ({ table }: Resources, { id }: Bundle): PolicyStatement[] => {
  const names = (soughtBy[id] ?? []).map((by) => (by === 'name' ? 'by_name' : indexOf(by)));
  const resources = [...new Set(names)].map((name) => `${table.tableArn}/index/${name}`);
  return resources.length === 0 ? [] : [statement(['dynamodb:Query'], resources)];
};

const onFolders = ({ bucket }: Resources, actions: string[], folders: string[]): PolicyStatement[] => [
  statement(
    actions.map((action) => `s3:${action}`),
    folders.map((folder) => `${bucket.bucketArn}/${folder}*`),
  ),
];

const onRecordings =
  (...actions: string[]) =>
  (resources: Resources): PolicyStatement[] =>
    onFolders(resources, actions, [recordingsFolder]);

/** The objects of the audit log's seals, of which the tests know the folder. */
const onSeals =
  (action: string) =>
  ({ auditBucket }: Resources): PolicyStatement[] => [
    statement([`s3:${action}`], [`${auditBucket.bucketArn}/${auditFolder}*`]),
  ];

const has = ({ modules }: Bundle, module: string): boolean => modules.includes(module);

const speaks = (bundle: Bundle): boolean => has(bundle, 'lib/speech/kept-speech.ts');

const writesExports = (bundle: Bundle): boolean => has(bundle, 'lib/exports/write-files.ts');

const linkedFolder = (bundle: Bundle): string => {
  if (has(bundle, 'lib/exports/links.ts')) return exportsFolder;
  if (speaks(bundle)) return speechFolder;
  return has(bundle, 'lib/integrations/payloads.ts') ? payloadsFolder : recordingsFolder;
};

const deletedFolders = (bundle: Bundle): string[] => {
  const ofExports = writesExports(bundle) || has(bundle, 'lib/exports/remove-files.ts');
  // A function that deletes files of exports or payloads of providers may delete recordings only if it also
  // erases conversations.
  const ofOthers = ofExports || has(bundle, 'lib/integrations/process-event.ts');
  const ofRecordings = !ofOthers || has(bundle, 'lib/erasures/conversation-erasure.ts');
  return [
    ...(ofRecordings ? [recordingsFolder] : []),
    ...(has(bundle, 'lib/integrations/calls.ts') ? [payloadsFolder] : []),
    ...(ofExports ? [exportsFolder] : []),
  ];
};

/** The purposes of the secrets that each module decrypts. */
export const openedBy: Readonly<Record<string, readonly string[]>> = {
  'lib/webhooks/deliver.ts': ['signing_secret'],
  'lib/people/open-client-secret.ts': ['client_secret'],
  'lib/people/open-refresh-token.ts': ['refresh_token'],
  'lib/tools/run-tool.ts': ['tool_secret'],
  'lib/integrations/recipient.ts': ['api_key', 'webhook_secret'],
  'lib/integrations/recording-task.ts': ['api_key'],
  'lib/chats/open-recognizer.ts': ['api_key'],
  'lib/deployments/account.ts': ['api_key', 'webhook_secret'],
  'lib/deployments/token.ts': ['deployment_token'],
  'lib/tools/open-token.ts': ['tool_server_token'],
  'lib/phone/numbers.ts': ['api_key'],
  'lib/phone/recorder-of.ts': ['api_key'],
  'functions/voices/list.ts': ['api_key'],
};

/** The purposes of the secrets that each module encrypts. */
export const sealedBy: Readonly<Record<string, readonly string[]>> = {
  'lib/webhooks/webhooks.ts': ['signing_secret'],
  'lib/people/seal.ts': ['client_secret'],
  'lib/people/seal-refresh-token.ts': ['refresh_token'],
  'lib/tools/agent-tools.ts': ['tool_secret'],
  'lib/tools/rotate-signing-secret.ts': ['tool_secret'],
  'lib/tools/seal-token.ts': ['tool_server_token'],
  'lib/integrations/seal.ts': ['api_key', 'webhook_secret'],
  'lib/deployments/order.ts': ['webhook_secret'],
  'lib/deployments/token.ts': ['deployment_token'],
};

/**
 * A secret's data key is encrypted by the key of the stack, for one entity and purpose, which are its
 * context.
 */
const onSecretsKey =
  (action: string, by: typeof openedBy) =>
  ({ secretsKey }: Resources, { entry, modules }: Bundle): PolicyStatement[] => {
    if (secretsKey === undefined) return [];
    const purposes = [...new Set([entry, ...modules].flatMap((module) => by[module] ?? []))].sort();
    const context = { StringEquals: { 'kms:EncryptionContext:purpose': purposes } };
    return [statement([`kms:${action}`], [secretsKey.keyArn], context)];
  };

/** The names of cross-region profiles begin with their group of regions. */
const profile = /^(us|us-gov|eu|apac|jp|au|ca|global)\./;

/**
 * Allows the configured models only. A profile forwards requests to its model in regions that it chooses, so
 * the model is allowed there too, but only through the profile
 * (docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html).
 */
const onModels = ({ model }: Resources, bundle: Bundle): PolicyStatement[] => {
  if (model?.provider !== 'bedrock') return [];
  const streaming = [
    'lib/http/handle-stream.ts',
    'lib/http/handle-completion.ts',
    'lib/phone/handle-socket.ts',
  ];
  const streams = streaming.some((module) => has(bundle, module));
  const actions = [streams ? 'bedrock:InvokeModelWithResponseStream' : 'bedrock:InvokeModel'];
  const arn = (region: string, account: string, resource: string) =>
    `arn:${Aws.PARTITION}:bedrock:${region}:${account}:${resource}`;
  const ids = namedModels(model).filter((id) => id !== rehearsalId);
  return ids.flatMap((id) => {
    if (!profile.test(id)) {
      return statement(actions, [arn(model.region, '', `foundation-model/${id}`)]);
    }
    const through = arn(model.region, Aws.ACCOUNT_ID, `inference-profile/${id}`);
    return [
      statement(actions, [through]),
      statement(actions, [arn('*', '', `foundation-model/${id.replace(profile, '')}`)], {
        StringEquals: { 'bedrock:InferenceProfileArn': through },
      }),
    ];
  });
};

type Permissions = (resources: Resources, bundle: Bundle) => PolicyStatement[];

const byModule: Readonly<Record<string, Permissions>> = {
  'lib/store/operations/get.ts': onTable('GetItem'),
  'lib/store/operations/batch-get.ts': onTable('BatchGetItem'),
  'lib/store/operations/query.ts': onTable('Query'),
  'lib/store/operations/put.ts': writing('PutItem'),
  'lib/store/operations/remove.ts': writing('DeleteItem'),
  'lib/store/operations/must-exist.ts': onTable('ConditionCheckItem'),
  'lib/store/operations/put-if.ts': writing('PutItem'),
  'lib/store/operations/batch-write.ts': writing('BatchWriteItem'),
  'lib/store/table-definition.ts': onIndexes,
  'lib/keys/last-use.ts': ({ table }) => [
    statement(['dynamodb:UpdateItem'], [table.tableArn], {
      ...withKeys('secret#*'),
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'used_at'] },
    }),
    statement(['dynamodb:PutItem'], [table.tableArn], withKeys('last_use#*')),
  ],
  'lib/keys/shown-secret.ts': ({ table }) => [
    statement(
      ['dynamodb:ConditionCheckItem'],
      [table.tableArn],
      withKeys('secret#*', 'person#*', 'connection#*', 'enforced_sign_in#*'),
    ),
  ],
  'lib/people/join-write.ts': updating('connection#*'),
  'lib/webhooks/pace.ts': updating('webhook#*'),
  'lib/store/limits/request-rates.ts': updating('rate#*'),
  'lib/store/limits/chat-quotas.ts': updating('rate#*'),
  'lib/widgets/count-use.ts': updating('widget_use#*'),
  'lib/calls/continued-answers.ts': updating('live_call#*'),
  'lib/calls/unreported.ts': updating('live_call#*'),
  'lib/billing/plan-messages.ts': updating('rate#*'),
  'lib/sockets/watchers.ts': updating('open_sockets#*'),
  'lib/sockets/ring.ts': updating('ring#*'),
  'lib/phone/sockets.ts': updating('call_socket#*'),
  'lib/sockets/send-frame.ts': ({ callSockets }) =>
    callSockets ? [statement(['execute-api:ManageConnections'], [callSockets.connectionsArn])] : [],
  'lib/store/limits/chat-waits.ts': updating('rate#*'),
  // Its callers name the counts.
  'lib/store/limits/reservations.ts': () => [],
  'lib/audit/count-reads.ts': updating('*#audit_records'),
  'lib/store/limits/quotas.ts': updating('counts#*'),
  'lib/test-suites/run-updates.ts': updating('test_run#*'),
  'lib/agents/document-counts.ts': updating('agent#*'),
  'lib/analysis/budget.ts': updating('analysis_budget#*'),
  'lib/store/lists/cursor-keys.ts': ({ table }) => [
    statement(['dynamodb:PutItem'], [table.tableArn], withKeys('cursor_keys')),
  ],
  'lib/store/tasks/claim.ts': ({ table }) => [
    statement(['dynamodb:UpdateItem'], [table.tableArn], withKeys(`${tasksPartition('')}*`)),
  ],
  'lib/store/tasks/queue.ts': ({ taskQueues }) => [
    statement(
      ['sqs:SendMessage'],
      taskKindNames.map((kind) => queueOf(taskQueues, kind).queueArn),
    ),
  ],
  'lib/store/secrets/new-data-key.ts': onSecretsKey('GenerateDataKey', sealedBy),
  'lib/store/secrets/unwrap-data-key.ts': onSecretsKey('Decrypt', openedBy),
  'lib/tools/invoke.ts': ({ toolFunction }) =>
    toolFunction ? [statement(['lambda:InvokeFunction'], [toolFunction.functionArn])] : [],
  'lib/model/providers.ts': onModels,
  // Polly's only resources are lexicons, which are not used.
  'lib/speech/polly.ts': ({ speech }) =>
    speech?.provider === 'polly'
      ? [statement(['polly:DescribeVoices', 'polly:SynthesizeSpeech'], ['*'])]
      : [],
  'lib/store/bucket/upload-link.ts': onRecordings('PutObject'),
  'lib/store/bucket/upload-stream.ts': (resources, bundle) =>
    onFolders(
      resources,
      ['PutObject', 'AbortMultipartUpload'],
      [writesExports(bundle) ? exportsFolder : recordingsFolder],
    ),
  // A link grants access to a recording, a provider's payload, or a file of an export.
  'lib/store/bucket/presign.ts': (resources, bundle) =>
    onFolders(resources, ['GetObject'], [linkedFolder(bundle)]),
  // Erasing a conversation may include the payload of its provider.
  'lib/store/bucket/delete-object.ts': (resources, bundle) =>
    onFolders(resources, ['DeleteObject'], deletedFolders(bundle)),
  'lib/store/bucket/put-object.ts': (resources, bundle) =>
    onFolders(resources, ['PutObject'], [speaks(bundle) ? speechFolder : payloadsFolder]),
  'lib/store/bucket/read-object.ts': (resources, bundle) =>
    onFolders(resources, ['GetObject'], [speaks(bundle) ? speechFolder : payloadsFolder]),
  // S3 has no separate permission for reading an object's size.
  'lib/store/bucket/head-object.ts': (resources, bundle) =>
    onFolders(resources, ['GetObject'], [speaks(bundle) ? speechFolder : recordingsFolder]),
  'lib/store/bucket/put-heartbeat.ts': ({ bucket }) => [
    statement(['s3:PutObject'], [`${bucket.bucketArn}/${heartbeatKey}`]),
  ],
  'lib/store/bucket/open-object.ts': onRecordings('GetObject'),
  'lib/audit/sealed/put-sealed.ts': onSeals('PutObject'),
  // Without permission to list, S3 answers 403 for a missing object.
  'lib/audit/sealed/read-sealed.ts': ({ auditBucket }) => [
    ...onSeals('GetObject')({ auditBucket } as Resources),
    statement(['s3:ListBucket'], [auditBucket.bucketArn]),
  ],
  'lib/audit/sign-digest.ts': ({ signingKey }) =>
    signingKey ? [statement(['kms:Sign'], [signingKey.keyArn])] : [],
  'lib/audit/sealed/list-sealed.ts': ({ auditBucket }) => [
    statement(['s3:ListBucket'], [auditBucket.bucketArn]),
  ],
};

/** Whether a function has a role by which it opens streams of Amazon Transcribe. */
export const opensStreams = (bundle: Bundle, { ears }: Resources): boolean =>
  ears?.provider === 'transcribe' && has(bundle, 'lib/ears/role.ts');

/** The modules whose presence in a bundle gives it permissions. */
export const callingModules: readonly string[] = Object.keys(byModule);

/** The policy statements of a function. */
export const permissionsOf = (bundle: Bundle, resources: Resources): PolicyStatement[] =>
  bundle.modules.flatMap((module) => byModule[module]?.(resources, bundle) ?? []);

const uses = ({ modules }: Bundle, beginning: string): boolean =>
  modules.some((module) => module.startsWith(beginning));

/** The settings without what is no function's business. */
const settingsEnvironment = (
  prefix: 'EARS' | 'MODEL' | 'SPEECH',
  found: EarsSettings | ModelSettings | SpeechSettings,
): Record<string, string> => {
  const { api_key_secret: _secret, ...settings } = { api_key_secret: undefined, ...found };
  return { [`${prefix}_SETTINGS`]: JSON.stringify(settings) };
};

/** The settings, and the key, which CloudFormation puts in from where it is kept. */
const endpointEnvironment = (
  prefix: 'MODEL' | 'SPEECH',
  found: ModelSettings | SpeechSettings,
  rotation = 0,
): Record<string, string> => {
  const { api_key_secret } = { api_key_secret: undefined, ...found };
  return {
    ...settingsEnvironment(prefix, found),
    ...(api_key_secret && {
      [`${prefix}_API_KEY`]: SecretValue.secretsManager(api_key_secret).unsafeUnwrap(),
      ...(rotation > 0 && { SECRETS_ROTATION: String(rotation) }),
    }),
  };
};

/** The environment variables of a function. */
export const environmentOf = (
  bundle: Bundle,
  {
    platform,
    table,
    bucket,
    auditBucket,
    secretsKey,
    signingKey,
    taskQueues,
    toolFunction,
    liveUrl,
    callSockets,
    corsOrigins = [],
    model,
    speech,
    ears,
    secretsRotation,
    viewerProof,
    throttle,
  }: Resources,
): Record<string, string> => ({
  ...(uses(bundle, 'lib/store/table.ts') && { TABLE_NAME: table.tableName }),
  ...(uses(bundle, 'lib/store/metrics.ts') && { PLATFORM: platform }),
  ...(uses(bundle, 'lib/store/bucket/') && { BUCKET_NAME: bucket.bucketName }),
  ...(uses(bundle, 'lib/audit/sealed/') && { AUDIT_BUCKET_NAME: auditBucket.bucketName }),
  ...(uses(bundle, 'lib/store/tasks/queue.ts') && {
    TASK_QUEUES: JSON.stringify(
      Object.fromEntries(taskKindNames.map((kind) => [kind, queueOf(taskQueues, kind).queueUrl])),
    ),
  }),
  ...(toolFunction && has(bundle, 'lib/tools/invoke.ts') && { TOOL_FUNCTION: toolFunction.functionArn }),
  ...(secretsKey && uses(bundle, 'lib/store/secrets/') && { SECRETS_KEY_ID: secretsKey.keyArn }),
  ...(signingKey && has(bundle, 'lib/audit/sign-digest.ts') && { AUDIT_SIGNING_KEY: signingKey.keyArn }),
  ...(viewerProof &&
    uses(bundle, 'lib/http/viewer.ts') && { VIEWER_PROOF: viewerProof.secretValue.unsafeUnwrap() }),
  ...(liveUrl !== undefined && has(bundle, 'lib/http/live-url.ts') && { LIVE_URL: liveUrl }),
  ...(callSockets && has(bundle, 'lib/sockets/socket-url.ts') && { SOCKET_URL: callSockets.url }),
  ...(callSockets &&
    has(bundle, 'lib/sockets/send-frame.ts') && { SOCKET_CONNECTIONS_URL: callSockets.connectionsUrl }),
  ...(corsOrigins.length > 0 && { CORS_ORIGINS: JSON.stringify(corsOrigins) }),
  ...(throttle &&
    (waitsForOthers(bundle.id) || uses(bundle, 'lib/organizations/limits-in-effect.ts')) && {
      WAITING_REQUESTS_PER_MINUTE: String(throttle.waiting_requests_per_minute),
    }),
  ...(throttle &&
    uses(bundle, 'lib/organizations/limits-in-effect.ts') && {
      REQUESTS_PER_SECOND: String(throttle.requests_per_second),
    }),
  ...(model && has(bundle, 'lib/model/providers.ts') && endpointEnvironment('MODEL', model, secretsRotation)),
  ...(model && bundle.id === 'models.list' && settingsEnvironment('MODEL', model)),
  ...(ears && uses(bundle, 'lib/ears/') && settingsEnvironment('EARS', ears)),
  ...(speech && uses(bundle, 'lib/speech/') && endpointEnvironment('SPEECH', speech, secretsRotation)),
});
