import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { root } from '#lib/build/bundles.ts';
import type { Agent } from '#lib/contract/agents.ts';
import type { Analyzer } from '#lib/contract/analyzers.ts';
import type { ApiKey } from '#lib/contract/api-keys.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { conversationOfKey, recordingsFolder } from '#lib/domain/recordings/recording.ts';
import { ApiProblem } from '#lib/local/client.ts';
import { signInKeyName } from '#lib/local/sign-in-link.ts';
import { eachOf } from './dialogues.ts';
import { analyzersOf, findingsOfAnalyses, overviewOf } from './torture-analyses.ts';
import type {
  Knowledge,
  Known,
  KnownChat,
  KnownConversation,
  KnownDocument,
  KnownKey,
  RunningPlatform,
} from './torture-load.ts';
import { recordingOf } from './torture-load.ts';

/*
 * Holds a platform against what it acknowledged. Whatever differs is told in a sentence.
 */

const patienceMs = 120_000;

/**
 * The results of a check, with a refusal as one of them. A busy machine answers 503, and is asked again for a
 * while.
 */
export const told = async (what: string, look: () => Promise<readonly string[]>): Promise<string[]> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return (await look()).map((finding) => `${what}: ${finding}`);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      // A chat whose answer was cut off by a kill is free a minute later.
      const mayPass = error.status === 503 || error.code === 'request_in_flight';
      if (!mayPass || Date.now() > until) return [`${what}: ${error.message}`];
    }
    await wait(1000);
  }
};

/**
 * Looks again once the platform has nothing left to do. What follows a write may take any time on a slow
 * machine, where looks in between would only delay it, but a finding that is still there at rest stays.
 */
export const eventually = async (
  { untilAtRest }: RunningPlatform,
  look: () => Promise<string[]>,
): Promise<string[]> => {
  const findings = await look();
  if (findings.length === 0) return findings;
  await untilAtRest();
  return look();
};

const mustEqual = (name: string, found: unknown, expected: unknown): string[] =>
  isDeepStrictEqual(found, expected)
    ? []
    : [`its ${name} is ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`];

const mustBeRefused = async (call: Promise<unknown>, status: number): Promise<string[]> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === status) return [];
    throw error;
  }
  return [`it is there, and should be answered with ${status}`];
};

const collect = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const item of pages) items.push(item);
  return items;
};

/** The representation and its `ETag` are those that were acknowledged. */
const mustStand = async <T>(
  known: Known<T>,
  get: Promise<{ readonly reply: T; readonly response: Response }>,
): Promise<string[]> => {
  if (known.gone) return mustBeRefused(get, 404);
  const { reply, response } = await get;
  return [
    ...mustEqual('state', reply, known.state),
    ...(known.etag === null ? [] : mustEqual('ETag', response.headers.get('etag'), known.etag)),
  ];
};

const transcriptOf = async ({ operator }: RunningPlatform, conversation_id: string) => {
  const turns = await collect(
    operator.transcripts.get.all({ params: { conversation_id }, query: { limit: '100' } }),
  );
  return turns.map(({ index, role, text }) => ({ index, role, text }));
};

/** As it must be once the event of its recording has been followed. */
const expectedOf = ({ state, recording }: KnownConversation): Conversation =>
  recording?.arrived
    ? { ...state, version: state.version + 1, audio: { ...state.audio, status: 'available' } }
    : state;

const checkRecording = async (platform: RunningPlatform, known: KnownConversation): Promise<string[]> => {
  const { url } = await platform.operator.recordings.get({ params: { conversation_id: known.state.id } });
  const heard = Buffer.from(await (await fetch(url)).arrayBuffer());
  return heard.equals(recordingOf(known)) ? [] : ['its recording is not the one that was uploaded'];
};

const analysesOf = ({ operator }: RunningPlatform, conversation_id: string) =>
  collect(operator.analyses.list.all({ params: { conversation_id }, query: { limit: '100' } }));

const checkConversation = async (
  platform: RunningPlatform,
  known: KnownConversation,
  applying: readonly Analyzer[],
): Promise<string[]> => {
  const params = { conversation_id: known.state.id };
  const { conversations, transcripts } = platform.operator;
  if (known.gone) {
    return [
      ...(await mustBeRefused(conversations.get({ params }), 404)),
      ...(await mustBeRefused(transcripts.get({ params }), 404)),
      ...(await mustBeRefused(platform.operator.analyses.list({ params }), 404)),
    ];
  }
  // The answers to appended turns and uploads contain no time.
  const timeless = ({ updated_at: _when, ...rest }: Conversation) => rest;
  const isOver = known.state.status !== 'active';
  const state = async () => {
    const reply = await conversations.get({ params });
    const expected = expectedOf(known);
    if (!isOver) return mustEqual('state', timeless(reply), timeless(expected));
    // Each analysis changes the version, before or after the last answer that is known. Their messages count
    // them.
    const { version } = reply;
    const analysis = overviewOf(known.turns, applying);
    return mustEqual('state', timeless(reply), timeless({ ...expected, version, analysis }));
  };
  const analyses = async () =>
    findingsOfAnalyses(await analysesOf(platform, known.state.id), known.turns, isOver ? applying : []);
  return [
    ...(await eventually(platform, analyses)),
    ...(await (known.recording?.arrived || isOver ? eventually(platform, state) : state())),
    ...mustEqual('transcript', await transcriptOf(platform, known.state.id), known.turns),
    ...(known.recording?.arrived ? await checkRecording(platform, known) : []),
  ];
};

const checkChat = async (
  platform: RunningPlatform,
  known: KnownChat,
  applying: readonly Analyzer[],
): Promise<string[]> => {
  const params = { conversation_id: known.state.id };
  const { data, status } = await platform.operator.chats.messages({ params, query: {} });
  const turns = data.map(({ index, role, text }) => ({ index, role, text }));
  return [
    ...mustEqual('transcript', turns, known.turns),
    ...mustEqual('status', status, known.ended ? 'completed' : 'active'),
    ...(await eventually(platform, async () =>
      findingsOfAnalyses(
        await analysesOf(platform, known.state.id),
        known.turns,
        known.ended ? applying : [],
      ),
    )),
  ];
};

const checkKey = async (platform: RunningPlatform, known: KnownKey): Promise<string[]> => {
  const params = { api_key_id: known.state.id };
  const findings: string[] = [];
  for (const secret of known.bad) {
    findings.push(...(await mustBeRefused(platform.clientFor(secret).me.get(), 401)));
  }
  for (const secret of known.good) {
    const { key } = await platform.clientFor(secret).me.get();
    findings.push(...mustEqual('secret’s key', key?.id, known.state.id));
  }
  const get = platform.operator.apiKeys.get({ params });
  if (known.gone) return [...findings, ...(await mustBeRefused(get, 404))];
  const unused = (key: object) => ({ ...key, last_used_at: null });
  return [...findings, ...mustEqual('state', unused(await get), unused(known.state))];
};

/** Checks that a list shows every entity once, and no others. */
const checkList = (listed: readonly string[], expected: readonly string[]): string[] => {
  const [found, known] = [new Set(listed), new Set(expected)];
  return [
    ...expected.filter((id) => !found.has(id)).map((id) => `${id} is missing`),
    ...listed.filter((id) => !known.has(id)).map((id) => `nobody was told of ${id}`),
    ...listed.filter((id, at) => listed.indexOf(id, at + 1) >= 0).map((id) => `${id} is there twice`),
  ];
};

/** Each start of the platform makes a key for its sign-in link. */
async function* withoutSignInKeys<Key extends Pick<ApiKey, 'id' | 'name'>>(
  keys: AsyncIterable<Key>,
): AsyncGenerator<Key> {
  for await (const key of keys) if (key.name !== signInKeyName) yield key;
}

const liveIds = (known: readonly Known<{ readonly id: string }>[]): string[] =>
  known.filter(({ gone }) => !gone).map(({ state }) => state.id);

/** The agent, and exactly its own documents. */
const checkAgent = async (
  { operator }: RunningPlatform,
  known: Known<Agent>,
  documents: readonly KnownDocument[],
): Promise<string[]> => {
  const params = { agent_id: known.state.id };
  const findings = await mustStand(known, operator.agents.get.withResponse({ params }));
  if (known.gone) return findings;
  const listed = await collect(operator.documents.list.all({ params, query: { limit: '100' } }));
  return [
    ...findings,
    ...checkList(
      listed.map(({ id }) => id),
      liveIds(documents.filter(({ agent }) => agent === known)),
    ),
  ];
};

const checkBucket = async (
  platform: RunningPlatform,
  conversations: readonly KnownConversation[],
): Promise<string[]> => {
  const { s3_endpoint, region, access_key_id, secret_access_key, bucket } = platform.description;
  const client = new S3Client({
    endpoint: s3_endpoint,
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    forcePathStyle: true,
  });
  const expected = conversations.filter(({ gone, recording }) => !gone && recording?.arrived);
  try {
    return await eventually(platform, async () => {
      const pages = await collect(
        paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: recordingsFolder }),
      );
      const listed = pages.flatMap(({ Contents = [] }) =>
        Contents.map(({ Key = '' }) => conversationOfKey(Key) ?? Key),
      );
      return checkList(
        listed,
        expected.map(({ state }) => state.id),
      );
    });
  } finally {
    client.destroy();
  }
};

/** The usage of conversations: how many are over, how many were completed, and how long they took. */
type Counted = readonly [conversations: number, completed: number, duration_ms: number];

/** Every conversation that is over is counted once, erased ones included. */
const checkUsage = async (
  platform: RunningPlatform,
  conversations: readonly Pick<KnownConversation, 'state'>[],
  group_by: 'agent_id' | 'outcome',
): Promise<string[]> => {
  const expected = new Map<string, Counted>();
  for (const { state } of conversations) {
    if (state.status === 'active') continue;
    const group = String(group_by === 'agent_id' ? state.agent_id : state.outcome);
    const [count, completed, duration_ms] = expected.get(group) ?? [0, 0, 0];
    expected.set(group, [
      count + 1,
      completed + (state.status === 'completed' ? 1 : 0),
      duration_ms + (state.duration_ms ?? 0),
    ]);
  }
  // It may be past midnight since the first conversation.
  const from = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
  return eventually(platform, async () => {
    const query = { start_after: from, interval: 'total', group_by } as const;
    const { rows } = await platform.operator.usage.own({ query });
    const found = new Map<string, Counted>(
      rows.map((row) => [
        String(row.group[group_by]),
        [row.conversations, row.completed, row.duration_ms.sum],
      ]),
    );
    return [...new Set([...found.keys(), ...expected.keys()])].flatMap((group) =>
      mustEqual(`row of ${group}`, found.get(group), expected.get(group)),
    );
  });
};

/**
 * Compares with what all workers were told: every list whole, and of the entities those that the round has
 * changed, or all of them.
 */
export const differences = async (
  platform: RunningPlatform,
  workers: readonly Knowledge[],
  analyzers: readonly Analyzer[],
  round?: number,
): Promise<string[]> => {
  const { operator } = platform;
  const clients = workers.flatMap((known) => known.clients);
  const agents = workers.flatMap((known) => known.agents);
  const documents = workers.flatMap((known) => known.documents);
  const conversations = workers.flatMap((known) => known.conversations);
  const keys = workers.flatMap((known) => known.keys);
  const chats = workers.flatMap((known) => known.chats);
  const over: Pick<KnownConversation, 'state'>[] = [...conversations];
  for (const { state } of chats.filter(({ ended }) => ended)) {
    const params = { conversation_id: state.id };
    over.push({ state: (await operator.conversations.get({ params })) as Conversation });
  }
  const active = conversations.filter(({ state }) => state.status === 'active');
  const own = (await operator.me.get()).key?.id ?? '';

  const query = { limit: '100' };
  const lists = [
    { what: 'clients', pages: operator.clients.list.all({ query }), expected: liveIds(clients) },
    { what: 'agents', pages: operator.agents.list.all({ query }), expected: liveIds(agents) },
    {
      what: 'conversations',
      pages: operator.conversations.list.all({ query }),
      expected: liveIds([...conversations, ...chats]),
    },
    {
      what: 'active conversations',
      pages: operator.conversations.active.all({ query }),
      expected: liveIds([...active, ...chats.filter(({ ended }) => !ended)]),
    },
    {
      what: 'API keys',
      pages: withoutSignInKeys(operator.apiKeys.list.all({ query })),
      expected: [own, ...liveIds(keys)],
    },
  ];
  const idsOf = (known: readonly Known<{ readonly id: string }>[]) => known.map(({ state }) => state.id);
  const gone = <K extends Known<unknown>>(known: readonly K[]) => known.filter((one) => one.gone);
  // A change has one record, and nothing else has any.
  const recorded = [
    { action: 'client.created', expected: idsOf(clients) },
    { action: 'agent.created', expected: idsOf(agents) },
    { action: 'agent.removed', expected: idsOf(gone(agents)) },
    { action: 'api_key.created', expected: idsOf(keys) },
    { action: 'api_key.revoked', expected: idsOf(gone(keys)) },
  ];
  const applying = ({ state }: Known<{ readonly client_id: string }>) =>
    analyzersOf(state.client_id, analyzers, workers);
  const changed = ({ round: last }: Known<unknown>) => round === undefined || last === round;
  const looks: (readonly [string, () => Promise<readonly string[]>])[] = [
    ...lists.map(({ what, pages, expected }) => {
      const look = async () => {
        const items = await collect<{ readonly id: string }>(pages);
        return checkList(
          items.map(({ id }) => id),
          expected,
        );
      };
      return [`the list of ${what}`, look] as const;
    }),
    ...recorded.map(({ action, expected }) => {
      const look = async () => {
        const made = await collect(operator.apiKeys.list.all({ query }));
        const bySignIn = new Set(made.filter(({ name }) => name === signInKeyName).map(({ id }) => id));
        const records = await collect(operator.auditRecords.list.all({ query: { ...query, action } }));
        // The platform makes its own key when it starts.
        const asked = records.filter(
          ({ actor, target }) => actor.type !== 'operator' && !bySignIn.has(target.id),
        );
        return checkList(
          asked.map(({ target }) => target.id),
          expected,
        );
      };
      return [`the audit log of ${action}`, look] as const;
    }),
    ...clients.filter(changed).map((known) => {
      const params = { client_id: known.state.id };
      return [known.state.id, () => mustStand(known, operator.clients.get.withResponse({ params }))] as const;
    }),
    ...agents
      .filter(changed)
      .map((known) => [known.state.id, () => checkAgent(platform, known, documents)] as const),
    ...documents.filter(changed).map((known) => {
      const params = { agent_id: known.state.agent_id, document_id: known.state.id };
      const look = () => mustStand(known, operator.documents.get.withResponse({ params }));
      return [known.state.id, look] as const;
    }),
    ...conversations
      .filter(changed)
      .map((known) => [known.state.id, () => checkConversation(platform, known, applying(known))] as const),
    ...chats
      .filter(changed)
      .map((known) => [known.state.id, () => checkChat(platform, known, applying(known.agent))] as const),
    ...keys.filter(changed).map((known) => [known.state.id, () => checkKey(platform, known)] as const),
    ['the bucket', () => checkBucket(platform, conversations)],
    ['usage by agent', () => checkUsage(platform, over, 'agent_id')],
    ['usage by outcome', () => checkUsage(platform, over, 'outcome')],
  ];
  const findings: string[] = [];
  await eachOf(looks, 8, async ([what, look]) => {
    findings.push(...(await told(what, look)));
  });
  return findings;
};

/** The findings of `npm run verify-table`. */
export const verifyTable = (directory: string): Promise<string[]> =>
  new Promise((resolve) => {
    const options = [join(root, 'bin/verify-table.ts'), '--local', '--directory', directory];
    execFile(process.execPath, options, { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      resolve(error ? [`verify-table: ${stdout}${stderr}`] : []);
    });
  });
