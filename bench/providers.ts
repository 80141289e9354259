import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Integration, ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import type { Keyed } from '#lib/data/table.ts';
import type { TaskKind } from '#lib/data/tasks/kinds.ts';
import { taskKinds } from '#lib/data/tasks/kinds.ts';
import { toContext } from '#lib/local/event.ts';
import { startGateway } from '#lib/local/gateway.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import type { ProviderCall } from '../test/support/provider-calls.ts';
import { callsOf } from '../test/support/provider-calls.ts';
import { startProviderServers } from '../test/support/provider-servers/index.ts';
import { postEvent, signatureOf } from '../test/support/provider-webhooks.ts';
import { usersOf } from '../test/support/users.ts';
import { quantile, rounded } from './quantiles.ts';
import type { UnitsUsed } from './routes.ts';
import { costIn } from './routes.ts';

/*
 * Measures what providers' webhooks and imports use: node bench/providers.ts <units|finished|answer|import>. The figures go to
 * standard output as JSON.
 */

/** What the webhooks of a call of five minutes use, until its conversation is complete. */
export type WebhookUnits = Readonly<Record<ProviderName, UnitsUsed & { readonly webhooks: number }>>;

/** Milliseconds from the last webhook of a call of five minutes to its complete conversation, on one machine. */
export interface Finished {
  readonly p50: number;
  readonly most: number;
}

/** A webhook's answer, and that of a route that puts the same bytes into one item. */
export interface WebhookAnswer {
  readonly webhook_ms: number;
  readonly bare_ms: number;
  readonly ratio_p50: number;
}

/** An import from a provider that answers at once, by a function with a fifth of its time. */
export interface ImportFigures {
  readonly conversations: number;
  /** Runs of the function, what the longest took, and what one could take. */
  readonly runs: number;
  readonly longest_seconds: number;
  readonly limit_seconds: number;
  readonly seconds: number;
  readonly write_units_each: number;
}

export interface ProviderFigures {
  readonly units: WebhookUnits;
  readonly finished: Finished;
  readonly answer: WebhookAnswer;
  readonly import: ImportFigures;
}

const [what = ''] = process.argv.slice(2);
const secret = 'a-webhook-secret-of-the-benchmark';
const minutes = 5;
const turnsOfCall = 69;

const turns = readDialogues().flatMap(turnsOf).slice(0, turnsOfCall);

/** The events of a call, with as many turns as five minutes have. */
const longCall = (provider: ProviderName, agent_id: string): ProviderCall => {
  const call = callsOf({ conversation_id: randomUUID(), agent_id }).find((one) => one.provider === provider);
  if (!call) throw new Error(`${provider} has no call`);
  const start = Date.UTC(2026, 5, 17, 16);
  const at = (index: number) => (index * minutes * 60) / turnsOfCall;
  const transcripts: Readonly<Record<string, (known: unknown[]) => unknown[]>> = {
    // ElevenLabs
    transcript: () =>
      turns.map(({ role, text }, index) => ({
        role,
        message: text,
        time_in_call_secs: Math.floor(at(index)),
        tool_calls: [],
        tool_results: [],
      })),
    // Vapi
    messages: () =>
      turns.map(({ role, text }, index) => ({
        role: role === 'agent' ? 'bot' : 'user',
        message: text,
        time: start + at(index) * 1000,
        secondsFromStart: at(index),
      })),
    // Retell
    transcript_with_tool_calls: () =>
      turns.map(({ role, text }, index) => ({
        role,
        content: text,
        words: [{ word: text, start: at(index), end: at(index) + 3 }],
      })),
  };
  const lengthened = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lengthened);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const longer = Array.isArray(member) && member.length > 0 ? transcripts[name] : undefined;
        return [name, longer ? longer(member as unknown[]) : lengthened(member)];
      }),
    );
  };
  return { ...call, events: call.events.map(lengthened) as ProviderCall['events'] };
};

console.info = () => {};
const directory = await mkdtemp(join(tmpdir(), 'providers-'));
const servers = what === 'import' ? await startProviderServers() : undefined;
if (servers) {
  const urls = providerNames.map((name) => [name, `${servers.origin}/${name}`]);
  process.env.PROVIDER_URLS = JSON.stringify(Object.fromEntries(urls));
}
const platform = await startPlatform({
  directory,
  memory: true,
  port: 0,
  following: what === 'finished',
  scheduled: false,
});
// Only now, because the table's client takes its settings from the environment.
const { costOf } = await import('./measured.ts');
const { tasksDue } = await import('#lib/data/tasks/tasks.ts');
const { tableName } = await import('#lib/data/table.ts');
const handlers = {
  provider_events: (await import('#functions/tasks/process-provider-event.ts')).handler,
  imports: (await import('#functions/tasks/run-import.ts')).handler,
} as const;

const { organization } = usersOf(platform.description);
const reseller = await organization(undefined, 'reseller');
const org = await organization(reseller, 'client');

const connected = async (provider: ProviderName, more: object = {}) => {
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const agents = [{ provider_agent_id: `there_${provider}`, agent_id }];
  const body = { provider, name: provider, webhook_secret: secret, agents, ...more } as const;
  return org.api.integrations.create({ body });
};

const post = async (integration: Integration, payload: unknown): Promise<Response> => {
  const response = await postEvent(integration, secret, payload);
  if (response.status !== 200) throw new Error(`The webhook was answered with ${response.status}`);
  return response;
};

/** Runs the tasks of a kind that are due, each in a function with so much time: the milliseconds that each took. */
const work = async (
  kind: keyof typeof handlers & TaskKind,
  limitSeconds: number = taskKinds[kind].seconds,
): Promise<number[]> => {
  const due: Keyed[] = [];
  for await (const page of tasksDue(new Date(Date.now() + 1).toISOString())) {
    due.push(...page.filter((task) => task.kind === kind));
  }
  const times: number[] = [];
  for (const { pk, sk } of due) {
    const began = performance.now();
    const context = toContext(taskKinds[kind].function, limitSeconds * 1000);
    await handlers[kind]({ Records: [{ body: JSON.stringify({ pk, sk }) }] } as never, context as never);
    times.push(performance.now() - began);
  }
  return times;
};

const conversationOf = async (id: string) => {
  const { data } = await org.api.conversations.list({ query: { limit: '100' } });
  const whole = await Promise.all(
    data.map((one) => org.api.conversations.get({ params: { conversation_id: one.id } })),
  );
  return whole.find(({ provider }) => provider?.conversation_id === id);
};

const units = async (): Promise<WebhookUnits> => {
  const figures: [string, WebhookUnits[ProviderName]][] = [];
  for (const provider of providerNames) {
    const integration = await connected(provider);
    const call = longCall(provider, `there_${provider}`);
    let used: UnitsUsed = { calls: 0, readUnits: 0, writeUnits: 0 };
    const add = ({ calls, readUnits, writeUnits }: UnitsUsed) => {
      used = {
        calls: used.calls + calls,
        readUnits: used.readUnits + readUnits,
        writeUnits: used.writeUnits + writeUnits,
      };
    };
    for (const event of call.events) {
      add(costIn(await post(integration, event)));
      add(await costOf(() => work('provider_events')));
    }
    const made = await conversationOf(call.conversation_id);
    if (made?.status !== 'completed' || made.transcript.turns !== turnsOfCall) {
      throw new Error(`The call of ${provider} is not complete`);
    }
    figures.push([provider, { webhooks: call.events.length, ...used }]);
  }
  return Object.fromEntries(figures) as unknown as WebhookUnits;
};

const finished = async (): Promise<Finished> => {
  const integration = await connected('retell');
  const times: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    const call = longCall('retell', 'there_retell');
    const [started, ...rest] = call.events;
    await post(integration, started);
    const listed = async () => (await org.api.conversations.list({ query: { limit: '1' } })).data[0];
    const known = times.length > 0 ? round : 0;
    const ended = rest.filter(({ event }) => event === 'call_ended');
    for (;;) {
      const { data } = await org.api.conversations.list({ query: { limit: '100' } });
      if (data.length > known) break;
    }
    const id = (await listed())?.id ?? '';
    const posted = performance.now();
    for (const event of ended) await post(integration, event);
    for (;;) {
      const { status, transcript } = await org.api.conversations.get({ params: { conversation_id: id } });
      if (status === 'completed' && transcript.turns === turnsOfCall) break;
    }
    times.push(performance.now() - posted);
  }
  const after = times.slice(1).map(Math.round);
  return { p50: quantile(after, 0.5), most: Math.max(...after) };
};

const answer = async (): Promise<WebhookAnswer> => {
  const integration = await connected('retell');
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const bare = await startGateway({
    port: 0,
    invoke: () => async (event) => {
      const { body, requestContext } = event as { body: string; requestContext: { requestId: string } };
      const Item = { pk: `bench#${requestContext.requestId}`, sk: 'bare', body };
      await client.send(new PutCommand({ TableName: tableName(), Item }));
      return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
    },
  });
  const path = new URL(integration.webhook_url).pathname;
  const agent = new Agent({ keepAlive: true });
  const send = (origin: string, body: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', ...signatureOf('retell', secret, body) };
      const sent = request(`${origin}${path}`, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`It was answered with ${response.statusCode}`));
        response.resume().once('end', resolve);
      });
      sent.once('error', reject).end(body);
    });
  const times = { webhook: [] as number[], bare: [] as number[] };
  for (let at = 0; at < 1000; at += 1) {
    const ended = longCall('retell', 'there_retell').events.find(({ event }) => event === 'call_ended');
    const body = JSON.stringify(ended);
    const origins = { webhook: platform.description.base_url, bare: bare.baseUrl };
    // Who comes first pays for what the other one left behind.
    for (const name of at % 2 === 0 ? (['webhook', 'bare'] as const) : (['bare', 'webhook'] as const)) {
      const began = performance.now();
      await send(origins[name], body);
      if (at >= 200) times[name].push(performance.now() - began);
    }
  }
  agent.destroy();
  client.destroy();
  await bare.close();
  const [webhook_ms, bare_ms] = [quantile(times.webhook, 0.5), quantile(times.bare, 0.5)];
  return {
    webhook_ms: rounded(webhook_ms),
    bare_ms: rounded(bare_ms),
    ratio_p50: rounded(webhook_ms / bare_ms),
  };
};

const importAll = async (): Promise<ImportFigures> => {
  const conversations = Number(process.argv[3] ?? 10_000);
  // A fifth of what it has, so that one run is not enough.
  const limitSeconds = taskKinds.imports.seconds / 5;
  const api_key = 'key-of-the-benchmark';
  const calls = Array.from({ length: conversations }, () => {
    const made = callsOf({ conversation_id: randomUUID(), agent_id: 'there_retell' });
    const retell = made.find(({ provider }) => provider === 'retell');
    const last = retell?.events.at(-1);
    return [retell?.conversation_id, last?.call];
  });
  await fetch(`${servers?.origin}/_accounts/${api_key}`, {
    method: 'POST',
    body: JSON.stringify({ collections: { calls: Object.fromEntries(calls) } }),
  });
  const { id: integration_id } = await connected('retell', { api_key });
  const params = { integration_id };
  const { id: import_id } = await org.api.imports.create({ params, body: { resource: 'conversations' } });
  const times: number[] = [];
  const { writeUnits } = await costOf(async () => {
    for (;;) {
      const { status } = await org.api.imports.get({ params: { integration_id, import_id } });
      if (status !== 'running') break;
      times.push(...(await work('imports', limitSeconds)));
    }
  });
  const made = await org.api.imports.get({ params: { integration_id, import_id } });
  if (made.status !== 'completed' || made.created !== conversations || made.failed > 0) {
    throw new Error(`The import is not complete: ${JSON.stringify(made)}`);
  }
  const seconds = (ms: number) => rounded(ms / 1000);
  return {
    conversations,
    runs: times.length,
    longest_seconds: seconds(Math.max(...times)),
    limit_seconds: limitSeconds,
    seconds: seconds(times.reduce((sum, time) => sum + time, 0)),
    write_units_each: rounded(writeUnits / conversations),
  };
};

const figures = { units, finished, answer, import: importAll }[what];
if (!figures) throw new Error('What is to be measured? units, finished, answer or import');
process.stdout.write(JSON.stringify(await figures()));
await platform.close();
await servers?.close();
await rm(directory, { recursive: true, force: true });
