import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Integration } from '#lib/contract/integrations.ts';
import type { WebhookInput } from '#lib/contract/webhooks.ts';
import { platform as everything } from '#lib/domain/caller.ts';
import { unsqueeze } from '#lib/domain/search/segment.ts';
import { partitionOf } from '#lib/store/keys.ts';
import { taskKindNames } from '#lib/store/tasks/kinds.ts';
import { providerAccount } from './fixtures.ts';
import type { Background } from './support/background.ts';
import { backgroundOf } from './support/background.ts';
import { everyCase } from './support/cases.ts';
import { connect, newCall, webhookSecret } from './support/connected.ts';
import { eachOf } from './support/dialogues.ts';
import type { Hold } from './support/fault-proxy.ts';
import { holdNext, overtaken, startFaultProxy } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { fillAccount } from './support/provider-accounts.ts';
import { postEvent } from './support/provider-webhooks.ts';
import type { Receiver } from './support/receiver.ts';
import { startReceiver } from './support/receiver.ts';
import type { TableItem } from './support/table.ts';
import type { Organization, Users } from './support/users.ts';
import { upload, usersOf } from './support/users.ts';

/*
 * Every write that carries what somebody said, and may be late, is held until an erasure is through. Then it
 * is let go, and nothing of it may be left. Each such write is one line of the table at the end.
 */

let platform: OwnPlatform;
let users: Users;
let background: Background;
let receiver: Receiver;
let s3: { readonly endpoint: string; readonly close: () => Promise<void> };
let objects: S3Client;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
  const { description } = platform;
  s3 = await startFaultProxy(description.s3_endpoint);
  process.env.AWS_ENDPOINT_URL_S3 = s3.endpoint;
  console.warn = () => {};
  users = usersOf(description);
  background = backgroundOf(description);
  // It repeats what it is sent, as test servers do.
  receiver = await startReceiver(({ text }, response) => void response.writeHead(200).end(text));
  objects = new S3Client({
    endpoint: description.s3_endpoint,
    region: description.region,
    credentials: { accessKeyId: description.access_key_id, secretAccessKey: description.secret_access_key },
    forcePathStyle: true,
  });
});
afterAll(async () => {
  objects.destroy();
  await receiver.close();
  await s3.close();
  await platform.close();
});

/** An organization with a conversation, in which somebody says a word that nobody else says. */
interface World {
  readonly word: string;
  readonly org: Organization;
  readonly agent_id: string;
  readonly conversation_id: string;
  readonly integration: Integration;
  /** The agent at the provider. */
  readonly provider_agent_id: string;
}

const createWorld = async (): Promise<World> => {
  const reseller = await users.organization(undefined, 'reseller');
  const org = await users.organization(reseller, 'client');
  const word = `canary${randomBytes(6).toString('hex')}`;
  const webhook: WebhookInput = { url: receiver.url, events: ['*'], payload: 'full' } as never;
  await reseller.api.webhooks.create({ body: webhook });
  await org.api.webhooks.create({ body: { ...webhook, url: null } });
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const { agent_id: provider_agent_id } = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [provider_agent_id]: agent_id });
  const { id: conversation_id } = await org.api.conversations.create({
    body: { agent_id, status: 'completed', summary: word, turns: [{ role: 'user', text: word }] },
  });
  return { word, org, agent_id, conversation_id, integration, provider_agent_id };
};

const isStored = (Key: string): Promise<boolean> =>
  objects.send(new HeadObjectCommand({ Bucket: platform.description.bucket, Key })).then(
    () => true,
    () => false,
  );

const recordingKeyOf = async (conversation_id: string): Promise<string> => {
  const item = await background.table.get({ pk: `conversation#${conversation_id}`, sk: 'record' });
  return (JSON.parse(String(item?.fields)) as { recording_key: string }).recording_key;
};

/** A write that is late. */
interface Late {
  /** The request to hold when it arrives. */
  readonly hold: Hold;
  readonly write: () => Promise<unknown>;
  /** It is an object of the bucket, or leads to one. */
  readonly object?: string;
  /** It is held at the bucket, and not at the table. */
  readonly atBucket?: true;
  /**
   * It is through a minute after it has read what it depends on, as all transactions are: the erasure of an
   * organization looks again then.
   */
  readonly endsSoon?: true;
  /** Begins the erasure of something else than the conversation of the world. */
  readonly erased?: string;
}

type Prepare = (world: World) => Promise<Late>;

const transaction = (contains: string): Hold => ({ contains, operation: 'TransactWriteItems' });
const batch = (contains: string): Hold => ({ contains, operation: 'BatchWriteItem' });

/** A report of a call in which the word is said, with a recording or without. */
const reportOf = ({ word, provider_agent_id }: World, call = newCall('elevenlabs', provider_agent_id)) => {
  const [report, audio] = call.events as [{ event_timestamp: number; data: object }, unknown];
  const transcript = [{ role: 'user', message: word, time_in_call_secs: 1 }];
  const said = { ...report, data: { ...report.data, transcript } };
  const later = { ...said, event_timestamp: report.event_timestamp + 5 };
  return { call, said, later, audio };
};

const post = async ({ integration }: World, payload: unknown): Promise<void> => {
  expect((await postEvent(integration, webhookSecret, payload)).status).toBe(200);
};

/** The conversation that a provider has reported. */
const reported = async (world: World) => {
  const report = reportOf(world);
  await post(world, report.said);
  await background.runTasks('provider_events', world.integration.id);
  const { data } = await world.org.api.conversations.list();
  const [conversation] = data.filter(({ id }) => id !== world.conversation_id);
  return { ...report, id: conversation?.id ?? '' };
};

const uploading = async ({ org, conversation_id }: World) => {
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await org.api.recordings.create({ params, body });
  const key = await recordingKeyOf(conversation_id);
  return { key, link, put: () => upload(link, Buffer.from('RIFF')) };
};

/** An export of everything, and the object that its first file becomes. */
const exporting = async ({ org }: World) => {
  const { id } = await org.api.exports.create({ body: { resources: ['conversations'], format: 'ndjson' } });
  return {
    id,
    object: `exports/${id}/conversations-0001.ndjson`,
    write: () => background.runTasks('write_export', id),
  };
};

/** The task of fetching a recording, of a call that was reported with one. */
const fetching = async (world: World) => {
  const { id, audio } = await reported(world);
  await post(world, audio);
  await background.runTasks('provider_events', world.integration.id);
  const object = await recordingKeyOf(id);
  return { id, object, write: () => background.runTasks('recordings', id) };
};

/** The task of delivering what has happened to a conversation to a webhook of the organization above. */
const delivering = async ({ client }: Organization, conversation_id: string) => {
  await background.follow('events.followWrites', conversation_id);
  const { data } = await users.operator.webhooks.list({ query: { client_id: client.parent_id ?? '' } });
  const posting = data.find(({ url }) => url !== null);
  const [task] = await background.tasksOf(['deliver_message'], [String(posting?.id)]);
  return { write: async () => task && background.runTask(task) };
};

/** Lets the agent note the word with a tool, as the model of a client that holds the call. */
const noteTaker = async ({ word, org, agent_id }: World) => {
  const parameters = { type: 'object', properties: { note: { type: 'string' } } };
  const action = { type: 'http' as const, url: receiver.url, effect: 'write' as const };
  const tool = { name: 'take_note', parameters, action: { ...action, bind: { note: '{{note}}' } } };
  await org.api.agents.update({ params: { agent_id }, body: { tools: [tool] } });
  return async (turn: number, { key, call }: { readonly key: string; readonly call: string }) => {
    const said = { role: 'user', content: 'Take a note' };
    const earlier = Array.from({ length: turn - 1 }, () => [said, { role: 'assistant', content: 'Yes' }]);
    const url = `${platform.description.base_url}/v1/live/agents/${agent_id}/chat/completions`;
    const { status } = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-call-id': call,
      },
      body: JSON.stringify({ messages: [...earlier.flat(), said], variables: { note: word } }),
    });
    return status;
  };
};

type Erased = 'conversation' | 'organization';
const both: readonly Erased[] = ['conversation', 'organization'];
const ofOrganization: readonly Erased[] = ['organization'];

const lateWrites: readonly (readonly [name: string, of: readonly Erased[], prepare: Prepare])[] = [
  [
    'turns that are appended',
    both,
    async ({ word, org, agent_id }) => {
      const { id } = await org.api.conversations.create({ body: { agent_id } });
      const body = { turns: [{ role: 'user' as const, text: word }] };
      const append = () => org.api.transcripts.append({ params: { conversation_id: id }, body });
      return { hold: transaction(id), write: append, endsSoon: true, erased: id };
    },
  ],
  [
    'a note on a conversation',
    both,
    async ({ word, org, conversation_id }) => ({
      hold: transaction(conversation_id),
      write: () => org.api.notes.create({ params: { conversation_id }, body: { text: word } }),
      endsSoon: true,
    }),
  ],
  [
    'a change of a conversation',
    both,
    async ({ word, org, conversation_id }) => ({
      hold: transaction(conversation_id),
      write: () =>
        org.api.conversations.update({ params: { conversation_id }, body: { summary: `${word} again` } }),
      endsSoon: true,
    }),
  ],
  [
    'a conversation that a request creates',
    ofOrganization,
    async ({ word, org, agent_id }) => ({
      hold: transaction(word),
      write: () => org.api.conversations.create({ body: { agent_id, summary: word } }),
      endsSoon: true,
    }),
  ],
  [
    'a document of an agent',
    ofOrganization,
    async ({ word, org, agent_id }) => ({
      hold: transaction(word),
      write: () => org.api.documents.create({ params: { agent_id }, body: { name: 'Hours', text: word } }),
      endsSoon: true,
    }),
  ],
  [
    'a webhook that a request creates',
    ofOrganization,
    async ({ word, org }) => ({
      hold: transaction(word),
      write: () => org.api.webhooks.create({ body: { events: ['*'], description: word } }),
      endsSoon: true,
    }),
  ],
  [
    'a scenario that is made from a call',
    both,
    async ({ org, conversation_id }) => {
      const params = { conversation_id };
      const draft = await org.api.scenarios.draft({ params, body: { turn: 1 } });
      const write = () => org.api.scenarios.create({ body: draft });
      return { hold: transaction('test_scenario#'), write, endsSoon: true };
    },
  ],
  [
    'the copy of a scenario in a run',
    both,
    async ({ org, agent_id, conversation_id }) => {
      const params = { conversation_id };
      const draft = await org.api.scenarios.draft({ params, body: { turn: 1 } });
      const { id } = await org.api.scenarios.create({ body: draft });
      const body = { scenario_ids: [id] };
      const run = await org.api.testRuns.create({ params: { agent_id }, body });
      const write = () => background.runTasks('test_runs', run.id);
      return { hold: transaction(`test_run#${run.id}`), write };
    },
  ],
  [
    'an upload',
    both,
    async (world) => {
      const { key, put } = await uploading(world);
      return { hold: { contains: key }, write: put, object: key, atBucket: true };
    },
  ],
  [
    'the report of an upload',
    both,
    async (world) => {
      const { key, put } = await uploading(world);
      await put();
      return {
        hold: transaction(world.conversation_id),
        write: () => background.reportObject(key),
        object: key,
      };
    },
  ],
  [
    'an upload that a second look finds',
    both,
    async (world) => {
      const { key, put } = await uploading(world);
      await put();
      const write = () => background.runTasks('second_look', world.conversation_id);
      return { hold: transaction(world.conversation_id), write, object: key };
    },
  ],
  [
    'what a provider posts',
    both,
    async (world) => {
      const { later, id } = await reported(world);
      return {
        hold: batch(world.integration.id),
        write: () => post(world, later),
        endsSoon: true,
        erased: id,
      };
    },
  ],
  [
    'what a provider posts, as a large object',
    both,
    async (world) => {
      const { later, id } = await reported(world);
      const large = { ...later, data: { ...later.data, note: randomBytes(200_000).toString('hex') } };
      const write = () => post(world, large);
      return { hold: batch(world.integration.id), write, endsSoon: true, erased: id };
    },
  ],
  [
    'the first report of a call',
    ofOrganization,
    async (world) => {
      await post(world, reportOf(world).said);
      const write = () => background.runTasks('provider_events', world.integration.id);
      return { hold: transaction(`provider_call#${world.integration.id}`), write };
    },
  ],
  [
    'a later report of a call',
    both,
    async (world) => {
      const { later, id } = await reported(world);
      await post(world, later);
      const write = () => background.runTasks('provider_events', world.integration.id);
      return { hold: transaction(id), write, erased: id };
    },
  ],
  [
    'a call of a tool of a custom LLM',
    both,
    async (world) => {
      const { call, id } = await reported(world);
      const take = await noteTaker(world);
      const ask = (turn: number) => take(turn, { key: world.org.key, call: call.conversation_id });
      expect(await ask(1)).toBe(200);
      const hold = transaction(`live_call#${world.agent_id}`);
      return { hold, write: () => ask(2), endsSoon: true, erased: id };
    },
  ],
  [
    'a recording that is fetched',
    both,
    async (world) => {
      const { id, object, write } = await fetching(world);
      return { hold: { contains: object }, write, object, atBucket: true, erased: id };
    },
  ],
  [
    'the end of fetching a recording',
    both,
    async (world) => {
      const { id, object, write } = await fetching(world);
      return { hold: transaction(id), write, object, erased: id };
    },
  ],
  [
    'which call a provider has placed',
    both,
    async ({ word, org, agent_id }) => {
      const account = providerAccount(`key-of-${org.client.id}`);
      const numbers = { phone_1: { phone_number_id: 'phone_1', phone_number: '+12025550100' } };
      await account.plan({ collections: { numbers } });
      const mapping = { agent_there: agent_id };
      const { id: integration_id } = await connect(org, 'elevenlabs', mapping, { api_key: account.apiKey });
      const body = { integration_id, to: '+14155550123', variables: { practice: word } };
      const { id } = await org.api.calls.create({ params: { agent_id }, body });
      const write = () => background.runTasks('calls', id);
      return { hold: transaction(`provider_call#${integration_id}`), write, erased: id };
    },
  ],
  [
    'a call that is imported',
    ofOrganization,
    async ({ word, org, agent_id }) => {
      const { apiKey: api_key, ...account } = await fillAccount(
        'vapi',
        `key-of-${org.client.id}`,
        1,
        (call) => ({
          ...call,
          analysis: { summary: word },
        }),
      );
      const { id: integration_id } = await connect(
        org,
        'vapi',
        { [account.agent_id]: agent_id },
        { api_key },
      );
      await org.api.imports.create({ params: { integration_id }, body: { resource: 'conversations' } });
      const write = () => background.runTasks('imports', integration_id);
      return { hold: transaction(`provider_call#${integration_id}`), write, endsSoon: true };
    },
  ],
  [
    'a searched text',
    both,
    async ({ conversation_id }) => ({
      hold: batch(`conversation#${conversation_id}`),
      write: () => background.follow('events.indexConversation', conversation_id),
    }),
  ],
  [
    'terms of the search index',
    both,
    async ({ org, conversation_id }) => ({
      hold: batch(`${org.client.id}#fresh`),
      write: () => background.follow('events.indexConversation', conversation_id),
    }),
  ],
  [
    'figures of usage',
    both,
    async ({ org, conversation_id }) => ({
      hold: transaction(`usage#${org.client.id}`),
      write: () => background.follow('events.followWrites', conversation_id),
    }),
  ],
  [
    'the payload of webhooks',
    both,
    async ({ conversation_id }) => ({
      hold: transaction(`deliveries#${conversation_id}`),
      write: () => background.follow('events.followWrites', conversation_id),
    }),
  ],
  [
    'the answer of a receiver',
    both,
    async ({ org, conversation_id }) => {
      const { write } = await delivering(org, conversation_id);
      return { hold: batch(`deliveries#${conversation_id}`), write };
    },
  ],
  [
    'a message of a webhook',
    ofOrganization,
    async ({ org, conversation_id }) => {
      const { data } = await org.api.webhooks.list();
      const write = () => background.follow('events.followWrites', conversation_id);
      return { hold: transaction(`${data[0]?.id}#messages`), write };
    },
  ],
  [
    'a file of an export',
    ofOrganization,
    async (world) => {
      const { object, write } = await exporting(world);
      return { hold: { contains: object }, write, object, atBucket: true };
    },
  ],
  [
    'the progress of an export',
    ofOrganization,
    async (world) => {
      const { id, object, write } = await exporting(world);
      return { hold: transaction(`export#${id}`), write, object };
    },
  ],
];

const eraseConversation = async (conversation_id: string): Promise<void> => {
  await users.operator.conversations.erase({ params: { conversation_id } });
  await background.follow('events.followWrites', conversation_id);
};

/**
 * Erases the organization; `between` happens after the first pass, when every request that began before has
 * ended.
 */
const eraseOrganization = async (client_id: string, between: () => Promise<unknown>): Promise<void> => {
  await users.operator.clients.erase({ params: { client_id } });
  for (let pass = 1; ; pass += 1) {
    const [task] = await background.tasksOf(['erase_organization'], [client_id]);
    if (!task) return;
    await background.runTask(task);
    if (pass === 1) await between();
  }
};

const decoders = [inflateRawSync, unsqueeze];

/** All that an item says, with what is compressed. */
const contentOf = (item: object): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    const texts = decoders.map((decode) => {
      try {
        return Buffer.from(decode(Buffer.from(value))).toString('latin1');
      } catch {
        return '';
      }
    });
    return `${Buffer.from(value).toString('latin1')} ${texts.join(' ')}`;
  });

/** The tasks that wait for nothing to be settled. */
const immediate = taskKindNames.filter((kind) => kind !== 'build_index' && kind !== 'erase_organization');

/** A case whose late write has been let go. */
interface Through {
  readonly world: World;
  /** The conversation that the write was about. */
  readonly erased: string;
  readonly object: string | undefined;
}

/** An index forgets what was erased hours ago, when nothing can be writing it any more. */
const makeNotesOlder = async (worlds: readonly World[]): Promise<void> => {
  const above = worlds.flatMap(({ org }) => [org.client.id, org.client.parent_id ?? '']);
  for (const { sk, ...note } of await background.table.partitions(
    ...[...above, everything].map((owner) => partitionOf('erased_document', owner)),
  )) {
    await background.table.remove({ pk: note.pk, sk });
    await background.table.put({ ...note, sk: `2026-01-01T00:00:00.000Z#${sk.slice(sk.indexOf('#') + 1)}` });
  }
};

/** Everything that is left to be done is done, at the time at which it is due. */
const finishEverything = async (cases: readonly Through[]): Promise<void> => {
  await background.follow('events.followWrites');
  await background.follow('events.indexConversation');
  for (const { object } of cases) {
    if (object?.startsWith('recordings/') && (await isStored(object))) await background.reportObject(object);
  }
  const about = cases.flatMap(({ world: { org, integration, conversation_id }, erased }) => [
    org.client.id,
    integration.id,
    erased,
    conversation_id,
  ]);
  await background.runTasks(immediate, ...about);
  await makeNotesOlder(cases.map(({ world }) => world));
  await background.runTasks('build_index', '');
};

/** Says for a while what was answered to requests, and what happened; neither says what anybody said. */
const isNotKept = ({ pk }: { readonly pk: string }): boolean => !/^(idempotency|events)#/.test(pk);

/** Holds the write until the erasure is through, and lets it go. */
const eraseBefore = async (erasing: Erased, prepare: Prepare): Promise<Through> => {
  const world = await createWorld();
  const { org, conversation_id } = world;
  const { hold, write, object, atBucket, endsSoon, erased = conversation_id } = await prepare(world);
  const proxy = atBucket ? s3.endpoint : platform.description.dynamodb_endpoint;
  const late = await holdNext(proxy, hold);
  const writing = write();
  await late.arrived(writing);
  const letGo = async () => {
    await late.release();
    // It may be refused.
    await Promise.allSettled([writing]);
  };
  if (erasing === 'conversation') await eraseConversation(erased);
  else await eraseOrganization(org.client.id, async () => endsSoon && letGo());
  await letGo();
  return { world, erased, object };
};

/**
 * Each write is late for one kind of erasure, and the next write for the other. With every case, each is late
 * for both.
 */
const cases = lateWrites.flatMap(([name, of, prepare], at) =>
  of.filter((_, kind) => everyCase || kind === at % of.length).map((erasing) => ({ erasing, name, prepare })),
);

describe('after the erasure of its', { concurrent: false }, () => {
  const results = new Map<string, PromiseSettledResult<Through>>();
  /** The items that are left in the end, with all that each one says. */
  let left: { readonly item: TableItem; readonly content: string }[];

  // All cases share the events, the tasks and the table, so these are processed once and read once.
  beforeAll(async () => {
    await eachOf(cases, 3, async ({ erasing, name, prepare }) => {
      const [result] = await Promise.allSettled([eraseBefore(erasing, prepare)]);
      results.set(`${erasing} ${name}`, result);
    });
    const through = cases.flatMap(({ erasing, name }) => {
      const result = results.get(`${erasing} ${name}`);
      return result?.status === 'fulfilled' ? [{ ...result.value, erasing }] : [];
    });
    await finishEverything(through);
    // The word was said in the conversation of the world as well.
    const others = through.filter(
      ({ erasing, erased, world }) => erasing === 'conversation' && erased !== world.conversation_id,
    );
    for (const { world } of others) await eraseConversation(world.conversation_id);
    await finishEverything(others);
    const items = (await background.table.all()).filter(isNotKept);
    left = items.map((item) => ({ item, content: contentOf(item) }));
  });

  test.for(cases)('$erasing nothing is left of $name', async ({ erasing, name }) => {
    const result = results.get(`${erasing} ${name}`);
    if (result?.status !== 'fulfilled') throw result?.reason;
    const { world, object } = result.value;
    const said = left.filter(({ content }) => content.includes(world.word));
    expect(said.map(({ item: { pk, sk } }) => `${pk} ${sk}`)).toEqual([]);
    if (object) expect(await isStored(object)).toBe(false);
    if (erasing === 'conversation') return;
    // Nor of the organization.
    const named = left.filter(
      ({ item, content }) =>
        item.sk !== 'usage' && item.expires === undefined && content.includes(world.org.client.id),
    );
    expect(named.map(({ item: { pk, sk } }) => `${pk} ${sk}`)).toEqual([]);
  });
});

describe('An erasure', { concurrent: false }, () => {
  test('removes an answer that is stored while the payload is being removed', async () => {
    const { org, word, conversation_id } = await createWorld();
    const { write } = await delivering(org, conversation_id);
    const hold = batch(`deliveries#${conversation_id}`);
    const erase = () => eraseConversation(conversation_id);
    await overtaken(platform.description.dynamodb_endpoint, hold, erase, write);
    const items = await background.table.partitions(partitionOf('payload', conversation_id));
    expect(items.filter((item) => contentOf(item).includes(word))).toEqual([]);
  });

  test('hides the words of a call in scenarios and runs as soon as it has begun', async () => {
    const { word, org, agent_id, conversation_id } = await createWorld();
    const params = { conversation_id };
    const draft = await org.api.scenarios.draft({ params, body: { turn: 1 } });
    const body = { ...draft, caller: { kind: 'script' as const, lines: [word] } };
    const { id: scenario_id } = await org.api.scenarios.create({ body });
    const run = await org.api.testRuns.create({
      params: { agent_id },
      body: { scenario_ids: [scenario_id], repeat: 2 },
    });
    await background.runTasks('test_runs', run.id);
    await background.runTasks('test_attempts', run.id);
    const tester = users.clientFor(await users.makeKey(org.client.id, ['tests:read', 'tests:write']));
    const attempts = async (api: typeof tester) =>
      JSON.stringify((await api.testRuns.items({ params: { test_run_id: run.id } })).data);
    expect(await attempts(org.api)).toContain(word);
    expect(await attempts(tester)).not.toContain(word);
    const ofScenario = { params: { scenario_id } };
    const look = async () => {
      for (const api of [org.api, tester]) {
        expect(await attempts(api)).not.toContain(word);
        const shown = await api.scenarios.get(ofScenario);
        expect([shown.source, JSON.stringify(shown).includes(word)]).toEqual([null, false]);
      }
    };
    await org.api.conversations.erase({ params });
    await look();
    // A change does not bring them back, and stays.
    const caller = { kind: 'script' as const, lines: ['Hello'] };
    await tester.scenarios.update({ ...ofScenario, body: { caller } });
    const finish = () => background.follow('events.followWrites', conversation_id);
    // Held between the copy of the scenario in the run and the attempts.
    const key = { pk: `test_run#${run.id}`, sk: 'attempt#' };
    const hold = { key, operation: 'TransactWriteItems' };
    const endpoint = platform.description.dynamodb_endpoint;
    await overtaken(endpoint, hold, finish, async () => expect(await attempts(tester)).not.toContain(word));
    expect(await org.api.scenarios.get(ofScenario)).toMatchObject({ caller });
    const items = (await background.table.all()).filter(isNotKept);
    expect(items.filter((item) => contentOf(item).includes(word))).toEqual([]);
  });

  test('of a call that is being placed lets no later report make another conversation', async () => {
    const { org, agent_id, conversation_id } = await createWorld();
    const account = providerAccount(`key-of-${org.client.id}`);
    const numbers = { phone_1: { phone_number_id: 'phone_1', phone_number: '+12025550100' } };
    await account.plan({ collections: { numbers } });
    const mapping = { agent_there: agent_id };
    const integration = await connect(org, 'elevenlabs', mapping, { api_key: account.apiKey });
    const body = { integration_id: integration.id, to: '+14155550123' };
    const { id } = await org.api.calls.create({ params: { agent_id }, body });
    const hold = transaction(`provider_call#${integration.id}`);
    const place = () => background.runTasks('calls', id);
    await overtaken(platform.description.dynamodb_endpoint, hold, place, () => eraseConversation(id));

    const [call] = Object.keys((await account.look()).collections.dialed ?? {});
    const [report] = newCall('elevenlabs', 'agent_there').events as [{ data: object }];
    const payload = { ...report, data: { ...report.data, conversation_id: call } };
    expect((await postEvent(integration, webhookSecret, payload)).status).toBe(200);
    await background.runTasks('provider_events', integration.id);
    const { data } = await org.api.conversations.list();
    expect(data.map((one) => one.id)).toEqual([conversation_id]);
    const params = { integration_id: integration.id };
    expect((await org.api.integrationEvents.list({ params })).data).toMatchObject([
      { status: 'processed', status_detail: 'The conversation has been erased' },
    ]);
  });

  test('of a call that is being placed leaves no notes of its tools', async () => {
    const world = await createWorld();
    const { org, word, agent_id } = world;
    const take = await noteTaker(world);
    const account = providerAccount(`key-of-${org.client.id}`);
    const numbers = { phone_1: { phone_number_id: 'phone_1', phone_number: '+12025550100' } };
    await account.plan({ collections: { numbers } });
    const { id: integration_id } = await connect(org, 'elevenlabs', {}, { api_key: account.apiKey });
    const params = { agent_id };
    await org.api.deployments.create({ params, body: { integration_id, runs_on: 'platform' } });
    const { id } = await org.api.calls.create({ params, body: { integration_id, to: '+14155550123' } });
    const hold = transaction(`provider_call#${integration_id}`);
    const place = () => background.runTasks('calls', id);
    await overtaken(platform.description.dynamodb_endpoint, hold, place, () => eraseConversation(id));

    const { dialed = {}, secrets = {} } = (await account.look()).collections;
    const [call = ''] = Object.keys(dialed);
    const [key = ''] = Object.values(secrets).map(({ value }) => String(value));
    expect(await take(1, { key, call })).toBe(200);
    // Ids of calls are numbers of their account, so messages about other calls have them as well.
    const noted = `"note":"${word}"`;
    const ofTool = receiver.received.filter(({ text }) => text.includes(call) && text.includes(noted));
    expect(ofTool).toEqual([]);
    const notes = (await background.table.all()).filter(({ pk }) => pk.startsWith('live_call#'));
    expect(notes.filter((item) => contentOf(item).includes(word))).toEqual([]);
  });
});
