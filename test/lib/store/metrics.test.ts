import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readBundles, root } from '#lib/build/bundles.ts';

const run = promisify(execFile);
const bundles = await readBundles();

/** The log lines of a deployed function that handles an event. */
const linesOf = async (id: string, event: object): Promise<Record<string, unknown>[]> => {
  const { directory = '' } = bundles.find((bundle) => bundle.id === id) ?? {};
  const context = `{ awsRequestId: '${randomUUID()}', getRemainingTimeInMillis: () => 10_000 }`;
  const code = `require(process.argv[1]).handler(${JSON.stringify(event)}, ${context})`;
  const { stdout } = await run(process.execPath, ['-e', code, join(root, directory, 'index.cjs')], {
    env: { ...process.env, PLATFORM: 'VoiceAgentPlatform-test' },
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('a deployed function writes one line per request, in which CloudWatch finds its metrics', async () => {
  const lines = await linesOf('service.health', {
    rawPath: '/v1/health',
    headers: {},
    requestContext: { http: { method: 'GET' } },
  });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'INFO',
      route: 'GET /v1/health',
      status: 200,
      platform: 'VoiceAgentPlatform-test',
      duration_ms: expect.any(Number),
      read_units: 0,
      write_units: 0,
    }),
  ]);
  // docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
  expect(lines[0]?._aws).toEqual({
    Timestamp: expect.any(Number),
    CloudWatchMetrics: [
      {
        Namespace: 'VoiceAgentPlatform',
        // One, and the same for every route: each further one would be a metric to pay for.
        Dimensions: [['platform']],
        Metrics: [{ Name: 'duration_ms', Unit: 'Milliseconds' }],
      },
    ],
  });
});

test('an event that cannot be followed is counted, in its only log line', async () => {
  const unreadable = { Records: [{ dynamodb: { Keys: { sk: { S: 'evt_1' } }, SequenceNumber: '1' } }] };
  for (const id of ['events.indexConversation', 'events.followWrites']) {
    const lines = await linesOf(id, unreadable);
    expect(lines).toEqual([expect.objectContaining({ level: 'ERROR', event: 'evt_1', events_failed: 1 })]);
    expect(lines[0]?._aws).toMatchObject({
      CloudWatchMetrics: [{ Metrics: [{ Name: 'events_failed', Unit: 'Count' }] }],
    });
  }
});
