import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { build } from 'esbuild';
import { bundleOptions, root } from '#lib/bundles.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { ApiEvent } from '#lib/http/exchange.ts';
import { toContext } from '#lib/local/event.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { quantile, rounded } from './quantiles.ts';
import type { Landmarks } from './world.ts';

/** What the steps around a handler take of a request that makes one call of DynamoDB. Times are medians. */
export interface Steps {
  /** From a client on the same machine to its answer. */
  readonly request_ms: number;
  /** The function by itself, as Lambda would call it. */
  readonly function_ms: number;
  /** What is left of the function without the steps: it reads, and answers what it found as JSON. */
  readonly logic_ms: number;
  /** What function and logic differ by, in times of the request, and of the function. */
  readonly of_request: number;
  readonly of_function: number;
}

interface Bundled {
  readonly handler: typeof import('#functions/agents/get.ts').handler;
  readonly findWholeAgent: typeof import('#lib/data/agents/agents.ts').findWholeAgent;
  readonly represent: typeof import('#lib/data/agents/agents.ts').represent;
}

/** A function as it is deployed, and beside it what its logic is made of, so that both share one client. */
const bundled = async (): Promise<Bundled> => {
  const { outExtension: _extension, ...options } = bundleOptions;
  const directory = await mkdtemp(join(tmpdir(), 'steps-'));
  const outfile = join(directory, 'index.cjs');
  const contents = `export { handler } from '#functions/agents/get.ts';
export { findWholeAgent, represent } from '#lib/data/agents/agents.ts';`;
  await build({ ...options, stdin: { contents, resolveDir: root }, outfile });
  const exported = createRequire(import.meta.url)(outfile) as Bundled;
  await rm(directory, { recursive: true });
  return exported;
};

const rounds = 10_000;

/** A task finds in the processor's caches what the one before it left there, so those that are compared both follow a request. */
const order = ['request', 'call', 'request', 'logic'] as const;

/** Asks over the API, calls the function, and calls its logic alone, in turn. */
export const measureSteps = async (
  { base_url, api_key }: PlatformDescription,
  { agent }: Landmarks,
): Promise<Steps> => {
  // As in Lambda: a line for each request, though nobody reads it here, no header with what it cost, and signed calls.
  process.env.PLATFORM = 'bench';
  delete process.env.ANY_SIGNATURE_AT;
  delete process.env.SERVER_TIMING;
  const { handler, findWholeAgent, represent } = await bundled();

  const path = `/v1/agents/${agent}`;
  const authorization = `Bearer ${api_key}`;
  const event = {
    version: '2.0',
    routeKey: handler.route.key,
    rawPath: path,
    rawQueryString: '',
    headers: { authorization, accept: 'application/json', host: 'localhost' },
    pathParameters: { agent_id: agent },
    requestContext: { http: { method: 'GET', path } },
    isBase64Encoded: false,
  } as unknown as ApiEvent;
  const caller = { path: [], client_id: null } as unknown as Caller;

  const connections = new Agent({ keepAlive: true });
  const request = () =>
    new Promise<void>((resolve, reject) => {
      get(base_url + path, { agent: connections, headers: { authorization } }, (response) =>
        response.resume().once('end', resolve),
      ).once('error', reject);
    });
  const call = async (context: Context) => {
    const { statusCode } = await handler(event, context);
    if (statusCode !== 200) throw new Error(`It was answered with ${statusCode}`);
  };
  const logic = async () => {
    const found = await findWholeAgent(caller, agent);
    if (!found) throw new Error(`There is no ${agent}`);
    return { statusCode: 200, body: JSON.stringify(represent(found)) };
  };

  const write = process.stdout.write;
  process.stdout.write = () => true;

  const tasks = { request, call, logic };
  const times = { request: [] as number[], call: [] as number[], logic: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of order) {
      const context = toContext('agents.get', 10_000) as Context;
      const started = performance.now();
      await tasks[name](context);
      const ms = performance.now() - started;
      // The first ones warm it up.
      if (round >= rounds / 2) times[name].push(ms);
    }
  }
  connections.destroy();
  process.stdout.write = write;

  const requestMs = quantile(times.request, 0.5);
  const functionMs = quantile(times.call, 0.5);
  const logicMs = quantile(times.logic, 0.5);
  return {
    request_ms: rounded(requestMs),
    function_ms: rounded(functionMs),
    logic_ms: rounded(logicMs),
    of_request: rounded((functionMs - logicMs) / requestMs, 3),
    of_function: rounded((functionMs - logicMs) / functionMs, 3),
  };
};
