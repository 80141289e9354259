import { readBundles } from '#lib/bundles.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { quantile, rounded } from './quantiles.ts';
import type { Landmarks } from './world.ts';

/** What a request that makes one call of DynamoDB spends on everything else, in milliseconds and as a part of it. */
export interface Steps {
  readonly whole_ms: number;
  readonly steps_ms: number;
  readonly part: number;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

const requests = 3000;

/** Runs one function as Lambda would, without a gateway around it. The time in DynamoDB is what the answer says. */
export const measureSteps = async (
  { api_key }: PlatformDescription,
  { agent }: Landmarks,
): Promise<Steps> => {
  const handler = loadFunctions(await readBundles())('agents.get');
  const path = `/v1/agents/${agent}`;
  const event = {
    version: '2.0',
    routeKey: 'GET /v1/agents/{agent_id}',
    rawPath: path,
    rawQueryString: '',
    headers: { authorization: `Bearer ${api_key}`, accept: 'application/json', host: 'localhost' },
    pathParameters: { agent_id: agent },
    requestContext: { http: { method: 'GET', path } },
    isBase64Encoded: false,
  };
  const whole: number[] = [];
  const steps: number[] = [];
  for (let at = 0; at < requests; at += 1) {
    const context = toContext('agents.get', 10_000);
    const started = performance.now();
    const { statusCode, headers } = (await handler(event, context)) as Answer;
    const ms = performance.now() - started;
    if (statusCode !== 200) throw new Error(`It was answered with ${statusCode}`);
    const [, database = 0, calls] =
      /dur=([\d.]+);desc="(\d+) calls/.exec(headers['server-timing'] ?? '') ?? [];
    // The first ones warm it up, and one in ten seconds reads the key as well.
    if (at < requests / 3 || calls !== '1') continue;
    whole.push(ms);
    steps.push(ms - Number(database));
  }
  const [wholeMs, stepsMs] = [quantile(whole, 0.5), quantile(steps, 0.5)];
  return { whole_ms: rounded(wholeMs), steps_ms: rounded(stepsMs, 3), part: rounded(stepsMs / wholeMs, 3) };
};
