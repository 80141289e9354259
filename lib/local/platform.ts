import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle } from '#lib/build/bundles.ts';
import { callSocketFunction, toolFunction } from '#lib/build/function-settings.ts';
import { recordingsFolder } from '#lib/domain/recordings/recording.ts';
import { earsOrigin } from '#lib/ears/origin.ts';
import type { EarsSettings } from '#lib/ears/settings.ts';
import type { ModelSettings } from '#lib/model/settings.ts';
import type { SpeechSettings } from '#lib/speech/settings.ts';
import { startBackground } from './background.ts';
import { startBackgroundThread } from './background-thread.ts';
import type { ServeConsole } from './console.ts';
import { readConsole } from './console.ts';
import { createTable } from './create-table.ts';
import type { LocalDynamoDb } from './dynamodb.ts';
import { startDynamoDb } from './dynamodb.ts';
import { startDynamoDbGuard } from './dynamodb-guard.ts';
import { invokerOf, loadFunctions } from './functions.ts';
import type { GatewayOptions } from './gateway.ts';
import { startGateway } from './gateway.ts';
import type { LocalIssuer } from './issuer.ts';
import { issuerPath, localIssuer } from './issuer.ts';
import { startLambda } from './lambda.ts';
import { lockDirectory } from './lock.ts';
import { welcomePeople } from './people.ts';
import { readCounter } from './reads.ts';
import { startS3 } from './s3/server.ts';
import type { SigningCredentials } from './s3/signature.ts';
import { ensureSecretsKey } from './secrets-key.ts';
import { socketPath, startSockets } from './sockets.ts';
import type { StartError } from './start-error.ts';
import { whereWritable } from './start-error.ts';

/**
 * Everything that a program needs to use a platform and to look into its table and bucket.
 * `.local/platform.json` contains it.
 */
export interface PlatformDescription {
  readonly base_url: string;
  /** An API key at the root, with all scopes. */
  readonly api_key: string;
  readonly dynamodb_endpoint: string;
  readonly table: string;
  readonly s3_endpoint: string;
  readonly bucket: string;
  /** The bucket of the audit log's seals. */
  readonly audit_bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  /** The number of partitions that the lists of conversations of large organizations are spread over. */
  readonly list_shards: number;
}

export interface LocalModel {
  readonly settings: ModelSettings;
  /** The API key of an OpenAI-compatible endpoint, if it requires one. */
  readonly apiKey?: string | undefined;
}

export interface PlatformOptions
  extends Pick<GatewayOptions, 'port' | 'onAnswer' | 'corsOrigins' | 'publicUrl' | 'slowness'> {
  /**
   * The functions as they are deployed, each from its own bundle. Absent: all run from one file that shares
   * their code.
   */
  readonly bundles?: readonly Bundle[] | undefined;
  /** The folder for data and `platform.json`. */
  readonly directory: string;
  /** Keeps nothing. */
  readonly memory?: boolean;
  /** Absent: agents are tried without a language model. */
  readonly model?: LocalModel | undefined;
  /** Absent: a stand-in hums for agents without an account at a voice provider. */
  readonly speech?: SpeechSettings | undefined;
  /** Absent: pages recognize speech by themselves. */
  readonly ears?: EarsSettings | undefined;
  /**
   * False: nothing follows a write. Search finds nothing, no erasure completes, and the bucket reports no
   * upload.
   */
  readonly following?: boolean;
  /**
   * The number of partitions that long lists are spread over; absent: one, because the embedded table has
   * only one.
   */
  readonly listShards?: number;
  /**
   * True: a DynamoDB that runs elsewhere accepts any signature, as the embedded one does, which spares the
   * SDK's work.
   */
  readonly anySignature?: boolean;
  /** False: no scheduled functions run. */
  readonly scheduled?: boolean;
  /** True: an OpenID provider on this machine lets people sign in, one for each role. */
  readonly people?: boolean;
  /** The folder of the built console; absent: only the API is served. */
  readonly console?: string | undefined;
  /** Delays each message of a socket by a different time, as API Gateway may; absent: none is delayed. */
  readonly socketDelayMs?: (() => number) | undefined;
  /** Called when the platform cannot continue. */
  readonly onLost?: (error: StartError) => void;
}

export interface Platform {
  readonly description: PlatformDescription;
  /** The link with which one of the people of this machine signs in, if there are any. */
  readonly peopleLink?: string | undefined;
  readonly close: () => Promise<void>;
}

const table = 'voice-agent-platform';
const bucket = 'voice-agent-platform-recordings';
const auditBucket = 'voice-agent-platform-audit';
const region = 'us-east-1';

/** These credentials open only the table and the bucket of this start. */
const newCredentials = (): SigningCredentials => ({
  accessKeyId: 'LOCALLOCALLOCALLOCAL',
  secretAccessKey: randomBytes(30).toString('base64url'),
});

/** Functions read their configuration from the environment, as in Lambda. */
const enter = (
  dynamoDb: LocalDynamoDb,
  s3Endpoint: string,
  lambdaEndpoint: string,
  credentials: SigningCredentials,
  secretsKeyFile: string,
  { listShards, model, speech, ears, corsOrigins = [], anySignature = false }: PlatformOptions,
): void => {
  for (const name of [
    'ANY_SIGNATURE_AT',
    'AWS_PROFILE',
    'AWS_SESSION_TOKEN',
    'MODEL_SETTINGS',
    'MODEL_API_KEY',
    'EARS_SETTINGS',
    'SECRETS_KEY_ID',
    'AUDIT_SIGNING_KEY',
  ]) {
    delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
    AWS_ENDPOINT_URL_S3: s3Endpoint,
    AWS_ENDPOINT_URL_LAMBDA: lambdaEndpoint,
    TOOL_FUNCTION: toolFunction,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    TABLE_NAME: table,
    BUCKET_NAME: bucket,
    AUDIT_BUCKET_NAME: auditBucket,
    SECRETS_KEY_FILE: secretsKeyFile,
    // Destinations on this machine may be reached, even without TLS.
    LOCAL_DESTINATION: '127.0.0.1',
    // New webhooks receive events at once. Reading the webhooks for each batch of events costs little here.
    LISTENERS_REMEMBERED_MS: '0',
    ANALYSIS_DELAY_MS: '0',
    SPEECH_SETTINGS: JSON.stringify(speech ?? { provider: 'stand_in' }),
    SERVER_TIMING: 'on',
    LIST_SHARDS: String(listShards),
    CORS_ORIGINS: JSON.stringify(corsOrigins),
    // A route's function times out first.
    CALL_TIMEOUT_MS: '30000',
    ...((dynamoDb.embedded || anySignature) && { ANY_SIGNATURE_AT: dynamoDb.endpoint }),
    ...(ears && { EARS_SETTINGS: JSON.stringify(ears) }),
    ...(model && { MODEL_SETTINGS: JSON.stringify(model.settings) }),
    ...(model?.apiKey && { MODEL_API_KEY: model.apiKey }),
  });
};

/** Other users of the machine must not read conversations. */
const openDirectory = (directory: string): Promise<void> =>
  whereWritable(directory, async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      await chmod(join(directory, entry.name), entry.isDirectory() ? 0o700 : 0o600);
    }
  });

/** The key of the last start if the table still has it, or else a new one. */
const platformKey = async (file: string): Promise<string> => {
  // Imported here, because the environment that these modules read is complete only now.
  const { findSecret } = await import('#lib/keys/api-keys.ts');
  const { createPlatformKey } = await import('#lib/keys/platform-key.ts');
  const known = await readFile(file, 'utf8').then(
    (text) => (JSON.parse(text) as Partial<PlatformDescription>).api_key,
    () => undefined,
  );
  return known && (await findSecret(known)) ? known : createPlatformKey('start', 'Local platform');
};

/**
 * Runs the whole platform in this process, with the embedded DynamoDB as a child process: the functions
 * behind a gateway that behaves like API Gateway, the table and bucket of the same definition, and S3's
 * events. Followers, tasks and scheduled functions run in a separate thread, or in this one with `memory`.
 */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const {
    bundles,
    directory,
    memory = false,
    following = true,
    scheduled = true,
    listShards = 1,
    slowness = 1,
    port,
    onAnswer,
    corsOrigins = [],
    publicUrl,
    people = false,
    socketDelayMs,
    console: consoleDirectory,
    onLost,
  } = options;
  const credentials = newCredentials();
  const allowedOrigins = [...corsOrigins];
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };

  /** Events that an earlier run left behind wait until the functions' environment is complete. */
  const entered = Promise.withResolvers<void>();
  entered.promise.catch(() => {});

  try {
    await openDirectory(directory);
    closing.push(await whereWritable(directory, () => lockDirectory(directory)));
    const scratch = memory ? await mkdtemp(join(tmpdir(), 'recordings-')) : undefined;
    if (scratch) closing.push(() => rm(scratch, { recursive: true, force: true }));

    const dynamoDb = await startDynamoDb({
      ...(!memory && { file: join(directory, 'dynamodb.sqlite') }),
      ...(onLost && { onLost }),
    });
    closing.push(dynamoDb.close);
    const guard = dynamoDb.embedded
      ? await startDynamoDbGuard({ target: dynamoDb.endpoint, credentials, region })
      : undefined;
    if (guard) closing.push(guard.close);

    const run = loadFunctions(bundles);
    const invoke = invokerOf(run);
    const lambda = await startLambda(invoke);
    closing.push(lambda.close);
    const s3 = await startS3({
      directory: join(scratch ?? directory, 'bucket'),
      buckets: [bucket, auditBucket],
      versioned: [auditBucket],
      credentials,
      region,
      allowedOrigins: () => allowedOrigins,
      onObjectCreated: async (event) => {
        await entered.promise;
        if (following && event.detail.object.key.startsWith(recordingsFolder)) {
          await invoke('events.recordingUploaded', event);
        }
      },
    });
    closing.push(s3.close);

    const secretsKeyFile = join(scratch ?? directory, 'secrets.key');
    await ensureSecretsKey(secretsKeyFile);
    enter(dynamoDb, s3.endpoint, lambda.endpoint, credentials, secretsKeyFile, { ...options, listShards });
    await createTable(table);
    entered.resolve();
    const file = join(directory, 'platform.json');
    const api_key = await platformKey(file);

    const socketHost = () => new URL(publicUrl ?? process.env.API_URL ?? 'http://127.0.0.1').host;
    const sockets = await startSockets({
      invoke: (event) => invoke(callSocketFunction, event),
      host: socketHost,
      delayMs: socketDelayMs,
    });
    closing.push(sockets.close);
    // Background work sends to connections as well, and its thread inherits the environment of now.
    process.env.SOCKET_CONNECTIONS_URL = sockets.connectionsUrl;

    const { reads, count } = readCounter();
    const background =
      (following || scheduled) &&
      (await (memory ? startBackground : startBackgroundThread)({
        reads,
        tableName: table,
        file: memory ? undefined : join(directory, 'followed'),
        isAlone: dynamoDb.embedded,
        following,
        scheduled,
        bundles,
      }));
    if (background) closing.push(background.close);

    const serveConsole =
      consoleDirectory &&
      (await readConsole(consoleDirectory, () => ({
        recordings: s3.endpoint,
        sockets: [new URL(process.env.SOCKET_URL ?? '').origin],
        ears: earsOrigin(options.ears, region),
      })));
    let issuer: LocalIssuer | undefined;
    const serve: ServeConsole = (request, response) => void issuer?.issue(request, response);
    const gateway = await startGateway({
      upgrade: sockets.upgrade,
      invoke: run,
      onRead: count,
      slowness,
      ...(people && { serveIssuer: { path: issuerPath, serve } }),
      ...(serveConsole && { serveConsole }),
      port,
      corsOrigins,
      publicUrl,
      onAnswer: (answered) => {
        if (background && answered.status < 300 && !answered.routeKey.startsWith('ANY ')) background.wake();
        onAnswer?.(answered);
      },
    });
    closing.push(gateway.close);
    allowedOrigins.push(gateway.baseUrl, gateway.baseUrl.replace('127.0.0.1', 'localhost'));
    if (publicUrl) allowedOrigins.push(publicUrl);
    process.env.API_URL = gateway.baseUrl;
    process.env.SOCKET_URL = `${(publicUrl ?? gateway.baseUrl).replace(/^http/, 'ws')}${socketPath}`;

    let peopleLink: string | undefined;
    if (people) {
      issuer = await localIssuer(gateway.baseUrl);
      peopleLink = issuer.linkFor(await welcomePeople(`${gateway.baseUrl}${issuerPath}`));
    }
    const description: PlatformDescription = {
      base_url: gateway.baseUrl,
      api_key,
      dynamodb_endpoint: guard?.endpoint ?? dynamoDb.endpoint,
      table,
      s3_endpoint: s3.endpoint,
      bucket,
      audit_bucket: auditBucket,
      region,
      access_key_id: credentials.accessKeyId,
      secret_access_key: credentials.secretAccessKey,
      list_shards: listShards,
    };
    // Written atomically, even if the process is killed: no later start could read half of the file.
    await writeFile(`${file}.tmp`, `${JSON.stringify(description, undefined, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.tmp`, file);
    return { description, peopleLink, close };
  } catch (error) {
    entered.reject(error);
    await close();
    throw error;
  }
};
