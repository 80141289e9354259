import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/*
 * The differences of calls to an embedded DynamoDB. In AWS, none of these variables is set.
 */

const { AWS_ENDPOINT_URL_DYNAMODB, ANY_SIGNATURE_AT, CALLS_AT_ONCE } = process.env;

/** `CALLS_AT_ONCE` limits the concurrent calls of background work. */
export const connections = CALLS_AT_ONCE
  ? { httpAgent: { keepAlive: true, maxSockets: Number(CALLS_AT_ONCE) } }
  : {};

/**
 * Steps of the SDK that sign a call, identify the caller to AWS, and help Lambda to stop functions that call
 * each other endlessly.
 */
const forAws = [
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
  'hostHeaderMiddleware',
  'getUserAgentMiddleware',
  'recursionDetectionMiddleware',
];

const signature = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20000101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20000101T000000Z',
};

/**
 * The embedded DynamoDB requires a signature and accepts any. If `ANY_SIGNATURE_AT` is the client's endpoint,
 * all calls have the same signature and omit the steps that only AWS needs, which take about half of the
 * SDK's time for a call.
 */
export const omitStepsForAws = (client: DynamoDBDocumentClient): void => {
  if (!ANY_SIGNATURE_AT || ANY_SIGNATURE_AT !== AWS_ENDPOINT_URL_DYNAMODB) return;
  for (const name of forAws) client.middlewareStack.remove(name);
  client.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { headers: object }).headers, signature);
      return next(args);
    },
    { step: 'build', name: 'anySignature' },
  );
};

interface BeforeCalls {
  /** Waited for before each call of background work on one machine; absent in AWS. */
  beforeDynamoDbCall?: () => Promise<void>;
}

/** Makes all clients that are created from now on, also those of bundles, wait before each call. */
export const setBeforeCalls = (wait: () => Promise<void>): void => {
  (globalThis as BeforeCalls).beforeDynamoDbCall = wait;
};

export const waitBeforeCalls = (client: DynamoDBDocumentClient): void => {
  const { beforeDynamoDbCall: wait } = globalThis as BeforeCalls;
  if (!wait) return;
  client.middlewareStack.add(
    (next) => async (args) => {
      await wait();
      return next(args);
    },
    { step: 'initialize', name: 'waitBeforeCalls' },
  );
};
