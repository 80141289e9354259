import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stop } from 'esbuild';
import { buildFunctionsFile } from '#lib/build/bundles.ts';
import { timeoutSeconds } from '#lib/build/function-settings.ts';
import { operations } from '#lib/contract/index.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { startPlatform } from '#lib/local/platform.ts';

const usage = `npm run call -- <function> [event.json] [options]

Runs one function by hand, such as conversations.create or clock.sealAudit. The event of a route has any of
params, query, headers and body; without an authorization header, the platform's own key asks. Other functions
receive the event as it is.

  --directory <folder>     folder of a platform that is not running (absent: an empty one in memory)
  --help                   show these options`;

interface CallRequest {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const { values, positionals } = parseArgs({
  options: { directory: { type: 'string' }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [id, file] = positionals;
if (values.help || id === undefined) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

/** As API Gateway hands a request to the function. */
const eventOf = (key: string, { params = {}, query = {}, headers = {}, body }: CallRequest): unknown => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) return undefined;
  const { route } = operation;
  const sent = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  return {
    routeKey: route.key,
    rawPath: pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? ''),
    rawQueryString: new URLSearchParams(query).toString(),
    headers: sent,
    pathParameters: params,
    requestContext: { domainName: 'localhost', http: { method: methodOf(route), sourceIp: '127.0.0.1' } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
};

await buildFunctionsFile();
await stop();
const given = JSON.parse(file === undefined ? '{}' : await readFile(file, 'utf8')) as CallRequest;
const temporary = await mkdtemp(join(tmpdir(), 'call-'));
const platform = await startPlatform({
  directory: values.directory ?? temporary,
  memory: values.directory === undefined,
  port: 0,
  following: false,
  scheduled: false,
});
try {
  const event = eventOf(platform.description.api_key, given) ?? given;
  const answer = await loadFunctions()(id)(event, toContext(id, timeoutSeconds(id) * 1000));
  console.log(JSON.stringify(answer, undefined, 2));
} finally {
  await platform.close();
  await rm(temporary, { recursive: true, force: true });
}
