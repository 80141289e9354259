import type { Agent } from '#lib/contract/agents.ts';
import type { ApiKey } from '#lib/contract/api-keys.ts';
import type { Client as Organization } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Document } from '#lib/contract/documents.ts';
import type { AudioInput } from '#lib/contract/recordings.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { WithResponse } from '#lib/local/client.ts';
import { ApiProblem } from '#lib/local/client.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import type { UploadLink, Users } from './users.ts';
import { upload } from './users.ts';

/*
 * A mixed load, which keeps a model of what the platform acknowledged. A write is made once, with its
 * Idempotency-Key, and may be sent again as it is: also to a platform that was restarted.
 */

/** A platform as it runs now; after each start it is at other addresses. */
export type RunningPlatform = Users & {
  readonly description: PlatformDescription;
  /** The server that the tools of all agents call. It outlives every kill. */
  readonly toolUrl: string;
  /** Resolves once nothing that follows a write is left to do. */
  readonly untilAtRest: () => Promise<void>;
};

/** An entity, as what was acknowledged last left it. */
export interface Known<T> {
  state: T;
  /** Null where the last answer did not tell it. */
  etag: string | null;
  /** The round that changed it last. */
  round: number;
  /** Removed, erased or revoked. */
  gone: boolean;
}

export interface KnownDocument extends Known<Document> {
  readonly agent: Known<Agent>;
}

export interface SentTurn {
  readonly index: number;
  readonly role: 'user' | 'agent';
  readonly text: string;
}

interface Recording {
  readonly announced: { readonly content_type: AudioInput['content_type']; readonly size_bytes: number };
  link: UploadLink;
  /** Its bytes were sent, whatever came of it. */
  sent: boolean;
  /** S3 has acknowledged it: the conversation learns of it a little later. */
  arrived: boolean;
}

export interface KnownConversation extends Known<Conversation> {
  readonly turns: SentTurn[];
  /** The number of times that turns were added after its end. */
  late: number;
  recording?: Recording;
}

export interface KnownChat extends Known<{ readonly id: string }> {
  readonly agent: Known<Agent>;
  readonly turns: Pick<Turn, 'index' | 'role' | 'text'>[];
  /** The messages in whose answers the tool has succeeded. */
  charged: number;
  ended: boolean;
}

export interface KnownKey extends Known<ApiKey> {
  /** Secrets that are good, the newest first, and those that no longer are. */
  good: string[];
  bad: string[];
}

/**
 * The answers that one worker received. It changes only what it has made itself, so the order of its writes
 * is the only one.
 */
export interface Knowledge {
  readonly clients: Known<Organization>[];
  readonly agents: Known<Agent>[];
  readonly documents: KnownDocument[];
  readonly conversations: KnownConversation[];
  readonly chats: KnownChat[];
  readonly keys: KnownKey[];
}

export const newKnowledge = (): Knowledge => ({
  clients: [],
  agents: [],
  documents: [],
  conversations: [],
  chats: [],
  keys: [],
});

export interface Sent {
  readonly reply: unknown;
  /** It had been done before. */
  readonly replayed: boolean;
  /** Takes the answer into the model. */
  readonly acknowledge: () => void;
}

export interface Write {
  readonly what: string;
  readonly send: (platform: RunningPlatform) => Promise<Sent>;
  /** The same answer comes again for the same Idempotency-Key. */
  readonly keyed: boolean;
}

export interface Moment {
  readonly round: number;
  readonly random: () => number;
  /** Names the write, and nothing else: its Idempotency-Key. */
  readonly name: string;
}

const keyed = <R extends Route>(
  what: string,
  call: (platform: RunningPlatform) => Promise<WithResponse<R>>,
  acknowledge: (reply: WithResponse<R>['reply'], etag: string | null) => void,
): Write => ({
  what,
  keyed: true,
  send: async (platform) => {
    const { reply, response } = await call(platform);
    return {
      reply,
      replayed: response.headers.has('idempotency-replayed'),
      acknowledge: () => acknowledge(reply, response.headers.get('etag')),
    };
  },
});

type Maker = (known: Knowledge, moment: Moment) => Write | undefined;

/** One of those that are there. */
const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];

const pickLive = <T extends Known<unknown>>(
  items: readonly T[],
  random: () => number,
  fits: (item: T) => boolean = () => true,
): T | undefined =>
  pick(
    items.filter((item) => !item.gone && fits(item)),
    random,
  );

const createClient: Maker = ({ clients }, { name: idempotencyKey, round }) =>
  keyed(
    'clients.create',
    ({ operator }) =>
      operator.clients.create.withResponse({
        body: { name: `Client ${idempotencyKey}`, type: 'client', parent_id: null },
        idempotencyKey,
      }),
    (state, etag) => clients.push({ state, etag, round, gone: false }),
  );

const createSubcompany: Maker = ({ clients }, { name: idempotencyKey, round, random }) => {
  const parent = pickLive(clients, random, ({ state }) => state.type === 'client');
  if (!parent) return undefined;
  const params = { client_id: parent.state.id };
  return keyed(
    'subcompanies.create',
    ({ operator }) =>
      operator.subcompanies.create.withResponse({
        params,
        body: { name: `Subcompany ${idempotencyKey}` },
        idempotencyKey,
      }),
    (state, etag) => clients.push({ state, etag, round, gone: false }),
  );
};

/**
 * A tool that must not act twice. Without a model, an agent calls it when a message has the words of its
 * name.
 */
const chargeCard = ({ toolUrl: url }: RunningPlatform) => ({
  name: 'charge_card',
  action: { type: 'http' as const, url, effect: 'write' as const, timeout_seconds: 10 },
});

const createAgent: Maker = ({ clients, agents }, { name: idempotencyKey, round, random }) => {
  const client = pickLive(clients, random);
  if (!client) return undefined;
  const client_id = client.state.id;
  return keyed(
    'agents.create',
    (platform) =>
      platform.operator.agents.create.withResponse({
        body: { name: `Agent ${idempotencyKey}`, client_id, tools: [chargeCard(platform)] },
        idempotencyKey,
      }),
    (state, etag) => agents.push({ state, etag, round, gone: false }),
  );
};

const replaceAgent: Maker = ({ agents }, { name: idempotencyKey, round, random }) => {
  const agent = pickLive(agents, random);
  if (!agent) return undefined;
  const params = { agent_id: agent.state.id };
  const { etag: ifMatch } = agent;
  return keyed(
    'agents.replace',
    (platform) =>
      platform.operator.agents.replace.withResponse({
        params,
        body: {
          name: `Agent ${idempotencyKey}`,
          prompt: `As ${idempotencyKey} has it`,
          tools: [chargeCard(platform)],
        },
        idempotencyKey,
        ...(ifMatch && { ifMatch }),
      }),
    (state, etag) => Object.assign(agent, { state, etag, round }),
  );
};

const removeAgent: Maker = ({ agents, documents }, { name: idempotencyKey, round, random }) => {
  const agent = pickLive(agents, random);
  if (!agent) return undefined;
  const params = { agent_id: agent.state.id };
  return keyed(
    'agents.remove',
    ({ operator }) => operator.agents.remove.withResponse({ params, idempotencyKey }),
    () => {
      for (const known of documents) if (known.agent === agent) Object.assign(known, { gone: true, round });
      Object.assign(agent, { gone: true, round });
    },
  );
};

/**
 * An agent is shown with its documents, and an answer to a change of its documents does not contain the
 * agent's ETag.
 */
const learn = (agent: Known<Agent>, documents: number, bytes: number, round: number): void => {
  const { knowledge_base: known } = agent.state;
  agent.state = {
    ...agent.state,
    knowledge_base: {
      documents: known.documents + documents,
      bytes: known.bytes + bytes,
      version: known.version + 1,
    },
  };
  Object.assign(agent, { etag: null, round });
};

/** Between a few bytes and several kilobytes. */
const documentBody = ({ name, random }: Moment) => ({
  name: `Document ${name}`,
  text: `As ${name} has it. `.repeat(1 + Math.floor(random() * 300)),
});

const createDocument: Maker = ({ agents, documents }, moment) => {
  const { name: idempotencyKey, round, random } = moment;
  const agent = pickLive(agents, random, ({ state }) => state.knowledge_base.documents < 100);
  if (!agent) return undefined;
  const params = { agent_id: agent.state.id };
  const body = documentBody(moment);
  return keyed(
    'documents.create',
    ({ operator }) => operator.documents.create.withResponse({ params, body, idempotencyKey }),
    (state, etag) => {
      learn(agent, 1, state.bytes, round);
      documents.push({ state, etag, round, gone: false, agent });
    },
  );
};

const paramsOf = ({ state: { agent_id, id: document_id } }: KnownDocument) => ({ agent_id, document_id });

const replaceDocument: Maker = ({ documents }, moment) => {
  const { name: idempotencyKey, round, random } = moment;
  const document = pickLive(documents, random);
  if (!document) return undefined;
  const ifMatch = document.etag ?? '';
  const body = documentBody(moment);
  return keyed(
    'documents.replace',
    ({ operator }) =>
      operator.documents.replace.withResponse({ params: paramsOf(document), body, idempotencyKey, ifMatch }),
    (state, etag) => {
      learn(document.agent, 0, state.bytes - document.state.bytes, round);
      Object.assign(document, { state, etag, round });
    },
  );
};

const removeDocument: Maker = ({ documents }, { name: idempotencyKey, round, random }) => {
  const document = pickLive(documents, random);
  if (!document) return undefined;
  return keyed(
    'documents.remove',
    ({ operator }) => operator.documents.remove.withResponse({ params: paramsOf(document), idempotencyKey }),
    () => {
      learn(document.agent, -1, -document.state.bytes, round);
      Object.assign(document, { gone: true, round });
    },
  );
};

const said = ['tea', 'invoice', 'reschedule', 'Tuesday', 'parcel', 'café', 'address', 'refund'];

const someTurns = (from: number, { name, random }: Moment): SentTurn[] =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => ({
    index: from + at,
    role: (from + at) % 2 === 0 ? 'agent' : 'user',
    text: `${pick(said, random)} and ${pick(said, random)}, number ${name}`,
  }));

const createConversation =
  (isOver: boolean): Maker =>
  ({ agents, conversations }, moment) => {
    const { name: idempotencyKey, round, random } = moment;
    const agent = pickLive(agents, random);
    if (!agent) return undefined;
    const agent_id = agent.state.id;
    const turns = isOver ? someTurns(0, moment) : [];
    return keyed(
      isOver ? 'conversations.create, recorded' : 'conversations.create, started',
      ({ operator }) =>
        operator.conversations.create.withResponse({
          body: {
            agent_id,
            ...(isOver && {
              status: 'completed',
              outcome: 'success',
              provider: { name: 'load', conversation_id: idempotencyKey },
              turns,
            }),
          },
          idempotencyKey,
        }),
      // Turns that are appended later are no part of this request, which may be sent again.
      (state, etag) => conversations.push({ state, etag, round, gone: false, turns: [...turns], late: 0 }),
    );
  };

const appendTurns: Maker = ({ conversations }, moment) => {
  const { name: idempotencyKey, round, random } = moment;
  const conversation = pickLive(conversations, random);
  if (!conversation) return undefined;
  const params = { conversation_id: conversation.state.id };
  const turns = someTurns(conversation.turns.length, moment);
  return keyed(
    'transcripts.append',
    ({ operator }) => operator.transcripts.append.withResponse({ params, body: { turns }, idempotencyKey }),
    (transcript) => {
      const { state } = conversation;
      conversation.turns.push(...turns);
      if (state.status !== 'active') conversation.late += 1;
      conversation.round = round;
      conversation.state = {
        ...state,
        version: state.version + 1,
        transcript: { status: transcript.status, turns: transcript.turns },
      };
    },
  );
};

const endConversation: Maker = ({ conversations }, { name: idempotencyKey, round, random }) => {
  const conversation = pickLive(conversations, random, ({ state }) => state.status === 'active');
  if (!conversation) return undefined;
  const params = { conversation_id: conversation.state.id };
  return keyed(
    'conversations.update',
    ({ operator }) =>
      operator.conversations.update.withResponse({
        params,
        body: { status: 'completed', outcome: 'ended', metadata: { ended_by: idempotencyKey } },
        idempotencyKey,
      }),
    (reply) => {
      // A recording that arrives changes version and audio, and may do so before this or after it.
      const { version, audio } = conversation.state;
      conversation.state = { ...reply, version: version + 1, audio };
      conversation.round = round;
    },
  );
};

const eraseConversation: Maker = ({ conversations }, { name: idempotencyKey, round, random }) => {
  const conversation = pickLive(conversations, random);
  if (!conversation) return undefined;
  const params = { conversation_id: conversation.state.id };
  return keyed(
    'conversations.erase',
    ({ operator }) => operator.conversations.erase.withResponse({ params, idempotencyKey }),
    () => Object.assign(conversation, { gone: true, round }),
  );
};

const startChat: Maker = ({ agents, chats }, { name: idempotencyKey, round, random }) => {
  const agent = pickLive(agents, random);
  if (!agent) return undefined;
  const params = { agent_id: agent.state.id };
  return keyed(
    'chats.create',
    ({ operator }) =>
      operator.chats.create.withResponse({ params, body: { idle_minutes: 1440 }, idempotencyKey }),
    ({ id }) =>
      chats.push({
        state: { id },
        etag: null,
        round,
        gone: false,
        agent,
        turns: [],
        charged: 0,
        ended: false,
      }),
  );
};

const isOpen = ({ ended, agent }: KnownChat): boolean => !ended && !agent.gone;

const sendMessage: Maker = ({ chats }, { name: idempotencyKey, round, random }) => {
  const chat = pickLive(chats, random, isOpen);
  if (!chat) return undefined;
  const params = { conversation_id: chat.state.id };
  const body = { text: `Please charge my card, number ${idempotencyKey}` };
  return keyed(
    'chats.send',
    ({ operator }) => operator.chats.send.withResponse({ params, body, idempotencyKey }),
    ({ turns }) => {
      chat.turns.push(...turns.map(({ index, role, text }) => ({ index, role, text })));
      chat.charged += turns.some(({ tool_calls }) => tool_calls.some(({ error }) => error === null)) ? 1 : 0;
      chat.round = round;
    },
  );
};

const endChat: Maker = ({ chats }, { name: idempotencyKey, round, random }) => {
  const chat = pickLive(chats, random, isOpen);
  if (!chat) return undefined;
  const params = { conversation_id: chat.state.id };
  return keyed(
    'chats.end',
    ({ operator }) => operator.chats.end.withResponse({ params, idempotencyKey }),
    () => Object.assign(chat, { ended: true, round }),
  );
};

const announce = (
  conversation: KnownConversation,
  announced: Recording['announced'],
  { name: idempotencyKey, round }: Pick<Moment, 'name' | 'round'>,
): Write => {
  const params = { conversation_id: conversation.state.id };
  return keyed(
    'recordings.create',
    ({ operator }) => operator.recordings.create.withResponse({ params, body: announced, idempotencyKey }),
    ({ upload: link }) => {
      const { state, recording } = conversation;
      conversation.recording = { announced, link, sent: recording?.sent ?? false, arrived: false };
      conversation.round = round;
      conversation.state = {
        ...state,
        version: state.version + 1,
        audio: { ...state.audio, ...announced, status: 'pending' },
      };
    },
  );
};

/** Links name the address of S3, which is another one after each start. */
const leadsTo = ({ description }: RunningPlatform, { url }: UploadLink): boolean =>
  new URL(url).host === new URL(description.s3_endpoint).host;

const announceRecording: Maker = ({ conversations }, moment) => {
  const conversation = pickLive(conversations, moment.random, ({ recording }) => recording === undefined);
  if (!conversation) return undefined;
  const size_bytes = 1 + Math.floor(moment.random() * 100_000);
  return announce(conversation, { content_type: 'audio/mpeg', size_bytes }, moment);
};

/** The bytes of a conversation's recording. */
export const recordingOf = ({ state, recording }: KnownConversation): Buffer =>
  Buffer.alloc(recording?.announced.size_bytes ?? 0, state.id);

const uploadRecording = (platform: RunningPlatform): Maker => {
  const make: Maker = ({ conversations }, moment) => {
    const conversation = pickLive(
      conversations,
      moment.random,
      ({ recording }) => recording?.arrived === false,
    );
    const recording = conversation?.recording;
    if (!conversation || !recording) return undefined;
    if (!leadsTo(platform, recording.link)) return announce(conversation, recording.announced, moment);
    return {
      what: 'an upload',
      keyed: false,
      send: async (running) => {
        const again = recording.sent;
        let arrived = false;
        if (!leadsTo(running, recording.link)) {
          const name = `${moment.name} again`;
          const announced = await announce(conversation, recording.announced, { ...moment, name })
            .send(running)
            .catch((error: unknown) => {
              if (!again || !(error instanceof ApiProblem) || error.code !== 'recording_exists') throw error;
              arrived = true;
            });
          announced?.acknowledge();
        }
        recording.sent = true;
        if (!arrived) {
          const { link } = conversation.recording ?? recording;
          const response = await upload(link, recordingOf(conversation));
          arrived = response.status === 412;
          if (!response.ok && !(arrived && again)) {
            throw new Error(`S3 answered ${response.status}: ${await response.text()}`);
          }
        }
        return {
          reply: undefined,
          replayed: arrived,
          acknowledge: () => {
            conversation.recording = { ...(conversation.recording ?? recording), sent: true, arrived: true };
            conversation.round = moment.round;
          },
        };
      },
    };
  };
  return make;
};

const withoutSecret = ({ key: _secret, ...state }: ApiKey & { readonly key: string }): ApiKey => state;

const createKey: Maker = ({ clients, keys }, { name: idempotencyKey, round, random }) => {
  const client = pickLive(clients, random);
  if (!client) return undefined;
  const client_id = client.state.id;
  return keyed(
    'apiKeys.create',
    ({ operator }) =>
      operator.apiKeys.create.withResponse({
        body: { name: `Key ${idempotencyKey}`, client_id, scopes: ['conversations:read'] },
        idempotencyKey,
      }),
    (reply, etag) =>
      keys.push({ state: withoutSecret(reply), etag, round, gone: false, good: [reply.key], bad: [] }),
  );
};

const rotateKey: Maker = ({ keys }, { name: idempotencyKey, round, random }) => {
  const key = pickLive(keys, random);
  if (!key) return undefined;
  const params = { api_key_id: key.state.id };
  const overlap_seconds = random() < 0.5 ? 0 : 86_400;
  return keyed(
    'apiKeys.rotate',
    ({ operator }) =>
      operator.apiKeys.rotate.withResponse({ params, body: { overlap_seconds }, idempotencyKey }),
    (reply) => {
      const kept = overlap_seconds > 0 ? 1 : 0;
      key.bad = [...key.bad, ...key.good.slice(kept)];
      key.good = [reply.key, ...key.good.slice(0, kept)];
      Object.assign(key, { state: withoutSecret(reply), round });
    },
  );
};

const revokeKey: Maker = ({ keys }, { name: idempotencyKey, round, random }) => {
  const key = pickLive(keys, random);
  if (!key) return undefined;
  const params = { api_key_id: key.state.id };
  return keyed(
    'apiKeys.revoke',
    ({ operator }) => operator.apiKeys.revoke.withResponse({ params, idempotencyKey }),
    () => Object.assign(key, { gone: true, round, bad: [...key.bad, ...key.good], good: [] }),
  );
};

/** The share of each kind of write, in percent. */
const mix = (platform: RunningPlatform): readonly (readonly [number, Maker])[] => [
  [2, createClient],
  [3, createSubcompany],
  [6, createAgent],
  [6, replaceAgent],
  [2, removeAgent],
  [6, createDocument],
  [4, replaceDocument],
  [2, removeDocument],
  [8, createConversation(false)],
  [6, createConversation(true)],
  [8, appendTurns],
  [6, endConversation],
  [4, eraseConversation],
  [3, startChat],
  [14, sendMessage],
  [1, endChat],
  [6, announceRecording],
  [5, uploadRecording(platform)],
  [3, createKey],
  [3, rotateKey],
  [2, revokeKey],
];

/** The next write of a worker. */
export const nextWrite = (platform: RunningPlatform, known: Knowledge, moment: Moment): Write => {
  let left = moment.random() * 100;
  const [, maker] = mix(platform).find(([share]) => {
    left -= share;
    return left < 0;
  }) ?? [0, createClient];
  // A write that needs an entity which does not exist yet creates it first.
  return (
    maker(known, moment) ??
    createConversation(true)(known, moment) ??
    createAgent(known, moment) ??
    (createClient(known, moment) as Write)
  );
};
