import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readBundles, root } from '#lib/bundles.ts';

const run = promisify(execFile);
const bundles = await readBundles();

/** What a deployed function writes to its log when it is asked for a path. */
const linesOf = async (id: string, rawPath: string): Promise<Record<string, unknown>[]> => {
  const { directory = '' } = bundles.find((bundle) => bundle.id === id) ?? {};
  const event = { rawPath, headers: {}, requestContext: { http: { method: 'GET' } } };
  const code = `require(process.argv[1]).handler(${JSON.stringify(event)}, {})`;
  const { stdout } = await run(process.execPath, ['-e', code, join(root, directory, 'index.cjs')], {
    env: { ...process.env, PLATFORM: 'VoiceAgentPlatform-test' },
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('a deployed function writes one line a request, and CloudWatch finds its metrics in it', async () => {
  const lines = await linesOf('service.health', '/v1/health');
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
        Metrics: [
          { Name: 'duration_ms', Unit: 'Milliseconds' },
          { Name: 'read_units', Unit: 'Count' },
          { Name: 'write_units', Unit: 'Count' },
        ],
      },
    ],
  });
});
