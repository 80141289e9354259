import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { readBundles, root } from '#lib/build/bundles.ts';
import { newId } from '#lib/domain/ids.ts';
import { newSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';

const run = promisify(execFile);

/** A DynamoDB that knows who asks, and from then on takes requests and answers none. */
const startSilentDynamoDb = async () => {
  const caller = {
    ...keyOf('secret', 'of a caller'),
    key_id: newId('key'),
    client_id: null,
    path: [],
    scopes: ['agents:read'],
    expires_at: null,
    rate_limits: [],
    used_at: new Date().toISOString(),
  };
  const unanswered: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const operation = request.headers['x-amz-target'];
    if (operation !== 'DynamoDB_20120810.GetItem') {
      unanswered.push(operation);
      return;
    }
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify({ Item: marshall(caller) }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, unanswered, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

test('a function whose time runs out answers before Lambda ends it, and writes its log line', async () => {
  const { server, unanswered, endpoint } = await startSilentDynamoDb();
  // Without what only functions on one machine are told.
  const { CALL_TIMEOUT_MS: _patience, ...deployed } = process.env;
  const { directory = '' } = (await readBundles()).find(({ id }) => id === 'agents.get') ?? {};
  const agent_id = newId('agent');
  const event = {
    rawPath: `/v1/agents/${agent_id}`,
    rawQueryString: '',
    headers: { authorization: `Bearer ${newSecret()}` },
    pathParameters: { agent_id },
    requestContext: { http: { method: 'GET' } },
  };
  const code = `const context = { awsRequestId: '${randomUUID()}', getRemainingTimeInMillis: () => 100 };
require(process.argv[1]).handler(${JSON.stringify(event)}, context).then((answer) => {
  console.log(JSON.stringify(answer));
  process.exit();
});`;
  const { stdout } = await run(process.execPath, ['-e', code, join(root, directory, 'index.cjs')], {
    env: {
      ...deployed,
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      TABLE_NAME: 'table',
      PLATFORM: 'test',
    },
  });
  server.closeAllConnections();
  server.close();

  const [line, answer] = stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(line).toMatchObject({ route: 'GET /v1/agents/{agent_id}', status: 503, code: 'unavailable' });
  // The SDK would have asked three times before it gave up.
  expect(unanswered).toEqual(['DynamoDB_20120810.BatchGetItem']);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'unavailable', request_id: line.request_id });
});
