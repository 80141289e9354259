import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { root } from '#lib/build/bundles.ts';
import { callSocketFunction, scheduleMinutes } from '#lib/build/function-settings.ts';
import { operations } from '#lib/contract/index.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import type { ApiProblem, Client } from '#lib/local/client.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { Gateway } from '#lib/local/gateway.ts';
import { startGateway } from '#lib/local/gateway.ts';
import type { PhoneLine } from '#lib/local/phone-line.ts';
import { callNumber, newLineAccount } from '#lib/local/phone-line.ts';
import { socketPath, startSockets } from '#lib/local/sockets.ts';
import { followers } from '#lib/store/events/followers.ts';
import { keyOf, tasksPartition } from '#lib/store/keys.ts';
import { kinds } from '#lib/store/kinds.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { providerAccount } from '../../fixtures.ts';
import { seenIn, tellSeen } from '../../support/answers.ts';
import { connect, deliver, newCall } from '../../support/connected.ts';
import { watchingPage } from '../../support/doorbells.ts';
import { optionalServices } from '../../support/optional-services.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import type { Access } from '../../support/policies.ts';
import { accessesOf, allows, like, statementsOf } from '../../support/policies.ts';
import { startReceiver } from '../../support/receiver.ts';
import { call, samplesOf } from '../../support/samples.ts';
import { bundles, resourcesOf, templateOf } from '../../support/stack.ts';
import { tableOf } from '../../support/table.ts';
import type { Organization } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

const resources = resourcesOf(templateOf());
const recorded = new Map<string, Access[]>();
/** The routes that refused their request, and with which code. */
const refusals = new Map<string, string>();

/** The function that runs just now: one after the other, so that each request is known to be of one. */
let running: string | undefined;
let platform: OwnPlatform;
/** The same API, of functions as they are deployed. */
let deployed: Gateway;
let closeSockets: () => Promise<void>;
/** Its answers. */
const seen = new Set<string>();

const record = async (id: string, task: () => Promise<unknown>): Promise<void> => {
  running = id;
  await task();
  running = undefined;
};

/**
 * Connects a provider that posts a call with its recording, of an agent that is mapped when the second
 * function is called.
 */
const connectCall = async (org: Organization, agentId: string): Promise<() => Promise<unknown>> => {
  const call = newCall('elevenlabs');
  const { id, webhook_url, provider } = await connect(org, 'elevenlabs');
  for (const payload of call.events) await deliver({ webhook_url, provider }, payload);
  const agents = [{ provider_agent_id: call.agent_id, agent_id: agentId }];
  const params = { integration_id: id };
  return () => org.api.integrations.replace({ params, body: { name: 'Mapped', agents } });
};

/** A call at a carrier that an agent answers. */
const makeCall = async ({ client }: Organization, api: Client): Promise<void> => {
  const { account_id, auth_token } = newLineAccount();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Phone', client_id: client.id } });
  const { webhook_url: voice_url } = await api.integrations.create({
    body: {
      client_id: client.id,
      provider: 'twilio',
      name: 'Phone',
      account_id,
      api_key: auth_token,
      agents: [{ provider_agent_id: '+441632960999', agent_id }],
    },
  });
  const numbers = { from: '+441632960123', to: '+441632960999' };
  let line: PhoneLine | undefined;
  await record(callSocketFunction, async () => {
    line = await callNumber({ voice_url, account_id, auth_token, ...numbers });
    await line.hear();
    line.say('Good morning');
    await line.hear();
  });
  await record('phoneCalls.end', async () => line?.hangUp());
  const call_id = line?.call_id ?? '';
  const price = { sid: call_id, price: '-0.0085', price_unit: 'USD' };
  await providerAccount(auth_token).plan({ collections: { calls: { [call_id]: price } } });
};

/** A page that watches with a key, which the result revokes. */
const watch = async (
  { client, api }: Organization,
  clientFor: (key: string) => Client,
): Promise<() => Promise<unknown>> => {
  const body = { name: 'Page', client_id: client.id, scopes: ['conversations:read' as const] };
  const { id: api_key_id, key } = await api.apiKeys.create({ body });
  const { url } = await clientFor(key).liveTickets.create({});
  await record(callSocketFunction, async () => {
    await watchingPage(url);
  });
  return () => api.apiKeys.revoke({ params: { api_key_id } });
};

beforeAll(async () => {
  // So few that a summary's first page is not all: it then reads the index of a filter as well.
  process.env.ENTRIES_PER_REQUEST = '100';
  platform = await startOwnPlatform({
    following: false,
    proxied: true,
    ...optionalServices,
    onRequest: (operation, body) => {
      if (!running) return;
      recorded.set(running, [...(recorded.get(running) ?? []), ...accessesOf(operation, body)]);
    },
  });
  const users = usersOf(platform.description);
  // The permissions that a function needs depend on the content of its bundle. What only prepares a recorded
  // call is left to the platform, whose functions share their code.
  const load = loadFunctions(bundles);
  const sockets = await startSockets({
    invoke: (event) => load(callSocketFunction)(event, toContext(callSocketFunction, 29_000)),
    host: () => 'localhost',
  });
  closeSockets = sockets.close;
  deployed = await startGateway({
    invoke: load,
    upgrade: sockets.upgrade,
    port: 0,
    onAnswer: (answered) => {
      for (const one of seenIn(answered)) seen.add(one);
    },
  });
  process.env.SOCKET_URL = `${deployed.baseUrl.replace('http', 'ws')}${socketPath}`;
  process.env.SOCKET_CONNECTIONS_URL = sockets.connectionsUrl;
  const { clientFor, operator } = usersOf({ ...platform.description, base_url: deployed.baseUrl });
  const org = await users.organization();
  const samples = samplesOf(org, { ...users, providerAccount });
  const table = tableOf(platform.description);
  // Functions note the first use of a key, so each finds it unused.
  const key = await users.makeKey(org.client.id);
  const secret = await table.get(keyOf('secret', hashSecret(key)));
  expect(secret).toBeDefined();
  for (const { id } of operations) {
    const input = await samples[id]();
    await table.put({ ...secret });
    await record(id, () =>
      call(clientFor(key), id, input).catch(({ code }: ApiProblem) => refusals.set(id, code)),
    );
  }

  await makeCall(org, clientFor(key));
  const stopReading = await watch(org, clientFor);

  // Each list by everything that it can be asked by: that decides which index is read.
  const agent = await users.operator.agents.create({ body: { name: 'Asked by', client_id: org.client.id } });
  const askedBy: Readonly<Record<string, readonly string[]>> = {
    parent_id: [org.client.id],
    after: ['1'],
    actor: [org.client.id],
    target: [agent.id],
    action: ['agent.created'],
    label: ['criterion.greeting:failed'],
    inherited: ['true'],
    type: ['location'],
    name: ['a'],
    agent_id: [agent.id],
    outcome: ['done'],
    channel: ['phone'],
    sentiment: ['positive'],
    status: ['active', 'completed', 'pending', 'failed', 'parked', 'processed', 'open'],
    event: ['ping'],
    caller: ['+14155550100', 'known'],
    end_reason: ['caller_hung_up'],
    external_id: ['48213'],
    direction: ['inbound'],
    provider: ['vapi'],
    provider_conversation_id: ['call-1'],
    ids: ['conv_01kag3x5ntfyxs4v4yh2m8q9ab'],
    tag: ['vip'],
    test: ['true'],
    reviewed: ['true'],
    handling: ['waiting'],
    scenario_id: ['scen_01kag3x5ntfyxs4v4yh2m8q9ab'],
    period: ['2026-10'],
    sent: ['true'],
    download: ['true'],
    q: ['word'],
    expand: ['details', 'names', 'turns', 'transcript', 'recording'],
  };
  const ofUsage = ['start_after', 'start_before', 'interval', 'group_by'];
  const compared = [
    'duration_min_ms',
    'duration_max_ms',
    'has_recording',
    'successful',
    'metadata',
    'caller_name',
    'scenario_id',
  ];
  const sorting = [
    'limit',
    'cursor',
    'order',
    'revoke_keys',
    'remove_members',
    'end',
    'dry_run',
    'download',
    'client_id',
    'start_after',
    'start_before',
    'updated_after',
    'from',
    'to',
    'wait',
    'language',
    ...ofUsage,
    ...compared,
  ];
  const exported: Record<string, string>[] = [];
  // Requests of carriers and providers are signed.
  for (const { id, route } of operations.filter((operation) => !operation.route.raw)) {
    const fields = Object.keys(route.query?.shape ?? {}).filter((field) => !sorting.includes(field));
    expect(fields.filter((field) => !(field in askedBy))).toEqual([]);
    const isValue = (field: string, value: string): boolean => {
      const schema = route.query?.shape[field] ?? z.never();
      return [value, [value]].some((sent) => z.safeParse(schema, sent).success);
    };
    const queries: Record<string, string>[] = fields.flatMap((field) =>
      (askedBy[field] ?? []).filter((value) => isValue(field, value)).map((value) => ({ [field]: value })),
    );
    if (fields.includes('outcome')) queries.push({ agent_id: agent.id, outcome: 'done' });
    const isSampled = (route.params ?? route.body) !== undefined && queries.length > 0;
    const sample = isSampled ? await samples[id]() : {};
    for (const query of queries) await record(id, () => call(operator, id, { ...sample, query }));
    if (id === 'conversations.list') exported.push(...queries.filter(({ expand }) => !expand));
  }

  // Of an organization each, which can have so many exports under way and no more.
  for (const filters of exported) {
    const { client } = await users.organization();
    // A body has truth values.
    const inBody = filters.reviewed ? { reviewed: filters.reviewed === 'true' } : filters;
    const body = { client_id: client.id, recordings: true, filters: inBody as object };
    await users.operator.exports.create({ body });
    if ('q' in filters || 'ids' in filters) continue;
    const { id: analyzer_id } = await users.operator.analyzers.create({
      body: { name: 'Sample', client_id: client.id },
    });
    const run = { analyzer_id, dry_run: true, filters: inBody as object };
    await users.operator.analysisRuns.create({ body: run });
  }

  // A caller is known by a number, as in the sample, or by an id.
  const known = { body: { client_id: org.client.id, caller: 'crm-77' } };
  await record('erasures.preview', () => operator.erasures.preview(known));
  await users.operator.erasures.create(known);

  // Something for each follower, and for each run of the clock, to do.
  const dated = await users.organization(undefined, 'client', { settings: { retention_days: 30 } });
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, events: ['*' as const], per_second: 100 };
  const { id: webhook_id } = await dated.api.webhooks.create({ body: { ...webhook, status: 'disabled' } });
  const { id: agent_id } = await dated.api.agents.create({ body: { name: 'Reception' } });
  const start_time = new Date(Date.now() - 29 * 86_400_000).toISOString();
  const turns = [{ role: 'user' as const, text: 'Good morning, it is about Tuesday.' }];
  const { id: conversation_id } = await dated.api.conversations.create({
    body: { agent_id, start_time, end_time: start_time, status: 'completed', turns },
  });
  await dated.api.conversations.create({ body: { agent_id, start_time } });
  const { upload: link } = await dated.api.recordings.create({
    params: { conversation_id },
    body: { content_type: 'audio/mpeg', size_bytes: 4 },
  });

  const map = await connectCall(org, agent.id);

  const items = await table.all();
  const Records = items
    .filter(({ pk }) => pk.startsWith('events#'))
    .map((item) => ({ dynamodb: { NewImage: marshall(item), SequenceNumber: item.sk } }));
  const [, recording] = /\/(recordings\/[^?]+)/.exec(link.url) ?? [];
  await record('events.recordingUploaded', () =>
    load('events.recordingUploaded')({ detail: { object: { key: recording, size: 4 } } }, {}),
  );
  for (const id of ['events.indexConversation', 'events.followWrites']) {
    await record(id, () => load(id)({ Records }, {}));
  }
  await users.operator.clients.replace({
    params: { client_id: dated.client.id },
    body: { name: dated.client.name, settings: { retention_days: 1 } },
  });

  const ofWebhook = { webhook_id };
  await dated.api.webhooks.replace({ params: ofWebhook, body: webhook });
  await dated.api.webhooks.recover({ params: ofWebhook, body: { since: start_time } });
  await dated.api.webhooks.test({ params: ofWebhook });
  for (const id of ['conversations.erase', 'agents.remove'] as const) {
    await call(users.operator, id, await samples[id]());
  }
  const { id: client_id, name } = org.client;
  const settings = { rate_limit: { requests_per_minute: 1000 }, timezone: 'Asia/Kolkata' };
  await users.operator.clients.replace({ params: { client_id }, body: { name, settings } });
  const followed = new Set(items.map(({ sk }) => sk));
  for (const item of await table.all()) {
    const begun = item.pk.startsWith('events#') && followers.finish.events.some((type) => type === item.type);
    if (begun && !followed.has(item.sk)) await table.put({ ...item, pk: 'parked', follower: 'finish' });
  }
  // Exports are removed after they were written.
  const isRemoval = (item: Readonly<Record<string, unknown>>) => Number(item.kind === 'remove_export');
  const workOff = async () => {
    const items = (await table.all()).sort((one, other) => isRemoval(one) - isRemoval(other));
    for (const item of items) {
      if (!item.pk.startsWith(tasksPartition(''))) continue;
      const { function: worker } = taskKinds[(item as unknown as TaskItem).kind];
      const context = toContext(worker, 60_000);
      await record(worker, () => load(worker)({ Records: [{ body: JSON.stringify(item) }] }, context));
    }
  };
  await workOff();
  await map();
  // The mapping is followed by a replay, the replay by the events, and those by the recording; an event whose
  // call was changed by the one beside it is tried again.
  for (let round = 0; round < 10 && !recorded.has('tasks.fetchRecording'); round += 1) await workOff();
  await stopReading();
  for (const id of Object.keys(scheduleMinutes)) await record(id, () => load(id)({}, toContext(id, 240_000)));
  await receiver.close();
});
afterAll(async () => {
  await deployed.close();
  await closeSockets();
  await platform.close();
  await tellSeen(seen);
});

test('every function of a route answers a valid request as it is deployed', () => {
  expect(Object.fromEntries(refusals)).toEqual({
    // Samples have no recording that was uploaded, and no webhook that a provider has signed.
    'recordings.get': 'recording_not_available',
    'integrationEvents.receive': 'signature_invalid',
    'phoneCalls.answer': 'signature_invalid',
    'phoneCalls.end': 'signature_invalid',
    'phoneCalls.report': 'signature_invalid',
    'phoneCalls.record': 'signature_invalid',
    // Nobody has signed in at a provider.
    'connections.logout': 'logout_refused',
    'invitations.accept': 'person_required',
    'sessions.list': 'person_required',
    'sessions.remove': 'person_required',
    'sessions.removeAll': 'person_required',
    'signIn.begin': 'sign_in_refused',
    'signIn.callback': 'sign_in_refused',
  });
});

const codeOf = (module: string): string => readFileSync(join(root, module), 'utf8');

/** The actions of a module on DynamoDB and S3, read in its code: commands, and the parts of transactions. */
const actionsIn = (code: string): string[] => {
  const commands = [...code.matchAll(/new (BatchGet|BatchWrite|Get|Query|Scan|Put|Update|Delete)Command\(/g)];
  const parts = [...code.matchAll(/\b(Put|Update|Delete|ConditionCheck): /g)];
  const objects = [...code.matchAll(/new (\w+Object)Command\(/g)];
  const uploads = /new Upload\(/.test(code) ? ['s3:PutObject', 's3:AbortMultipartUpload'] : [];
  return [
    ...commands.map(([, name]) => `dynamodb:${name === 'Query' || name === 'Scan' ? name : `${name}Item`}`),
    ...parts.map(([, name]) => `dynamodb:${name}Item`),
    // S3 has no action of its own for a head: it is part of reading.
    ...objects.map(([, name = '']) => `s3:${name.replace('Head', 'Get')}`),
    ...uploads,
    ...(code.includes('new ListObjectsV2Command(') || /new GetObjectCommand\([^)]*sealedBucketName/.test(code)
      ? ['s3:ListBucket']
      : []),
  ];
};

const writes = /:(Put|Update|Delete|BatchWrite)/;

describe('A role', () => {
  test.for(bundles.filter(({ modules }) => modules.includes('lib/store/table.ts')))(
    'of $id allows each call that it was seen to make',
    ({ id }) => {
      const statements = statementsOf(resources, id);
      const refused = (recorded.get(id) ?? []).filter((access) => !allows(statements, access));
      expect(refused).toEqual([]);
    },
  );

  test.for(bundles)(
    'of $id allows the actions that its code has calls for, and no other',
    ({ id, modules }) => {
      const called = modules
        .filter((module) => module.startsWith('lib/'))
        .flatMap((module) => actionsIn(codeOf(module)));
      const allowed = statementsOf(resources, id)
        .flatMap(({ Action }) => [Action].flat())
        // The stream is read by Lambda, in the function's name.
        .filter(
          (action) => /^(dynamodb|s3):/.test(action) && !/Stream|GetRecords|GetShardIterator/.test(action),
        );
      expect([...new Set(allowed)].sort()).toEqual([...new Set(called)].sort());
    },
  );

  test.for(bundles)('of $id allows the indexes that it was seen to read, and no other', ({ id }) => {
    const read = (recorded.get(id) ?? []).flatMap(({ index }) => index ?? []);
    const allowed = [...JSON.stringify(statementsOf(resources, id)).matchAll(/\/index\/(\w+)/g)];
    expect(allowed.map(([, index]) => index).sort()).toEqual([...new Set(read)].sort());
  });

  test('causes no loop: the follower of the stream writes nothing that the stream returns to it', () => {
    for (const id of ['events.indexConversation', 'events.followWrites']) {
      const written = (recorded.get(id) ?? []).filter(({ action }) => writes.test(action));
      expect(written.length, id).toBeGreaterThan(0);
      const events = written.filter(({ partitions }) => partitions.some((one) => one.startsWith('events#')));
      expect(events, id).toEqual([]);
    }
  });

  test('is held against calls of nearly every function', () => {
    const seen = [...recorded].filter(([, accesses]) => accesses.length > 0).map(([id]) => id);
    const unseen = bundles
      .filter(({ modules }) => modules.includes('lib/store/table.ts'))
      .map(({ id }) => id)
      .filter((id) => !seen.includes(id));
    // Without the cookie of a sign-in, a callback reads nothing. Sessions are rechecked after minutes.
    expect(unseen).toEqual(['signIn.callback', 'tasks.recheckSession']);
    // The followers and the clock did their work, and not only looked for it.
    const did = (id: string) => new Set((recorded.get(id) ?? []).map(({ action }) => action.slice(9)));
    for (const [id, action] of [
      ['events.indexConversation', 'BatchWriteItem'],
      ['events.followWrites', 'Query'],
      ['events.recordingUploaded', 'PutItem'],
      ['tasks.limitKeys', 'PutItem'],
      ['tasks.replayParked', 'PutItem'],
      ['tasks.fetchRecording', 'PutItem'],
      ['tasks.writeExport', 'PutItem'],
      ['tasks.removeExport', 'BatchWriteItem'],
      ['clock.endStaleConversations', 'PutItem'],
      ['clock.applyRetention', 'PutItem'],
    ] as const) {
      expect(did(id), id).toContain(action);
    }
    const written = [...recorded.values()].flat().filter(({ action }) => writes.test(action));
    expect(written.length).toBeGreaterThan(100);
    // The function that retries a parked erasure or removal does all of its work.
    const partitions = recorded.get('clock.retryParked')?.flatMap((access) => access.partitions) ?? [];
    for (const beginning of ['conversation#', 'agent#', 'parked']) {
      expect(partitions).toContainEqual(expect.stringMatching(`^${beginning}`));
    }
  });

  test('of each background function is held against writes that it was seen to make', () => {
    const inBackground = bundles.filter(({ id }) => /^(events|clock|tasks)\./.test(id));
    const idle = inBackground.filter(({ id }) => {
      const seen = (recorded.get(id) ?? []).filter(({ action }) => writes.test(action));
      // Its own task is of every kind of work.
      return !seen.some(({ partitions }) => partitions.some((one) => !one.startsWith(tasksPartition(''))));
    });
    // They write nothing but tasks and seals. Sums wait until figures have settled, and sessions for five
    // minutes.
    expect(idle.map(({ id }) => id)).toEqual([
      'clock.restartTasks',
      'clock.sealAudit',
      'tasks.recheckSession',
      'tasks.sumUsage',
    ]);
  });

  test.for(bundles)('of $id cannot grant authority, unless it creates keys', ({ id }) => {
    const statements = statementsOf(resources, id);
    const may = ['Put', 'Delete', 'Update', 'BatchWrite'].flatMap((kind) =>
      ['secret#x', 'api_key#x', 'cursor_keys']
        .map((partition) => ({ action: `dynamodb:${kind}Item`, partitions: [partition] }))
        .filter((access) => allows(statements, access))
        .map(({ action, partitions }) => `${action} ${partitions}`),
    );
    const makesKeys = [
      'apiKeys.create',
      'apiKeys.rotate',
      'apiKeys.revoke',
      // It makes sessions.
      'signIn.callback',
      'events.followWrites',
      'clock.retryParked',
      'tasks.limitKeys',
    ].includes(id);
    // That a key was used is noted with its secret, and nothing else; lists make their cursors' keys.
    const always = ['dynamodb:UpdateItem secret#x', 'dynamodb:PutItem cursor_keys'];
    // Erasing an organization, removing a member and ending what a member made remove keys, and make none.
    // Signing out and removing a connection remove sessions.
    if (/^(connections\.(logout|remove)|sessions\.remove(All)?|tasks\.recheckSession)$/.test(id)) {
      always.push('dynamodb:DeleteItem secret#x');
    }
    const ends = ['tasks.eraseOrganization', 'tasks.secondLook', 'members.remove', 'members.settleAccess'];
    if (ends.includes(id)) {
      always.push('dynamodb:DeleteItem secret#x', 'dynamodb:DeleteItem api_key#x');
    }
    if (makesKeys) expect(may).toContain('dynamodb:PutItem secret#x');
    else expect(may.filter((one) => !always.includes(one))).toEqual([]);
  });

  test.for(bundles)('of $id names the partitions that it writes', ({ id }) => {
    const partitionsOfKinds = Object.values(kinds).map(({ pk }) => pk.replaceAll(/<[^>]+>/g, 'x'));
    const writing = statementsOf(resources, id).filter(({ Action }) =>
      [Action].flat().some((action) => /^dynamodb:(Put|Update|Delete|BatchWrite)/.test(action)),
    );
    for (const { Condition } of writing) {
      expect(Object.keys(Condition ?? {})).toContain('ForAllValues:StringLike');
      const patterns = [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();
      expect(patterns.length).toBeGreaterThan(0);
      // A pattern of no kind is misspelled, and one of every kind says nothing.
      for (const pattern of patterns) {
        const fitting = partitionsOfKinds.filter((partition) => like(partition, pattern));
        const lists = kinds.listing_entry.pk.replaceAll(/<[^>]+>/g, 'x');
        expect(fitting.length > 0 || like(lists, pattern.replace(/#.*/, '#x')), pattern).toBe(true);
        // A conversation is of nine kinds, and so is an agent.
        expect(fitting.length, pattern).toBeLessThan(10);
      }
    }
  });

  // Writes that were seen in the suites of tasks, followers and the clock, and that this one does not cause.
  test.for([
    ['events.followWrites', ['usage_pages#x#0', 'billing#x', 'provider_call#x', 'deliveries#x']],
    ['clock.retryParked', ['x#fresh', 'x#messages', 'usage#x#0', 'provider_call#x', 'secret#x']],
    ['tasks.secondLook', ['x.1#conversations', 'x#versions', 'usage#x#0', 'events#1']],
    ['tasks.deliverMessage', ['listeners#x', 'x#webhooks', 'webhook#x', 'events#1']],
    ['tasks.runImport', ['imported_agent#x#y', 'x#versions', 'provider#x#y#z', 'x#imports', 'integration#x']],
    [
      'tasks.makeCall',
      ['provider_call#x#y', 'provider#x#y#z', 'x.2#conversations', 'integration#x', 'x#integrations'],
    ],
    ['tasks.fetchRecording', ['integration#x', 'x#integrations', 'events#1']],
    // A call of a tool that writes has a journal, and a tool server that has changed is disabled.
    ['chats.send', ['tool_call#x', 'tool_server#x', 'x#tool_servers', 'x.1#conversations']],
    ['chats.sendResults', ['tool_call#x', 'tool_server#x', 'x#tool_servers', 'x.1#conversations']],
    ['chats.stream', ['tool_call#x', 'tool_server#x', 'x#tool_servers', 'x.1#conversations']],
    ['handovers.reply', ['conversation#x', 'x.1#conversations', 'events#1']],
    ['clock.endStaleConversations', ['conversation#x', 'x.1#conversations', 'events#1']],
    ['analyses.review', ['x#analyses', 'x#reviews', 'x.1#conversations', 'tagged#x#y']],
    ['tasks.analyzeConversation', ['x#analyses', 'x#reviews', 'x.1#conversations', 'events#1', 'tasks#1']],
    ['tasks.analyzeHistory', ['x#analyses', 'analysis_run#x', 'x.1#conversations', 'events#1', 'tasks#1']],
    ['tasks.eraseCaller', ['erasure#x', 'x#erased', 'x.1#conversations', 'tagged#x#y', 'events#1']],
    ['tasks.eraseOrganization', ['counts#x', 'exports#x', 'x#erased', 'x#clients', 'usage_pages#x#0']],
  ] as const)('of %s allows what it writes in cases that are rare', ([id, partitions]) => {
    const statements = statementsOf(resources, id);
    const refused = partitions.filter(
      (partition) =>
        !['Put', 'Delete', 'BatchWrite'].some((kind) =>
          allows(statements, { action: `dynamodb:${kind}Item`, partitions: [partition] }),
        ),
    );
    expect(refused).toEqual([]);
  });

  test.for([
    ['tasks.deliverMessage', 'conversation#x'],
    ['tasks.tendWebhook', 'webhook#x'],
    ['tasks.fetchRecording', 'agent#x'],
    ['tasks.processProviderEvent', 'integration#x'],
    ['tasks.billUsage', 'plan#x'],
    ['tasks.buildIndex', 'conversation#x'],
    ['events.indexConversation', 'x#conversations'],
    ['clock.applyRetention', 'client#x'],
    ['tasks.eraseOrganization', 'cursor_keys'],
    ['chats.send', 'agent#x'],
    ['chats.stream', 'client#x'],
    ['handovers.reply', 'tool_call#x'],
    ['tasks.analyzeConversation', 'analyzer#x'],
    ['tasks.analyzeHistory', 'agent#x'],
    ['tasks.eraseCaller', 'client#x'],
    // It only reads records, and a seal that is written cannot be replaced.
    ['clock.sealAudit', 'x#audit_records'],
    ['tools.askServer', 'conversation#x'],
  ] as const)('of %s does not write %s', ([id, partition]) => {
    const statements = statementsOf(resources, id);
    for (const kind of ['Put', 'Delete', 'BatchWrite'])
      expect(allows(statements, { action: `dynamodb:${kind}Item`, partitions: [partition] })).toBe(false);
  });

  test('contains no wildcard actions', () => {
    for (const { id } of bundles) {
      for (const { Action, Resource: resource } of statementsOf(resources, id)) {
        const actions = [Action].flat();
        expect(actions.filter((action) => action.includes('*'))).toEqual([]);
        if (JSON.stringify(resource) === '"*"') {
          expect(actions).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
        }
      }
    }
  });
});
