import { hash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { BackgroundFunction } from '#lib/build/function-settings.ts';
import { scheduleMinutes } from '#lib/build/function-settings.ts';
import type { Integration } from '#lib/contract/integrations.ts';
import { ApiProblem } from '#lib/local/client.ts';
import { callNumber, newLineAccount } from '#lib/local/phone-line.ts';
import type { Follower, FollowerFunction } from '#lib/store/events/followers.ts';
import { followerNames } from '#lib/store/events/followers.ts';
import { park } from '#lib/store/events/parked-events.ts';
import { everyWatcher, keyOf, kindOf } from '#lib/store/keys.ts';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import type { Background } from './support/background.ts';
import { backgroundOf } from './support/background.ts';
import { monthFromOpen, terms } from './support/billing.ts';
import { Browser } from './support/browsing.ts';
import { everyCase } from './support/cases.ts';
import { connect, newCall, webhookSecret } from './support/connected.ts';
import { setTexts } from './support/dns-server.ts';
import { watchingPage } from './support/doorbells.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { peopleOf } from './support/people.ts';
import { numbers } from './support/phone.ts';
import { fillAccount } from './support/provider-accounts.ts';
import { postEvent } from './support/provider-webhooks.ts';
import type { Receiver } from './support/receiver.ts';
import { startReceiver } from './support/receiver.ts';
import type { TableItem } from './support/table.ts';
import { askDynamoDb, scan } from './support/table.ts';
import type { Organization, Users } from './support/users.ts';
import { upload, usersOf } from './support/users.ts';

/*
 * Work that nobody waits for has authority too. For each kind of task, each follower and each function of the
 * clock: which kinds of items it writes and removes, and whom it asks, after something has changed since the
 * work began. The kinds are those that the project declares, so a new one fails until it has its row.
 */

let platform: OwnPlatform;
let users: Users;
let background: Background;
let receiver: Receiver;
let world: World;
let beginning: Items;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  console.warn = () => {};
  users = usersOf(platform.description);
  background = backgroundOf(platform.description);
  receiver = await startReceiver();
  world = await createWorld();
  beginning = await itemsNow();
});
afterAll(async () => {
  await receiver.close();
  await platform.close();
});

interface World {
  readonly reseller: Organization;
  readonly org: Organization;
  readonly agent_id: string;
  /** A conversation that is over. */
  readonly conversation_id: string;
  readonly integration: Integration;
  readonly account: Awaited<ReturnType<typeof fillAccount>>;
}

const old = new Date(Date.now() - 100 * 24 * 60 * 60_000).toISOString();

const createWorld = async (): Promise<World> => {
  const reseller = await users.organization(undefined, 'reseller');
  const org = await users.organization(reseller, 'client');
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const account = await fillAccount('elevenlabs', `key-of-${org.client.id}`, 1);
  const numbers = { phone_1: { phone_number_id: 'phone_1', phone_number: '+12025550100' } };
  await account.plan({ collections: { numbers } });
  const mapping = { [account.agent_id]: agent_id };
  const integration = await connect(org, 'elevenlabs', mapping, { api_key: account.apiKey });
  const turns = [{ role: 'user' as const, text: 'Hello' }];
  const { id: conversation_id } = await org.api.conversations.create({
    body: { agent_id, status: 'completed', duration_ms: 60_000, turns },
  });
  return { reseller, org, agent_id, conversation_id, integration, account };
};

/** Work that has begun. */
interface Work {
  readonly run: () => Promise<unknown>;
  /** The conversation that it is about, if that is not the one of the world. */
  readonly about?: string;
  /** The integration that it needs, if that is not the one of the world. */
  readonly integration_id?: string;
}

/**
 * The changes while the work waits. Those that remove objects of the bucket come last, as nothing brings
 * these back.
 */
const changes = {
  'the integration is disabled': ({ integration_id = world.integration.id }) =>
    world.org.api.integrations.update({ params: { integration_id }, body: { status: 'disabled' } }),
  'the integration is removed': ({ integration_id = world.integration.id }) =>
    world.org.api.integrations.remove({ params: { integration_id } }),
  'the organization is suspended': () => suspended(),
  'the conversation is erased': async ({ about = world.conversation_id }) => {
    await users.operator.conversations.erase({ params: { conversation_id: about } });
    await (await following('events.followWrites', about, ['conversation.erased']))();
  },
  'the organization is being erased': async () => {
    await users.operator.clients.erase({ params: { client_id: world.org.client.id } });
    await runTasks('erase_organization', world.org.client.id);
  },
  // Begins where the one before has led.
  'the organization is erased': async () => {
    while (await runTasks('erase_organization', world.org.client.id));
  },
} satisfies Readonly<Record<string, (work: Work) => Promise<unknown>>>;

type Change = keyof typeof changes;

/** The result of a run: kinds of items with a sign, and requests to others. */
type Effect = readonly string[];

interface Row {
  readonly of: string;
  readonly begin: () => Promise<Work>;
  readonly usual: Effect;
  /**
   * The effect after each change that makes a difference. `before`: the organization is suspended before the
   * work begins.
   */
  readonly after: Readonly<Partial<Record<Change | 'before', Effect | string>>>;
}

/** An item as DynamoDB sends it. */
type Sent = Readonly<Record<string, AttributeValue>>;

const stringIn = (item: Sent, attribute: string): string => item[attribute]?.S ?? '';

/** The notes that requests leave are written beside their answers. */
const isOfRequests = (item: Sent): boolean => /^(idempotency|last_use|rate)#/.test(stringIn(item, 'pk'));

const isTask = (item: Sent): boolean => stringIn(item, 'pk').startsWith('tasks#');

/** A follower asks for it now and then, without keeping count. */
const isByChance = (item: Sent): boolean => isTask(item) && stringIn(item, 'kind') === 'build_index';

type Items = ReadonlyMap<string, Sent>;

const itemsNow = async (): Promise<Items> => {
  const items = new Map<string, Sent>();
  for await (const item of scan(platform.description))
    if (!isOfRequests(item)) items.set(`${stringIn(item, 'pk')} ${stringIn(item, 'sk')}`, item);
  return items;
};

const differencesOf = (before: Items, now: Items): { changed: [string, Sent][]; missing: Sent[] } => ({
  changed: [...now].filter(([key, item]) => !isDeepStrictEqual(before.get(key), item)),
  missing: [...before].filter(([key]) => !now.has(key)).map(([, item]) => item),
});

/** As many items as DynamoDB takes in a batch. */
const batchSize = 25;

/** Makes the table as it was. `now` is the table as it is, if that is known. */
const goBackTo = async (before: Items, now?: Items): Promise<void> => {
  const { changed, missing } = differencesOf(now ?? (await itemsNow()), before);
  const requests = [
    ...changed.map(([, Item]) => ({ PutRequest: { Item } })),
    ...missing.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  ];
  for (let at = 0; at < requests.length; at += batchSize) {
    const RequestItems = { [platform.description.table]: requests.slice(at, at + batchSize) };
    const answer = await askDynamoDb(platform.description, 'BatchWriteItem', { RequestItems });
    expect(JSON.parse(answer)).toMatchObject({ UnprocessedItems: {} });
  }
};

const nameOf = (item: Sent): string => {
  const kind = String(kindOf({ pk: stringIn(item, 'pk'), sk: stringIn(item, 'sk') }));
  const more = kind === 'task' ? [stringIn(item, 'kind')] : kind === 'event' ? [stringIn(item, 'type')] : [];
  return [kind, ...more].join(' ');
};

/** The table before work and after it. */
interface Tables {
  readonly before: Items;
  readonly after: Items;
}

/** The effect of work. `known` is the table as it is, if that is known. */
const effectOf = async (run: () => Promise<unknown>, known?: Items): Promise<Tables & { effect: Effect }> => {
  const before = known ?? (await itemsNow());
  const asked = async () => (await world.account.look()).asked.length;
  const [askedBefore, receivedBefore] = [await asked(), receiver.received.length];
  await run();
  const after = await itemsNow();
  const { changed, missing } = differencesOf(before, after);
  const effects = [
    ...changed.filter(([, item]) => !isByChance(item)).map(([, item]) => `+ ${nameOf(item)}`),
    // A task is removed when it is done.
    ...missing.filter((item) => !isTask(item)).map((item) => `- ${nameOf(item)}`),
    ...((await asked()) > askedBefore ? ['asks the provider'] : []),
    ...(receiver.received.length > receivedBefore ? ['posts'] : []),
  ];
  return { effect: [...new Set(effects)].sort(), before, after };
};

/** Whether there was anything to run. */
const runTasks = async (kind: TaskKind, id: string): Promise<boolean> => {
  const tasks = await background.tasksOf([kind], [id]);
  for (const task of tasks) await background.runTask(task);
  return tasks.length > 0;
};

/** The events about an entity, or all, oldest first. */
const eventsOf = async (about: string, types: readonly string[]): Promise<TableItem[]> =>
  (await background.eventsOf(about)).filter(({ type }) => types.includes(String(type)));

/** Events as they are when the work begins; later ones are other work. */
const following = async (id: FollowerFunction, about: string, types: readonly string[]) => {
  const events = await eventsOf(about, types);
  expect(events).not.toEqual([]);
  return () => background.process(id, events);
};

/** The work does not begin. */
class NothingToDo extends Error {}

/** The tasks as they are when the work begins. */
const working = async (kind: TaskKind, about: string) => {
  const tasks = await background.tasksOf([kind], [about]);
  if (tasks.length === 0) throw new NothingToDo(kind);
  return async () => {
    for (const task of tasks) await background.runTask(task);
  };
};

const post = async (payload: unknown): Promise<void> => {
  expect((await postEvent(world.integration, webhookSecret, payload)).status).toBe(200);
};

const processed = () => runTasks('provider_events', world.integration.id);

/** The conversation that a provider has reported, with its reports. */
const reported = async () => {
  const { events } = newCall('elevenlabs', world.account.agent_id);
  const [report, audio] = events as [{ event_timestamp: number }, unknown];
  await post(report);
  await processed();
  const { data } = await world.org.api.conversations.list();
  const about = data.find(({ id }) => id !== world.conversation_id)?.id ?? '';
  return { about, later: { ...report, event_timestamp: report.event_timestamp + 5 }, audio };
};

/**
 * Conversations that have nothing in common, so that the log of usage has full pages and the index is worth
 * building.
 */
const endedMany = async (): Promise<void> => {
  const conversations = Array.from({ length: 70 }, (_, at) => ({
    agent_id: world.agent_id,
    status: 'completed' as const,
    duration_ms: at * 1000,
    outcome: hash('sha256', String(at)),
    turns: [{ role: 'user' as const, text: `Number ${at}` }],
  }));
  await world.org.api.conversations.batch({ body: { conversations } });
};

const listening = () =>
  world.reseller.api.webhooks.create({
    body: { url: receiver.url, events: ['conversation.ended'], payload: 'full' },
  });

/** A conversation that has just ended: webhooks receive nothing from before they were created. */
const ended = async (): Promise<string> => {
  const { org, agent_id } = world;
  const body = { agent_id, status: 'completed' as const, duration_ms: 60_000 };
  return (await org.api.conversations.create({ body })).id;
};

const followed = async (conversation_id: string): Promise<void> =>
  (await following('events.followWrites', conversation_id, ['conversation.ended']))();

const uploaded = async () => {
  const { org, conversation_id } = world;
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await org.api.recordings.create({ params, body });
  await upload(link, Buffer.from('RIFF'));
  const record = await background.table.get({ pk: `conversation#${conversation_id}`, sk: 'record' });
  return (JSON.parse(String(record?.fields)) as { recording_key: string }).recording_key;
};

const ofKey = (items: Items, id: string) =>
  [...items].filter(([, item]) => JSON.stringify(item).includes(id));

/** A call that an agent has answered at Twilio, which knows its price. */
const calledAtCarrier = async () => {
  const { org, agent_id, account } = world;
  const carrier = { ...newLineAccount(), auth_token: account.apiKey };
  const { account_id, auth_token: api_key } = carrier;
  const agents = [{ provider_agent_id: numbers.to, agent_id }];
  const body = { provider: 'twilio' as const, name: 'Phone', account_id, api_key, agents };
  const { id: integration_id, webhook_url: voice_url } = await org.api.integrations.create({ body });
  const line = await callNumber({ voice_url, ...carrier, ...numbers });
  await line.hear();
  await line.hangUp();
  const price = { sid: line.call_id, price: '-0.0085', price_unit: 'USD' };
  await account.plan({ collections: { calls: { [line.call_id]: price } } });
  const { data } = await org.api.conversations.list({ query: { channel: 'phone', agent_id } });
  const called = data.find(({ handling }) => handling !== null);
  return { id: called?.id ?? '', integration_id };
};

/** The keys of a member who has been removed, before they are revoked. */
const keysOfRemoved = async () => {
  const { org } = world;
  const { personIn } = peopleOf(platform.description.base_url, users);
  const { api, memberId } = await personIn(org, 'admin');
  const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  const begun = await itemsNow();
  await org.api.members.remove({ params: { member_id: memberId }, query: { revoke_keys: 'true' } });
  await goBackTo(new Map([...(await itemsNow()), ...ofKey(begun, id)]));
  return { run: await working('second_look', memberId) };
};

/** An analyzer that needs no model. */
const analyzing = async (): Promise<string> => {
  const { org } = world;
  const settings = { analysis: { enabled: true } };
  await users.operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  const body = {
    name: 'Greeting',
    criteria: [{ name: 'greeting', kind: 'contains' as const, texts: ['hello'] }],
    when: { min_turns: 0, min_duration_ms: 0 },
  };
  return (await org.api.analyzers.create({ body })).id;
};

const importing = (resource: 'agents' | 'conversations') => async () => {
  const params = { integration_id: world.integration.id };
  if (resource === 'agents')
    await world.org.api.agentMappings.remove({
      params: { ...params, provider_agent_id: world.account.agent_id },
    });
  await world.org.api.imports.create({ params, body: { resource } });
  return { run: await working('imports', world.integration.id) };
};

const testing = async () => {
  const { api } = world.org;
  const { id: agent_id } = await api.agents.create({ body: { name: 'Tested', first_message: 'Hello' } });
  const check = { type: 'says' as const, contains: ['rehearsal'] };
  const caller = { kind: 'script' as const, lines: ['Hello'] };
  const { id } = await api.scenarios.create({ body: { name: 'Greets', caller, checks: [check] } });
  const body = { scenario_ids: [id] };
  return (await api.testRuns.create({ params: { agent_id }, body })).id;
};

/**
 * The function that asks tool servers reaches no table: test/functions/tools/ask-server.test.ts. The one that
 * speaks in calls is asked by their carriers: test/functions/sockets/calls.test.ts.
 */
type Named =
  | Exclude<BackgroundFunction, FollowerFunction | 'tools.askServer' | 'sockets.calls'>
  | Follower
  | (typeof joining)[number];

/** Requests of people who are nobody's members yet: they join by what others have set up before. */
const joining = ['signIn.callback', 'invitations.accept'] as const;

const madeMember = [
  ...['+ audit_record', '+ connection', '+ event audit.recorded', '+ grant', '+ identity'],
  ...['+ listing_entry', '+ member', '+ person'],
];

const madeSession = ['+ secret', '+ session'];

/** A connection whose people join by a domain that is verified, and somebody who has begun to sign in. */
const beginsToJoin = async () => {
  const { connect: connectPeople } = peopleOf(platform.description.base_url, users);
  const name = `a${randomUUID()}.example`;
  const settings = { domains: [{ name }], join: 'domain' as const, max_role: 'listener' as const };
  const { connection, issuer } = await connectPeople(world.org.client.id, settings);
  await setTexts(inject('dnsServer'), name, [connection.domains[0]?.txt ?? '']);
  const params = { connection_id: connection.id };
  await users.operator.connections.verifyDomain({ params, body: { domain: name } });
  issuer.person = { sub: randomUUID(), email: `pia@${name}`, email_verified: true };
  const browser = new Browser(platform.description.base_url);
  const begun = await browser.begin(params);
  const { url } = (await begun.json()) as { url: string };
  const [cookie = ''] = begun.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  // Each time, the provider gives another code, to a browser as it was.
  const run = async () =>
    fetch(await browser.visitProvider(url), { headers: { cookie }, redirect: 'manual' });
  return { run };
};

/** Somebody who is invited and has signed in. */
const isInvited = async () => {
  const { connect: connectPeople } = peopleOf(platform.description.base_url, users);
  const { connection, issuer } = await connectPeople(world.org.client.id);
  const email = `${randomUUID()}@example.com`;
  const body = { email, connection_id: connection.id, role: 'listener' as const };
  const { id, token } = await world.org.api.invitations.create({ body });
  issuer.person = { sub: randomUUID(), email };
  const browser = new Browser(platform.description.base_url);
  await browser.signIn({ connection_id: connection.id });
  const params = { invitation_id: id };
  return {
    run: async () => {
      const accepted = browser.api('none').invitations.accept({ params, body: { token } });
      // A refusal leaves nothing, which is its effect.
      await accepted.catch((error: unknown) => expect(error).toBeInstanceOf(ApiProblem));
    },
  };
};

const rows: Readonly<Record<Named, readonly Row[]>> = {
  'tasks.processProviderEvent': [
    {
      of: 'the first report of a call',
      begin: async () => {
        await post(newCall('elevenlabs', world.account.agent_id).events[0]);
        return { run: await working('provider_events', world.integration.id) };
      },
      usual: [
        '+ conversation',
        '+ event conversation.ended',
        '+ integration_event',
        '+ listing_entry',
        '+ provider_call',
        '+ provider_id',
        '+ turns',
      ],
      after: {
        'the integration is removed': ['- integration_event', '- provider_payload'],
        'the organization is suspended': ['+ integration_event'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: ['+ integration_event'],
      },
    },
    {
      of: 'a later report',
      begin: async () => {
        const { about, later } = await reported();
        await post(later);
        return { run: await working('provider_events', world.integration.id), about };
      },
      usual: ['+ conversation', '+ event conversation.updated', '+ integration_event'],
      after: {
        'the integration is removed': ['- integration_event', '- provider_call', '- provider_payload'],
        'the conversation is erased': ['+ task provider_events'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: ['+ integration_event'],
      },
    },
  ],
  'tasks.replayParked': [
    {
      of: 'a call of an agent that was not mapped',
      begin: async () => {
        const { events, agent_id: provider_agent_id } = newCall('elevenlabs');
        await post(events[0]);
        await processed();
        const params = { integration_id: world.integration.id, provider_agent_id };
        await world.org.api.agentMappings.replace({ params, body: { agent_id: world.agent_id } });
        const replay = await working('replay_parked', world.integration.id);
        return {
          run: async () => {
            await replay();
            await processed();
          },
        };
      },
      usual: [
        '+ conversation',
        '+ event conversation.ended',
        '+ integration_event',
        '+ listing_entry',
        '+ provider_call',
        '+ provider_id',
        '+ task replay_parked',
        '+ turns',
      ],
      after: {
        'the integration is removed': ['+ task replay_parked', '- integration_event', '- provider_payload'],
        'the organization is suspended': ['+ integration_event', '+ task replay_parked'],
        'the organization is being erased': ['+ task replay_parked'],
        'the organization is erased': ['+ task replay_parked'],
        before: ['+ integration_event', '+ task replay_parked'],
      },
    },
  ],
  'tasks.fetchRecording': [
    {
      of: 'the recording of a reported call',
      begin: async () => {
        const { about, audio } = await reported();
        await post(audio);
        await processed();
        return { run: await working('recordings', about), about };
      },
      usual: ['+ conversation', '+ event recording.available', '+ listing_entry'],
      after: {
        'the integration is disabled': ['+ conversation', '+ event conversation.updated', '+ listing_entry'],
        'the integration is removed': ['+ conversation', '+ event conversation.updated', '+ listing_entry'],
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'nothing to do',
      },
    },
  ],
  'tasks.readCarrierCost': [
    {
      of: 'a call that is over',
      begin: async () => {
        const { id: about, integration_id } = await calledAtCarrier();
        return { run: await working('carrier_costs', about), about, integration_id };
      },
      usual: ['+ conversation', '+ event conversation.updated', '+ listing_entry', 'asks the provider'],
      after: {
        'the integration is disabled': ['+ task carrier_costs'],
        'the integration is removed': ['+ task carrier_costs'],
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.makeCall': [
    {
      of: 'a call',
      begin: async () => {
        const { org, agent_id, integration } = world;
        const body = { integration_id: integration.id, to: '+14155550123' };
        const { id } = await org.api.calls.create({ params: { agent_id }, body });
        return { run: await working('calls', id), about: id };
      },
      usual: [
        '+ conversation',
        '+ event conversation.updated',
        '+ listing_entry',
        '+ provider_call',
        '+ provider_id',
        'asks the provider',
      ],
      after: {
        'the integration is disabled': [
          '+ conversation',
          '+ event conversation.ended',
          '+ event conversation.updated',
          '+ listing_entry',
        ],
        'the integration is removed': [
          '+ conversation',
          '+ event conversation.ended',
          '+ event conversation.updated',
          '+ listing_entry',
        ],
        'the organization is suspended': ['+ conversation', '+ event conversation.ended', '+ listing_entry'],
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.runImport': [
    {
      of: 'an import of conversations',
      begin: importing('conversations'),
      usual: [
        '+ conversation',
        '+ event conversation.ended',
        '+ integration_import',
        '+ listing_entry',
        '+ provider_call',
        '+ provider_id',
        '+ turns',
        'asks the provider',
      ],
      after: {
        'the integration is disabled': ['+ integration_import'],
        'the integration is removed': ['+ integration_import'],
        'the organization is suspended': ['+ integration_import', 'asks the provider'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
    {
      of: 'an import of agents',
      begin: importing('agents'),
      usual: [
        '+ agent',
        '+ agent_version',
        '+ counts',
        '+ event agent.created',
        '+ imported_agent',
        '+ integration_import',
        '+ knowledge_base',
        '+ listing_entry',
        '+ version_entry',
        'asks the provider',
      ],
      after: {
        'the integration is disabled': ['+ integration_import'],
        'the integration is removed': ['+ integration_import'],
        'the organization is suspended': ['+ integration_import', 'asks the provider'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.limitKeys': [
    {
      of: 'a changed rate limit',
      begin: async () => {
        const { org } = world;
        const body = { settings: { rate_limit: { requests_per_minute: 100 } } };
        await users.operator.clients.update({ params: { client_id: org.client.id }, body });
        return { run: await working('limit_keys', org.client.id) };
      },
      usual: ['+ api_key', '+ secret'],
      after: { 'the organization is being erased': [], 'the organization is erased': [] },
    },
  ],
  'tasks.recheckSession': [
    {
      of: 'a session that its provider has ended',
      begin: async () => {
        const { connect: connectPeople } = peopleOf(platform.description.base_url, users);
        // The provider gives a token, and does not know it later.
        const behavior = { tokens: (answer: object) => ({ body: { ...answer, refresh_token: 'unknown' } }) };
        const { connection } = await connectPeople(world.org.client.id, { behavior, recheck_minutes: 5 });
        await new Browser(platform.description.base_url).signIn({ connection_id: connection.id });
        return { run: await working('recheck_session', connection.id) };
      },
      usual: ['+ audit_record', '+ event audit.recorded', '- secret', '- session'],
      // Without its connection, a session is over.
      after: {
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'signIn.callback': [
    {
      of: 'somebody who joins by a domain',
      begin: beginsToJoin,
      usual: [...madeMember, ...madeSession].sort(),
      after: {
        // A person who signs in then is nobody's member.
        'the organization is suspended': [
          ...['+ audit_record', '+ event audit.recorded', '+ identity', '+ person'],
          ...madeSession,
        ],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'invitations.accept': [
    {
      of: 'somebody who was invited and has signed in',
      begin: isInvited,
      usual: [...madeMember, '- invitation', '- listing_entry'],
      after: {
        'the organization is suspended': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.sumUsage': [
    {
      of: 'full pages of a log',
      begin: async () => {
        await endedMany();
        await (await following('events.followWrites', '', ['conversation.ended']))();
        const { id } = world.org.client;
        await background.table.put(taskItem({ kind: 'sum_usage', id, group: id }));
        return { run: await working('sum_usage', id) };
      },
      usual: ['+ usage_days', '+ usage_hours', '+ usage_manifest'],
      after: { 'the organization is erased': [], before: ['+ usage_manifest'] },
    },
  ],
  'tasks.secondLook': [
    {
      of: 'an upload that nobody reported',
      begin: async () => {
        await uploaded();
        return { run: await working('second_look', world.conversation_id) };
      },
      usual: ['+ conversation', '+ event recording.available', '+ listing_entry'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
      },
    },
    {
      of: 'the keys of a removed member',
      begin: keysOfRemoved,
      usual: [
        '+ audit_record',
        '+ counts',
        '+ event api_key.revoked',
        '+ event audit.recorded',
        '- api_key',
        '- listing_entry',
        '- secret',
      ],
      after: {
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.eraseOrganization': [
    {
      of: 'an organization',
      begin: async () => {
        const { org } = world;
        await users.operator.clients.erase({ params: { client_id: org.client.id } });
        return { run: await working('erase_organization', org.client.id) };
      },
      usual: [
        '+ conversation_usage',
        '+ counts',
        '+ erased_document',
        '+ event agent.removed',
        '+ event api_key.revoked',
        '+ event conversation.erased',
        '+ task erase_organization',
        '+ usage_head',
        '- agent',
        '- agent_mapping',
        '- agent_version',
        '- api_key',
        '- conversation',
        '- integration',
        '- knowledge_base',
        '- listing_entry',
        '- secret',
        '- turns',
        '- version_entry',
      ],
      after: {
        'the integration is removed': [
          '+ conversation_usage',
          '+ counts',
          '+ erased_document',
          '+ event agent.removed',
          '+ event api_key.revoked',
          '+ event conversation.erased',
          '+ task erase_organization',
          '+ usage_head',
          '- agent',
          '- agent_version',
          '- api_key',
          '- conversation',
          '- knowledge_base',
          '- listing_entry',
          '- secret',
          '- turns',
          '- version_entry',
        ],
        'the organization is suspended': 'client_erasing',
        'the conversation is erased': [
          '+ counts',
          '+ event agent.removed',
          '+ event api_key.revoked',
          '+ task erase_organization',
          '- agent',
          '- agent_mapping',
          '- agent_version',
          '- api_key',
          '- integration',
          '- knowledge_base',
          '- listing_entry',
          '- secret',
          '- version_entry',
        ],
        'the organization is being erased': [],
        'the organization is erased': [],
      },
    },
  ],
  'tasks.eraseCaller': [
    {
      of: 'a caller',
      begin: async () => {
        const { org, agent_id } = world;
        const caller = { number: '+14155550177' };
        const { id: about } = await org.api.conversations.create({
          body: { agent_id, caller, status: 'completed', duration_ms: 60_000 },
        });
        const { id } = await org.api.erasures.create({ body: { caller: caller.number } });
        return { run: await working('erase_caller', id), about };
      },
      usual: [
        '+ conversation',
        '+ erased_document',
        '+ erasure',
        '+ event conversation.erased',
        '+ task erase_caller',
        '+ task second_look',
        '- listing_entry',
      ],
      after: {
        // It still looks a second time.
        'the conversation is erased': ['+ task erase_caller'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.billUsage': [
    {
      of: 'a subscription',
      begin: async () => {
        await followed(world.conversation_id);
        const { reseller, org } = world;
        const { id: plan_id } = await reseller.api.plans.create({ body: terms });
        const params = { client_id: org.client.id };
        await reseller.api.subscriptions.replace({
          params,
          body: { plan_id, start_date: monthFromOpen(-1) },
        });
        return { run: await working('bill_usage', org.client.id) };
      },
      usual: [
        '+ billing',
        '+ event statement.finalized',
        '+ statement',
        '+ statement_numbers',
        '+ task bill_usage',
      ],
      after: { 'the organization is erased': [] },
    },
  ],
  'tasks.analyzeConversation': [
    {
      of: 'a conversation that has ended',
      begin: async () => {
        await analyzing();
        const about = await ended();
        await followed(about);
        return { run: await working('analyze_conversation', about), about };
      },
      usual: [
        '+ analysis',
        '+ analysis_entry',
        '+ conversation',
        '+ event conversation.analyzed',
        '+ listing_entry',
      ],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.analyzeHistory': [
    {
      of: 'earlier conversations',
      begin: async () => {
        const analyzer_id = await analyzing();
        const { id } = await world.org.api.analysisRuns.create({ body: { analyzer_id } });
        return { run: await working('analyze_history', id), about: world.conversation_id };
      },
      usual: [
        '+ analysis',
        '+ analysis_entry',
        '+ analysis_run',
        '+ conversation',
        '+ event analysis_run.completed',
        '+ event conversation.analyzed',
        '+ listing_entry',
      ],
      after: {
        'the conversation is erased': ['+ analysis_run', '+ event analysis_run.completed'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.beginTestRun': [
    {
      of: 'the attempts of a test run',
      begin: async () => ({ run: await working('test_runs', await testing()) }),
      usual: ['+ task test_attempts', '+ test_attempt', '+ test_run', '+ test_run_scenario'],
      after: {
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.runTestAttempt': [
    {
      of: 'an attempt',
      begin: async () => {
        const run = await testing();
        await (await working('test_runs', run))();
        return { run: await working('test_attempts', `${run}.0`) };
      },
      usual: ['+ event test_run.completed', '+ test_attempt', '+ test_run'],
      after: {
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.deliverMessage': [
    {
      of: 'a message',
      begin: async () => {
        const { id } = await listening();
        const about = await ended();
        await followed(about);
        return { run: await working('deliver_message', id), about };
      },
      usual: ['+ attempt', '+ message', 'posts'],
      after: { before: 'client_suspended' },
    },
  ],
  'tasks.tendWebhook': [
    {
      of: 'events that a webhook missed',
      begin: async () => {
        const { org, agent_id } = world;
        const { id } = await org.api.webhooks.create({ body: { events: ['*'] } });
        await org.api.agents.update({ params: { agent_id }, body: { name: 'Night' } });
        return { run: await working('tend_webhook', id) };
      },
      usual: ['+ message', '+ payload'],
      after: {
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
    {
      of: 'messages that are sent again',
      begin: async () => {
        const { org } = world;
        const body = { url: receiver.url, events: ['conversation.ended' as const] };
        const { id } = await org.api.webhooks.create({ body });
        const about = await ended();
        await followed(about);
        await runTasks('deliver_message', id);
        await org.api.webhooks.replay({
          params: { webhook_id: id },
          body: { since: world.org.client.created_at },
        });
        const resent = await background.tasksOf(['tend_webhook'], [id]);
        const task = resent.find(({ state }) => state?.includes('resend'));
        return { run: async () => task && background.runTask(task), about };
      },
      usual: ['+ message', '+ task deliver_message', '- resending'],
      after: {
        'the organization is being erased': ['- resending'],
        'the organization is erased': ['- resending'],
        before: 'client_suspended',
      },
    },
  ],
  'tasks.writeExport': [
    {
      of: 'an export',
      begin: async () => {
        const { org } = world;
        const body = { resources: ['conversations' as const], format: 'ndjson' as const };
        const { id } = await org.api.exports.create({ body });
        return { run: await working('write_export', id) };
      },
      usual: ['+ event export.completed', '+ export', '+ export_file', '+ listing_entry'],
      after: { 'the organization is being erased': [], 'the organization is erased': [] },
    },
  ],
  'tasks.removeExport': [
    {
      of: 'an export that was canceled',
      begin: async () => {
        const { org } = world;
        const body = { resources: ['conversations' as const], format: 'ndjson' as const };
        const { id } = await org.api.exports.create({ body });
        await runTasks('write_export', id);
        await org.api.exports.remove({ params: { export_id: id } });
        return { run: await working('remove_export', id) };
      },
      usual: ['- export_file'],
      after: {},
    },
  ],
  index: [
    {
      of: 'a conversation that has ended',
      begin: async () => ({
        run: await following('events.indexConversation', world.conversation_id, ['conversation.ended']),
      }),
      usual: ['+ fresh_documents', '+ search_text'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
      },
    },
  ],
  finish: [
    {
      of: 'an erasure',
      begin: async () => {
        const { org, conversation_id } = world;
        await org.api.conversations.erase({ params: { conversation_id } });
        return { run: await following('events.followWrites', conversation_id, ['conversation.erased']) };
      },
      usual: ['+ conversation_usage', '+ usage_head', '- conversation', '- turns'],
      after: { 'the conversation is erased': [] },
    },
    {
      of: 'a removal',
      begin: async () => {
        const { org } = world;
        const { id: agent_id } = await org.api.agents.create({ body: { name: 'Former' } });
        await org.api.agents.remove({ params: { agent_id } });
        return { run: await following('events.followWrites', agent_id, ['agent.removed']) };
      },
      usual: ['- agent_version', '- version_entry'],
      after: { before: 'client_suspended' },
    },
  ],
  usage: [
    {
      of: 'a conversation that has ended',
      begin: async () => ({
        run: await following('events.followWrites', world.conversation_id, ['conversation.ended']),
      }),
      usual: ['+ conversation_usage', '+ usage_head'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
      },
    },
  ],
  analysis: [
    {
      of: 'a conversation that has ended',
      begin: async () => {
        await analyzing();
        const about = await ended();
        return { run: await following('events.followWrites', about, ['conversation.ended']), about };
      },
      usual: ['+ conversation_usage', '+ task analyze_conversation', '+ usage_head'],
      after: {
        // The task finds nothing.
        'the conversation is erased': ['+ task analyze_conversation'],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  doorbells: [
    {
      of: 'a conversation that somebody watches',
      begin: async () => {
        const { conversation_id, org } = world;
        await watchingPage((await org.api.liveTickets.create({})).url);
        return { run: await following('events.followWrites', conversation_id, ['conversation.ended']) };
      },
      usual: ['+ conversation_usage', '+ ring', '+ usage_head'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': ['+ ring'],
        'the organization is erased': ['+ ring'],
      },
    },
  ],
  lines: [
    {
      of: 'a call that has ended',
      begin: async () => {
        const { id } = await calledAtCarrier();
        return { run: await following('events.followWrites', id, ['conversation.ended']), about: id };
      },
      usual: ['+ conversation_usage', '+ usage_head'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  webhooks: [
    {
      of: 'a conversation that has ended',
      begin: async () => {
        await listening();
        const about = await ended();
        return { run: await following('events.followWrites', about, ['conversation.ended']), about };
      },
      usual: ['+ conversation_usage', '+ message', '+ payload', '+ task deliver_message', '+ usage_head'],
      after: {
        'the conversation is erased': ['+ message', '+ task deliver_message'],
        'the organization is being erased': ['+ message', '+ task deliver_message'],
        'the organization is erased': ['+ message', '+ task deliver_message'],
        before: 'client_suspended',
      },
    },
  ],
  'events.recordingUploaded': [
    {
      of: 'an upload',
      begin: async () => {
        const key = await uploaded();
        return { run: () => background.reportObject(key) };
      },
      usual: ['+ conversation', '+ event recording.available', '+ listing_entry'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
      },
    },
  ],
  'clock.endStaleConversations': [
    {
      of: 'a conversation that nobody ended',
      begin: async () => {
        const { org, agent_id } = world;
        const { id } = await org.api.conversations.create({ body: { agent_id, start_time: old } });
        return { run: () => background.runClock('clock.endStaleConversations'), about: id };
      },
      usual: ['+ conversation', '+ event conversation.ended', '+ listing_entry'],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'clock.applyRetention': [
    {
      of: 'an old conversation',
      begin: async () => {
        const { org, agent_id } = world;
        const body = { agent_id, status: 'completed' as const, start_time: old, duration_ms: 1000 };
        const { id } = await org.api.conversations.create({ body });
        const settings = { settings: { retention_days: 30 } };
        await users.operator.clients.update({ params: { client_id: org.client.id }, body: settings });
        return { run: () => background.runClock('clock.applyRetention'), about: id };
      },
      usual: [
        '+ conversation',
        '+ erased_document',
        '+ event conversation.erased',
        '+ task second_look',
        '- listing_entry',
      ],
      after: {
        'the conversation is erased': [],
        'the organization is being erased': [],
        'the organization is erased': [],
        before: 'client_suspended',
      },
    },
  ],
  'clock.sealAudit': [
    {
      of: 'the hour before',
      begin: async () => ({ run: () => background.runClock('clock.sealAudit') }),
      // It writes into a bucket of its own.
      usual: [],
      after: {},
    },
  ],
  'clock.restartTasks': [
    {
      of: 'a task whose message was lost',
      begin: async () => {
        const { org, conversation_id } = world;
        const due = new Date(Date.now() - 60 * 60_000).toISOString();
        await background.table.put(
          taskItem({ kind: 'second_look', id: conversation_id, group: org.client.id, due }),
        );
        return { run: () => background.runClock('clock.restartTasks') };
      },
      usual: ['+ task second_look'],
      after: {},
    },
  ],
  'clock.checkWatchers': [
    {
      of: 'a page whose key was revoked',
      begin: async () => {
        const owner = world.org.client.id;
        const connection = 'gone';
        const authority = { owner, key_id: 'gone', secret_hash: 'gone' };
        const connected_at = Date.now();
        const expires = Math.ceil(connected_at / 1000) + 3600;
        for (const watched of [owner, everyWatcher]) {
          const watcher = { watched: owner, authority, connection, connected_at, expires };
          await background.table.put({ ...keyOf('watcher', watched, connection), ...watcher });
        }
        return { run: () => background.runClock('clock.checkWatchers') };
      },
      usual: ['+ open_sockets', '- watcher'],
      // The doorbell for that has closed it.
      after: { 'the conversation is erased': [] },
    },
  ],
  'clock.retryParked': [
    {
      of: 'an event that was parked',
      begin: async () => {
        const { conversation_id } = world;
        const [event] = await eventsOf(conversation_id, ['conversation.ended']);
        await park(event as never, 'usage', new Error('Injected'));
        return { run: () => background.runClock('clock.retryParked') };
      },
      usual: ['+ conversation_usage', '+ usage_head', '- parked_event'],
      after: {
        'the conversation is erased': ['- parked_event'],
        'the organization is being erased': ['- parked_event'],
        'the organization is erased': ['- parked_event'],
      },
    },
  ],
  'clock.sendHeartbeats': [
    {
      of: 'nobody',
      begin: async () => ({ run: () => background.runClock('clock.sendHeartbeats') }),
      usual: ['+ event heartbeat'],
      after: {},
    },
  ],
  // Last, because functions remember how many conversations an index has.
  'tasks.buildIndex': [
    {
      of: 'many conversations',
      begin: async () => {
        await endedMany();
        // Nothing is to be built of a single conversation, but a follower asks for it now and then.
        if ((await eventsOf('', ['conversation.ended'])).length < 2) throw new NothingToDo('build_index');
        await (await following('events.indexConversation', '', ['conversation.ended']))();
        return { run: await working('build_index', world.org.client.id) };
      },
      usual: ['+ index', '+ segment_part', '- fresh_documents'],
      after: {
        'the organization is being erased': ['+ index', '- fresh_documents'],
        'the organization is erased': [],
        before: 'nothing to do',
      },
    },
  ],
};

test('every background function, every follower, and every way to join has its rows', () => {
  const functions = [
    ...Object.values(taskKinds).map((kind) => kind.function),
    ...Object.keys(scheduleMinutes),
    'events.recordingUploaded',
    ...followerNames,
    ...joining,
  ];
  expect(Object.keys(rows).sort()).toEqual(functions.sort());
  expect(Object.values(rows).filter(({ length }) => length === 0)).toEqual([]);
});

const suspended = () =>
  users.operator.clients.update({
    params: { client_id: world.org.client.id },
    body: { status: 'suspended' },
  });

/** The effect of work, or the reason for which it does not come to that. */
const outcomeOf = async (
  begin: () => Promise<Work>,
): Promise<Partial<Tables> & { readonly effect: Effect | string }> => {
  try {
    const { run } = await begin();
    return await effectOf(run);
  } catch (error) {
    if (error instanceof NothingToDo) return { effect: 'nothing to do' };
    if (error instanceof ApiProblem) return { effect: error.code };
    throw error;
  }
};

const everyChange = Object.keys(changes) as Change[];
/** The changes that are made for one row, and those for the next. */
const shares: readonly (readonly Change[])[] = [
  [
    'the integration is disabled',
    'the organization is suspended',
    'the organization is being erased',
    'the organization is erased',
  ],
  ['the integration is removed', 'the organization is suspended', 'the conversation is erased'],
];

const all = Object.entries(rows)
  .flatMap(([name, each]) => each.map((row) => ({ row, name: `${name}: ${row.of}` })))
  .map((one, at) => ({ ...one, made: everyCase ? everyChange : (shares[at % 2] ?? []) }));

// Each begins with the same table.
describe('The work of', { concurrent: false }, () => {
  test.for(all)('$name', async ({ row, made }) => {
    await goBackTo(beginning);
    const work = await row.begin();
    const begun = await itemsNow();
    const { effect: usual, ...worked } = await effectOf(work.run, begun);
    const found: Record<string, Effect | string> = {};
    let last: Partial<Tables> = worked;
    for (const change of made) {
      const from = change === 'the organization is erased' ? last.before : begun;
      await goBackTo(from ?? begun, last.after);
      const outcome = await outcomeOf(async () => {
        await changes[change](work);
        return work;
      });
      if (!isDeepStrictEqual(outcome.effect, usual)) found[change] = outcome.effect;
      last = outcome;
    }
    await goBackTo(beginning, last.after);
    await suspended();
    const { effect: before } = await outcomeOf(row.begin);
    if (!isDeepStrictEqual(before, usual)) found.before = before;
    const expected = Object.entries(row.after).filter(
      ([change]) => change === 'before' || made.includes(change as Change),
    );
    expect({ usual, after: found }).toEqual({ usual: row.usual, after: Object.fromEntries(expected) });
  });
});
