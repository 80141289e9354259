import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { buildBundles, buildFunctionsFile, root } from '#lib/build/bundles.ts';
import { buildConsole } from '#lib/console/build.ts';
import { operations } from '#lib/contract/index.ts';
import { errorsOf } from '#lib/contract/route.ts';
import { startDynamoDb } from '#lib/local/dynamodb.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { readsBundles } from '../projects.ts';
import { breachOf, seenElsewhere, seenIn } from './answers.ts';
import { everyCase } from './cases.ts';
import { startDnsServer } from './dns-server.ts';
import { startFaultProxyThread } from './fault-proxy-thread.ts';
import { indiscretionOf } from './logs.ts';
import { startModelServer, testModel } from './model-server.ts';
import { optionalServices } from './optional-services.ts';
import { patience, slowness } from './patience.ts';
import { providerUrls, startProviderServers } from './provider-servers/index.ts';
import { startStreamServer } from './stream-server.ts';
import { keepSeen, seenByFast, suiteOf } from './suite.ts';
import { viewerProof } from './viewer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    platform: PlatformDescription;
    /** The address of a server that answers as language models do. */
    modelServer: string;
    /** The address of a server that answers as the voice providers' APIs do. */
    providerServers: string;
    /** The address of a DNS server whose TXT records tests set. */
    dnsServer: string;
  }
}

const run = promisify(execFile);

/** The problems that can occur while an agent answers. */
const answering: readonly string[] = [
  'conversation_busy',
  'answer_interrupted',
  'agent_not_found',
  'client_suspended',
  'usage_limit_reached',
  'model_not_allowed',
  'model_failed',
  'model_unavailable',
  'model_timed_out',
  'request_in_flight',
];

type Operation = (typeof operations)[number];

const successOf = ({ id, route }: Operation): string => `${id} ${route.status}`;

/**
 * Each code that a route can be refused with. The codes that every route of a kind answers come from the same
 * lines for all, and only a run of every case sees them at each route.
 */
const refusalsOf = ({ id, route }: Operation): string[] =>
  errorsOf(route)
    .filter((code) => everyCase || route.errors?.includes(code))
    // Nothing that a public route does can fail.
    .filter((code) => !(route.public && code === 'internal'))
    // A batch answers with the problems of its parts.
    .filter((code) => !(route.batchOf && ['request_in_flight', 'idempotency_key_reused'].includes(code)))
    // An answer that is streamed has begun: its problems are events, and those of the same route without a
    // stream.
    .filter((code) => !(route.streams && answering.includes(code)))
    // Results of tools are answered by the same steps as messages, which have the tests.
    .filter((code) => !(id === 'chats.sendResults' && answering.includes(code)))
    // Keys cannot call it, so the tests of all routes see none of what every route can answer.
    .filter((code) => !(route.person && !route.errors?.includes(code) && code !== 'person_required'))
    .map((code) => `${id} ${code}`);

/** The answers that a whole suite must have seen: the fast one, the success of every route; both, all. */
const answersOfSuite = (suite: ReturnType<typeof suiteOf>): string[] => {
  if (suite === 'part') return [];
  const successes = operations.map(successOf);
  return suite === 'fast' ? successes : [...successes, ...operations.flatMap(refusalsOf)];
};

/**
 * The findings of `npm run verify-table` in the table that all tests have written to. The check repeats for a
 * while, and then as long as its findings change, because the followers may not have finished.
 */
const verifyTable = async ({ table }: PlatformDescription, endpoint: string): Promise<string> => {
  const env = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint };
  const program = join(root, 'bin/verify-table.ts');
  const until = Date.now() + 120_000;
  for (let before = ''; ; ) {
    const findings = await run(process.execPath, [program, '--table', table], { env }).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    );
    // Items expire meanwhile, so that the numbers of all kinds change.
    const problems = findings.replace(/^ *\d+ \w+\n/gm, '');
    if (!findings || (problems === before && Date.now() > until)) return findings;
    before = problems;
  }
};

const needsBundles = async ({ vitest }: TestProject): Promise<boolean> => {
  const filters = process.argv.slice(2).filter((argument) => argument !== 'run' && !argument.startsWith('-'));
  const files = await vitest.globTestSpecifications(filters);
  const texts = await Promise.all(files.map(({ moduleId }) => readFile(moduleId, 'utf8')));
  // A name of a test is no name of a file.
  return texts.length === 0 || texts.some((text) => readsBundles.test(text));
};

/**
 * One platform for all tests: the functions, DynamoDB and S3. Of its functions' logs only errors are shown.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const suite = suiteOf(project.vitest);
  const seen = new Set<string>(suite === 'deep' ? await seenByFast() : []);
  const { info, warn, error } = console;
  const indiscretions = new Set<string>();
  const lines = { count: 0 };
  const read = (values: unknown[]): string => {
    const line = inspect(values, { depth: 10 });
    const indiscretion = indiscretionOf(line);
    if (indiscretion) indiscretions.add(`${indiscretion}: ${line}`);
    lines.count += 1;
    return line;
  };
  console.info = (...values: unknown[]) => void read(values);
  console.warn = (...values: unknown[]) => void read(values);
  // Faults that tests inject end as log records too; they would only hide what went wrong unasked.
  console.error = (...values: unknown[]) => {
    if (!/Injected|socket hang up|ECONNRESET/.test(read(values))) error(...values);
  };

  const builds = (await needsBundles(project)) ? buildBundles() : buildFunctionsFile();
  await Promise.all([builds, buildConsole()]);
  const temporary = await mkdtemp(join(tmpdir(), 'tests-'));
  // For the tests as well: each synth leaves a directory of some megabytes. Node reads the first on Unix, and
  // one of the others on Windows.
  Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary });
  const runFolder = join(temporary, 'run');
  process.env.RUN_FOLDER = runFolder;
  // Somebody who watches has changed a file.
  project.onTestsRerun(() => rm(runFolder, { recursive: true, force: true }));
  const dynamoDb = await startDynamoDb({});
  const broken = new Set<string>();
  const proxy = await startFaultProxyThread(dynamoDb.endpoint, (sentence) => broken.add(sentence));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
  const modelServer = await startModelServer();
  const providerServers = await startProviderServers();
  process.env.PROVIDER_URLS = providerUrls(providerServers.origin);

  const streamServer = await startStreamServer(() => process.env.AWS_SECRET_ACCESS_KEY ?? '');
  Object.assign(process.env, streamServer.environment);
  const dnsServer = await startDnsServer();
  process.env.DNS_SERVER = dnsServer.address;
  process.env.VIEWER_PROOF = viewerProof;
  Object.assign(process.env, patience);

  // So few that a test can exceed them.
  process.env.ENTRIES_PER_REQUEST = '250';
  const breaches = new Set<string>();
  const platform = await startPlatform({
    directory: join(temporary, 'platform'),
    memory: true,
    port: 0,
    // Tests run what the clock would run where it suits them.
    scheduled: false,
    slowness,
    // The proxy looks at no signature either.
    anySignature: true,
    // As in AWS, where long lists are merged from several parts.
    listShards: 3,
    model: testModel(modelServer.endpoint),
    ...optionalServices,
    onAnswer: (answered) => {
      for (const one of seenIn(answered)) seen.add(one);
      const breach = breachOf(answered);
      if (breach) breaches.add(breach);
    },
  });
  project.provide('platform', platform.description);
  project.provide('modelServer', modelServer.endpoint);
  project.provide('providerServers', providerServers.origin);
  project.provide('dnsServer', dnsServer.address);

  return async () => {
    const disagreements = suite !== 'part' ? await verifyTable(platform.description, dynamoDb.endpoint) : '';
    await platform.close();
    await modelServer.close();
    await providerServers.close();
    await streamServer.close();
    dnsServer.close();
    await proxy.close();
    await dynamoDb.close();
    for (const one of await seenElsewhere()) seen.add(one);
    await rm(temporary, { recursive: true, force: true });
    Object.assign(console, { info, warn, error });
    if (providerServers.violations.length > 0) {
      const first = providerServers.violations.slice(0, 5).join('\n  ');
      throw new Error(`Requests that the providers would not understand:\n  ${first}`);
    }
    if (indiscretions.size > 0) {
      throw new Error(`Log lines tell what they must not:\n  ${[...indiscretions].slice(0, 5).join('\n  ')}`);
    }
    if (broken.size > 0) {
      throw new Error(`DynamoDB would refuse these requests:\n  ${[...broken].slice(0, 5).join('\n  ')}`);
    }
    if (breaches.size > 0) {
      throw new Error(`Answers break the contract:\n  ${[...breaches].slice(0, 5).join('\n  ')}`);
    }
    if (suite === 'fast') await keepSeen(seen);
    if (suite !== 'part' && lines.count < 1000) throw new Error('The functions’ logs were not seen');
    if (disagreements) throw new Error(`The table does not agree with itself:\n${disagreements}`);
    const missing = answersOfSuite(suite).filter((one) => !seen.has(one));
    if (missing.length > 0) {
      throw new Error(
        `No test has seen these answers that the contract declares:\n  ${missing.join('\n  ')}`,
      );
    }
  };
};
