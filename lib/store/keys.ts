import { hash } from 'node:crypto';
import { keyTemplates } from './kinds.static.ts';
import type { Kind } from './kinds.ts';
import type { ItemKey, Key, OfKind } from './table.ts';

export const record = 'record';

/** One part for each name in angle brackets: a number if zeros are put before it. */
type Parts<Template extends string> = Template extends `${string}<${infer Name}>${infer Rest}`
  ? [part: Name extends `${string}:${number}` ? number | '' : string | number, ...Parts<Rest>]
  : [];

type PartitionParts<K extends Kind> = Parts<(typeof keyTemplates)[K][0]>;
type SortParts<K extends Kind> = Parts<(typeof keyTemplates)[K][1]>;

/** The kinds whose key has an id, and nothing else. */
export type KindById = {
  [K in Kind]: [...PartitionParts<K>, ...SortParts<K>]['length'] extends 1 ? K : never;
}[Kind];

/** An empty part stays empty, so that the beginning of several keys can be made. */
const filled = (template: string, parts: (string | number)[]): string =>
  template.replace(/<[^:>]+(?::(\d+))?>/g, (_, digits?: string) => {
    const part = String(parts.shift());
    return digits && part ? part.padStart(Number(digits), '0') : part;
  });

/** The key of an item of a kind. Only this function and `keyIn` create one. */
export const keyOf = <K extends Kind>(kind: K, ...parts: [...PartitionParts<K>, ...SortParts<K>]): Key => {
  const [pk, sk] = keyTemplates[kind];
  return { pk: filled(pk, parts), sk: filled(sk, parts) } as Key;
};

/** The partition key of items of a kind. */
export const partitionOf = <K extends Kind>(kind: K, ...parts: PartitionParts<K>): string =>
  filled(keyTemplates[kind][0], parts);

/** The sort key of an item of a kind. An empty last part gives the beginning of several. */
export const sortOf = <K extends Kind>(kind: K, ...parts: SortParts<K>): string =>
  filled(keyTemplates[kind][1], parts);

/** The key in an item. */
export const keyIn = ({ pk, sk }: OfKind): Key => ({ pk, sk }) as Key;

const matcher = (template: string): RegExp => {
  const parts = template.split(/(<[^>]+>)/).map((part) => {
    if (part.startsWith('<')) return part.endsWith('…>') ? '.+' : '[^#]+';
    return part;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
};

/** Whether a key fits the templates of a kind. */
export const isOfKind = (kind: Kind): ((key: ItemKey) => boolean) => {
  const [pk, sk] = keyTemplates[kind].map(matcher) as [RegExp, RegExp];
  return (key) => pk.test(key.pk) && sk.test(key.sk);
};

let fitting: readonly { readonly kind: Kind; readonly fits: (key: ItemKey) => boolean }[] | undefined;

/** The kind of the item with a key. */
export const kindOf = (key: ItemKey): Kind | undefined => {
  fitting ??= (Object.keys(keyTemplates) as Kind[]).map((kind) => ({ kind, fits: isOfKind(kind) }));
  return fitting.find(({ fits }) => fits(key))?.kind;
};

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

/**
 * The id in one part of a key: `conv_1` in `conversation#conv_1`, and in `2026-11-21T10:00:00.000Z#conv_1`.
 */
export const idIn = (part: string): string => part.slice(part.indexOf('#') + 1);

/** All watchers. */
export const everyWatcher = 'every';

/** At the same place as the conversation’s entries in lists. */
export const tagKey = (conversationId: string, tag: string, time: string): Key =>
  keyOf('tag', conversationId, tag, time, conversationId);

/** The keys of the calls of tools in a chat, or in a call, by their hashes. */
export type JournalKey = (hash: string) => Key;

/** Not in the conversation's partition, so that functions which call tools need not write there. */
export const toolCallKeys =
  (conversationId: string): JournalKey =>
  (hash) =>
    keyOf('tool_call', conversationId, hash);

/**
 * A call in which the agent is the model of a provider, who chooses the call's id. `holder`: the agent, or
 * the integration.
 */
export const liveToolCallKeys =
  (holder: string, callId: string): JournalKey =>
  (hash) =>
    keyOf('live_tool_call', holder, sha256(callId), hash);

export const liveCallKey = (holder: string, callId: string): Key =>
  keyOf('live_call', holder, sha256(callId));

/** The steps of the answers to one message of a program that holds a conversation. */
export const continuedAnswersKey = (agentId: string, words: string, chain: string): Key =>
  keyOf('continued_answers', agentId, sha256(JSON.stringify([words, chain])));

/** The issuer and the subject are of any length and alphabet. */
export const identityKey = (connectionId: string, issuer: string, subject: string): Key =>
  keyOf('identity', connectionId, sha256(JSON.stringify([issuer, subject])));

/**
 * The session at the provider, which its logout tokens name. Each sign-in during it begins another session
 * here.
 */
export const providerSessionPrefix = (sid: string): string => sortOf('provider_session', sha256(sid), '');
export const providerSessionKey = (connectionId: string, sid: string, id: string): Key =>
  keyOf('provider_session', connectionId, sha256(sid), id);

/** The relation of a member to something that lets somebody in or sends data out. */
export type Relation = 'made' | 'changed';

export const accessKey = (memberId: string, relation: Relation, kind: Kind, id: string): Key =>
  keyOf('access', memberId, relation, kind, id);

/** The lists of entities whose `external_id` is unique within an organization, or within the platform. */
const externalIds = {
  clients: 'client_external_id',
  agents: 'agent_external_id',
  conversations: 'conversation_external_id',
} as const satisfies Partial<Record<ListName, Kind>>;

export const externalIdKey = (list: keyof typeof externalIds, owner: string, externalId: string): Key =>
  keyOf(externalIds[list], owner, externalId);

/** An hour since 1970, and the hash of an address. */
export const widgetVisitorKey = (id: string, visitor: string, hour: number): Key =>
  keyOf('widget_use', id, `${hour}.${visitor}`);

export const idempotencyKey = (owner: string, route: string, sent: string): Key =>
  keyOf('first_answer', owner, route, sha256(sent));

/**
 * The number of partitions over which events are spread. One partition accepts 1,000 write units per second.
 */
export const eventShards = 8;

export const eventsPartition = (shard: number | ''): string => partitionOf('event', shard);

/** The number of an entity's partition, which never changes. */
export const shardOf = (entityId: string): number =>
  hash('sha256', entityId, 'buffer').readUInt32BE(0) % eventShards;

/** Events of one entity share a partition, and are in order there. */
export const eventKey = (entityId: string, eventId: string): Key =>
  keyOf('event', shardOf(entityId), eventId);

/**
 * The number of partitions over which tasks are spread. One partition accepts 1,000 write units per second,
 * and a task needs four.
 */
export const taskShards = 8;

export const tasksPartition = (shard: number | ''): string => partitionOf('task', shard);

export const taskKey = (kind: string, id: string, due: string): Key =>
  keyOf('task', hash('sha256', `${kind}#${id}`, 'buffer').readUInt32BE(0) % taskShards, due, kind, id);

export type ListName =
  | 'plans'
  | 'exports'
  | 'clients'
  | 'agents'
  | 'versions'
  | 'documents'
  | 'conversations'
  | 'api_keys'
  | 'connections'
  | 'members'
  | 'invitations'
  | 'webhooks'
  | 'messages'
  | 'integrations'
  | 'recognizers'
  | 'tool_servers'
  | 'widgets'
  | 'integration_events'
  | 'imports'
  | 'analyzers'
  | 'analyzer_versions'
  | 'analyses'
  | 'reviews'
  | 'analysis_runs'
  | 'scenarios'
  | 'test_suites'
  | 'test_runs'
  | 'erasures'
  | 'audit_records';

export const listPartition = (owner: string, list: ListName): string =>
  partitionOf('listing_entry', owner, list);
export const listSort = (time: string, id: string): string => sortOf('listing_entry', time, id);
