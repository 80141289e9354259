import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bundle } from '#lib/build/bundles.ts';
import { readBundles, root } from '#lib/build/bundles.ts';
import { backgroundFolders, unrouted } from '#lib/build/function-settings.ts';
import { operations } from '#lib/contract/index.ts';
import document from '../../../openapi.json' with { type: 'json' };

// Built by the suite's own platform, before any test.
const bundles = await readBundles();

const signs = ({ modules }: Bundle) => modules.some((module) => module.startsWith('lib/store/bucket/'));
/** It reads parts of an entity as their own routes do: pages of turns, and signed links. */
const expands = ({ modules }: Bundle) => modules.includes('lib/recordings/expanded.ts');
/** It records who reads words and audio. */
const recordsReads = ({ modules }: Bundle) => modules.includes('lib/audit/record-read.ts');
/** Agents with their flows and tools, as they may be sent. */
const knowsAgents = ({ modules }: Bundle) => modules.includes('lib/contract/agents.ts');
/** It fills the variables in an agent’s words, among them whether somebody is there at this hour. */
const fillsVariables = ({ modules }: Bundle) => modules.includes('lib/domain/agents/variables.ts');
/** Conversations, what may be changed of them, and the filters of their lists. */
const knowsConversations = ({ modules }: Bundle) => modules.includes('lib/contract/conversations.ts');
/** It records calls, also into a conversation of an organization below. */
const recordsCalls = ({ modules }: Bundle) => modules.includes('lib/conversations/take-over.ts');
/** It reads ranges of lists in parallel, and groups and counts them. */
const summarizes = ({ modules }: Bundle) => modules.includes('lib/store/lists/read-all.ts');
/** The protocol's package imports zod whole. */
const servesAssistants = ({ id }: Bundle) => id === 'mcp.call' || id === 'tools.askServer';
/** Uploads in parts, Parquet, ZIP, and the lists of all resources. */
const writesFiles = ({ id }: Bundle) => id === 'tasks.writeExport';
const asking = [
  'agents.test',
  'analyses.preview',
  'chats.send',
  'chats.sendResults',
  'chats.stream',
  'completions.create',
  'sockets.calls',
  'tasks.analyzeConversation',
  'tasks.analyzeHistory',
  'tasks.runTestAttempt',
];
/** It asks a language model: the AI SDK, which imports zod whole, and its providers. */
const asksModels = ({ id }: Bundle) => asking.includes(id);
/** It calls the tools of MCP servers by their definitions. */
const callsTools = ({ packages }: Bundle) => '@modelcontextprotocol/client' in packages;
/** It matches RE2 patterns that customers write. */
const matchesPatterns = ({ packages }: Bundle) => 're2js' in packages;
/** It speaks through ElevenLabs’ library, which imports zod whole, and through Amazon Polly’s client. */
const speaks = ({ id }: Bundle) => id === 'speech.create' || id === 'chats.stream';
/** It stops once an organization has used up its plan. */
const stopsWithPlans = ({ modules }: Bundle) => modules.includes('lib/organizations/stopped.ts');
const isPublic = ({ id }: Bundle) => id.startsWith('service.') || id === 'reference.get';
/** The packages of the clients, compressed, in base64. */
const carriesPackages = ({ id }: Bundle) => id === 'packages.get';
/** Dates in time zones: a part of a polyfill, until Node.js has them itself. */
const knowsTimeZones = ({ packages }: Bundle) => 'temporal-polyfill' in packages;
/** Exact decimals, and the rules of statements that use them. */
const calculatesMoney = ({ packages }: Bundle) => 'big.js' in packages;
/** It seals or opens secrets, or signs seals, with a key of KMS. */
const usesKms = ({ packages }: Bundle) => '@aws-sdk/client-kms' in packages;
/** It sends messages over sockets of carriers, and again over one that replaces another. */
const sendsFrames = ({ packages }: Bundle) => '@aws-sdk/client-apigatewaymanagementapi' in packages;
/** It knows the state of calls, which whatever ends a chat ends as well. */
const knowsCalls = ({ modules }: Bundle) => modules.includes('lib/voice/machine.ts');
/** It knows the limits of calls at carriers, and of their callers. */
const limitsCalls = ({ modules }: Bundle) => modules.includes('lib/store/limits/call-room.ts');
/** It invokes another function. */
const invokes = ({ packages }: Bundle) => '@aws-sdk/client-lambda' in packages;
/**
 * It decodes the parts of the search index, knows what a word is in every script, and chooses indexes for
 * lists without words.
 */
const searches = ({ modules }: Bundle) => modules.includes('lib/search/search.ts');
/** It finds conversations by their words, and changes them: others do one or the other. */
const changesFound = (bundle: Bundle) =>
  searches(bundle) && bundle.modules.includes('lib/chats/patch-conversation.ts');
/** Scalar's script, compressed, in base64. */
const carriesScript = ({ id }: Bundle) => id === 'reference.script';
/** It sends the headers for pages of other origins itself. */
const streams = ({ modules }: Bundle) => modules.includes('lib/http/streamed.ts');
/** It knows OpenID providers: their documents, and the signatures of their tokens. */
const letsPeopleIn = ({ modules }: Bundle) => modules.includes('lib/oidc/provider.ts');
/** It reads sessions of people, what they may do and as whom they look, beside API keys. */
const knowsPeople = ({ modules }: Bundle) => modules.includes('lib/http/authenticate-person.ts');

/** It writes on the condition that its caller is still good. */
const dependsOnCaller = ({ modules }: Bundle) => modules.includes('lib/keys/shown-secret.ts');
/** It ends everything through which a member lets others in. */
const endsAccess = ({ modules }: Bundle) => modules.includes('lib/people/member-access.ts');
/** It empties runs of tests of the words of erased conversations. */
const emptiesRuns = ({ modules }: Bundle) => modules.includes('lib/domain/test-suites/emptied.ts');

/** Signatures and payloads of every voice provider, or requests to them. */
const sizeOfProviders = ({ modules }: Bundle) =>
  modules.some((module) => module.startsWith('lib/providers/')) ? 50_000 : 0;

/** It carries the document, which grows with the contract. */
const documentBytes = ({ id }: Bundle): number =>
  id === 'service.openapi' ? Buffer.byteLength(JSON.stringify(document)) : 0;

test.for(bundles)('the size of $entry fits its task', (bundle) => {
  const otherwise =
    (signs(bundle) ? 696_500 : 441_500) +
    (expands(bundle) ? 5_000 : 0) +
    (recordsReads(bundle) ? 7_000 : 0) +
    (knowsAgents(bundle) ? 18_000 : fillsVariables(bundle) ? 7_000 : 0) +
    (knowsConversations(bundle) ? 47_000 : 0) +
    (recordsCalls(bundle) ? 14_000 : 0) +
    (summarizes(bundle) ? 10_000 : 0) +
    (knowsTimeZones(bundle) ? 60_000 : 0) +
    (calculatesMoney(bundle) ? 10_000 : 0) +
    (usesKms(bundle) ? 40_000 : 0) +
    (searches(bundle) ? 21_000 : 0) +
    (changesFound(bundle) ? 30_000 : 0) +
    (invokes(bundle) ? 140_000 : 0) +
    (sendsFrames(bundle) ? 31_000 : 0) +
    (knowsCalls(bundle) ? 19_500 : 0) +
    (limitsCalls(bundle) ? 2_000 : 0) +
    (stopsWithPlans(bundle) ? 4_000 : 0) +
    (speaks(bundle) ? (asksModels(bundle) ? 60_000 : 350_000) : 0) +
    (matchesPatterns(bundle) ? 190_000 : 0) +
    (asksModels(bundle) ? 1_152_000 : 0) +
    (asksModels(bundle) && callsTools(bundle) ? 61_000 : 0) +
    (streams(bundle) ? 2_000 : 0) +
    (knowsPeople(bundle) ? 8_500 : 0) +
    (letsPeopleIn(bundle) ? 50_000 : 0) +
    (dependsOnCaller(bundle) ? 2_500 : 0) +
    (endsAccess(bundle) ? 22_000 : 0) +
    (emptiesRuns(bundle) ? 16_000 : 0) +
    sizeOfProviders(bundle);
  const limit = isPublic(bundle)
    ? 100_000
    : carriesScript(bundle)
      ? 2_000_000
      : carriesPackages(bundle)
        ? 300_000
        : servesAssistants(bundle)
          ? 1_150_000
          : otherwise + (writesFiles(bundle) ? 150_000 : 0);
  expect(bundle.bytes - documentBytes(bundle)).toBeLessThan(limit);
});

test.for(bundles)('$entry carries its own function and none of the tools', ({ entry, modules }) => {
  expect(modules.filter((module) => module.startsWith('functions/'))).toEqual([entry]);
  const foreign = /^(bin|bench|test)\/|^lib\/(infra|local|openapi|build)/;
  expect(modules.filter((module) => foreign.test(module))).toEqual([]);
});

test.for(bundles)('$entry carries only its own part of the contract', ({ modules }) => {
  expect(modules).not.toContain('lib/contract/index.ts');
});

/** It validates the agents that a provider has. */
const importsAgents = ({ id }: Bundle) => id === 'tasks.runImport';
const inBackground = bundles.filter(({ entry }) =>
  backgroundFolders.some((folder) => entry.startsWith(`functions/${folder}/`)),
);

test.for(inBackground)('$entry carries no schemas of entities that it only shows', (bundle) => {
  const schemas = /^lib\/contract\/(agents|api-keys|clients|documents|event-data)\.ts$/;
  expect(bundle.modules.some((module) => schemas.test(module))).toBe(importsAgents(bundle));
});

const routed = bundles.filter((bundle) => bundle.id !== unrouted);

test.for(routed)(
  '$entry declares no route but its own, and the one that it repeats or streams',
  async ({ id, directory }) => {
    const code = await readFile(join(root, directory, 'index.cjs'), 'utf8');
    const declared = [...code.matchAll(/\broute\d*\("([A-Z]+ \/v1\/[^"]*)"/g)].map(([, key]) => key);
    const own = operations.filter((operation) => operation.id === id).map(({ route }) => route);
    const batched = own
      .filter(({ batchOf }) => batchOf !== undefined)
      .map(({ key }) => key.replace('/batch', ''));
    const streamed = own
      .filter(({ key }) => key.includes(' /v1/live/'))
      .map(({ key }) => key.replace(' /v1/live/', ' /v1/'))
      .filter((key) => operations.some(({ id: other, route }) => other !== id && route.key === key));
    const each = operations.flatMap(({ route: { key } }) =>
      own.some(({ key: all, paged }) => paged && all.startsWith('PATCH ') && key.startsWith(`${all}/{`))
        ? [key]
        : [],
    );
    const keys = own.map(({ key }) => key);
    const expected = new Set<string | undefined>([...batched, ...each, ...streamed, ...keys]);
    expect(declared).toEqual(expect.arrayContaining(keys));
    expect(declared.filter((key) => !expected.has(key))).toEqual([]);
  },
);

test.for(bundles)('$entry has a client of S3 only if it signs or deletes', (bundle) => {
  const { packages, modules } = bundle;
  expect('@aws-sdk/client-s3' in packages).toBe(signs(bundle));
  expect('aws-cdk-lib' in packages).toBe(false);
  expect('@aws-sdk/client-dynamodb' in packages).toBe(modules.includes('lib/store/table.ts'));
});

test.for(bundles)(
  '$entry finds its credentials in the environment, and nothing else for it',
  ({ packages }) => {
    const searching = /credential-provider-(?!env)|nested-clients/;
    expect(Object.keys(packages).filter((name) => searching.test(name))).toEqual([]);
  },
);

test.for(bundles)('$entry does not contain the SDK’s code for event streams', async ({ directory }) => {
  const code = await readFile(join(root, directory, 'index.cjs'), 'utf8');
  expect(code).not.toMatch(/EventStreamSerde ?= ?class/);
});

test.for(bundles)('$entry has libraries of models only if it asks one', (bundle) => {
  const has = (pattern: RegExp) => Object.keys(bundle.packages).some((name) => pattern.test(name));
  expect(has(/^ai$/)).toBe(asksModels(bundle));
  expect(has(/^minisearch$/) && !asksModels(bundle)).toBe(false);
  expect(has(/^@ai-sdk\//)).toBe(asksModels(bundle) || speaks(bundle));
  expect(has(/^@aws-sdk\/client-polly$/)).toBe(speaks(bundle));
});

test.for(bundles)('$entry knows voice providers and their secrets only if it works with them', (bundle) => {
  const { modules, packages, id } = bundle;
  const withProviders =
    /^(integrations|integrationEvents|imports|numbers|voices|deployments|speech|calls|webCalls|phoneCalls|sockets|tasks)\.|^chats\.(stream|ears)$/;
  expect(modules.some((module) => module.startsWith('lib/providers/')) && !withProviders.test(id)).toBe(
    false,
  );
  expect('@aws-sdk/client-kms' in packages).toBe(
    modules.some((module) => /^lib\/store\/secrets\/(new|unwrap)-data-key/.test(module)) ||
      id === 'clock.sealAudit',
  );
});

test.for(bundles)('$entry has zod without its methods and its translations', (bundle) => {
  // The libraries of language models and of assistants import zod whole.
  const whole = asksModels(bundle) || servesAssistants(bundle) || speaks(bundle);
  expect(bundle.packages.zod ?? 0).toBeLessThan(whole ? 300_000 : 64_000);
});
