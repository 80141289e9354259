import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '#lib/local/dynamodb.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { PlatformDescription, PlatformOptions } from '#lib/local/platform.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { seenIn, tellSeen } from './answers.ts';
import type { OnRequest } from './fault-proxy.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { slowness } from './patience.ts';
import { startStreamServer } from './stream-server.ts';

/** Runs one of the platform's functions, as the clock would: with so much time. */
export type Run = (id: string, milliseconds?: number) => Promise<unknown>;

export interface OwnPlatformOptions
  extends Pick<
    PlatformOptions,
    'bundles' | 'following' | 'model' | 'ears' | 'speech' | 'corsOrigins' | 'listShards'
  > {
  /** Its DynamoDB is reached through a proxy that makes faults happen. */
  readonly proxied?: boolean;
  /** A folder with data that it starts on and keeps; absent: it begins empty, in memory. */
  readonly directory?: string;
  /** Told of what its functions ask of DynamoDB, where that is proxied. */
  readonly onRequest?: OnRequest;
}

export interface OwnPlatform {
  readonly description: PlatformDescription;
  /**
   * The table's endpoint for other programs, which checks their signatures; the one in the description is
   * behind it.
   */
  readonly guardedEndpoint: string;
  readonly run: Run;
  readonly close: () => Promise<void>;
}

/** A platform that no other test file sees, in this file's own process. */
export const startOwnPlatform = async ({
  bundles,
  following = true,
  proxied = false,
  model,
  ears,
  speech,
  corsOrigins = [],
  listShards = 1,
  directory: given,
  onRequest,
}: OwnPlatformOptions = {}): Promise<OwnPlatform> => {
  // Its functions log into this process.
  console.info = () => {};
  // The DynamoDB that all other tests share.
  delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const closing: (() => Promise<void>)[] = [];
  if (proxied) {
    const dynamoDb = await startDynamoDb({});
    const proxy = await startFaultProxy(dynamoDb.endpoint, onRequest);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
    closing.push(proxy.close, dynamoDb.close);
  }
  // The stub that all other tests share knows no credentials but those of their platform.
  const streamServer = await startStreamServer(() => process.env.AWS_SECRET_ACCESS_KEY ?? '');
  Object.assign(process.env, streamServer.environment);
  closing.push(streamServer.close);
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'platform-')));
  const seen = new Set<string>();
  const platform = await startPlatform({
    bundles,
    directory,
    memory: !given,
    port: 0,
    scheduled: false,
    slowness,
    following,
    model,
    ears,
    speech,
    corsOrigins,
    listShards,
    anySignature: proxied,
    onAnswer: (answered) => {
      for (const one of seenIn(answered)) seen.add(one);
    },
  });
  const { AWS_ENDPOINT_URL_DYNAMODB: dynamodb_endpoint = '' } = process.env;
  const load = loadFunctions(bundles);
  const run: Run = (id, milliseconds = 240_000) => load(id)({}, toContext(id, milliseconds));
  return {
    description: { ...platform.description, dynamodb_endpoint },
    guardedEndpoint: platform.description.dynamodb_endpoint,
    run,
    close: async () => {
      await platform.close();
      await tellSeen(seen);
      for (const close of closing) await close();
      if (!given) await rm(directory, { recursive: true, force: true });
    },
  };
};

/** The same for one test. */
export const withOwnPlatform = async (
  use: (description: PlatformDescription, run: Run) => Promise<void>,
  options: OwnPlatformOptions = {},
): Promise<void> => {
  const { description, run, close } = await startOwnPlatform(options);
  try {
    await use(description, run);
  } finally {
    await close();
  }
};
