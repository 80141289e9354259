import { hash } from 'node:crypto';
import type { Key, Keyed } from './table.ts';

/**
 * Every kind of item, with its keys, on one screen. An owner is an organization's id, or `platform`. A name in angle brackets
 * is a part without `#`, and the last one of a key may have any character if it ends in `…`. The first kind that fits an item is
 * its kind; `npm run verify-table` has a rule for each.
 */
export const kinds = {
  client: ['client#<id>', 'record', 'a client'],
  counts: ['counts#<client id>', 'record', 'how many agents, keys and children it has'],
  rate: ['rate#<client id>', '<minute>', 'how many requests its keys have made in it'],
  waiting: [
    'rate#<client id>',
    'waiting#<minute>',
    'how many of them waited for others, such as a language model',
  ],
  agent_tests: ['rate#<client id>', 'tests#<day>', 'how often its agents were tested in it'],
  placed_calls: ['rate#<client id>', 'calls#<day>', 'how many calls were placed in it'],
  agent: ['agent#<id>', 'record', 'an agent'],
  agent_version: ['agent#<id>', 'version#<number>', 'the agent as it was'],
  knowledge_base: ['agent#<id>', 'knowledge_base', 'how many documents and bytes it has, and their version'],
  deployment: ['agent#<id>', 'deployment#<integration id>', 'what it is at a provider'],
  document: ['agent#<id>', 'document#<id>', 'one of its documents'],
  conversation: ['conversation#<id>', 'record', 'a conversation'],
  turns: ['conversation#<id>', 'turns#<first index>', 'turns that arrived together'],
  conversation_usage: ['conversation#<id>', 'usage', 'what was counted of it; outlives its erasure'],
  search_text: ['conversation#<id>', 'words', 'the text that is searched of it'],
  api_key: ['api_key#<id>', 'record', 'an API key'],
  last_use: ['last_use#<key id>', 'record', 'when the key was last used'],
  secret: ['secret#<SHA-256>', 'record', 'which key a secret is of, and what it may do'],
  provider_id: ['provider#<client id>#<name>#<id…>', 'record', 'which conversation a provider’s id is of'],
  webhook: ['webhook#<id>', 'record', 'a webhook'],
  webhook_health: ['webhook#<id>', 'health', 'since when its deliveries fail'],
  webhook_pace: ['webhook#<id>', 'pace', 'when it may be sent the next message, where that is limited'],
  resending: ['listeners#<owner>', 'resending', 'which task sends messages of its webhooks again'],
  listeners: ['listeners#<owner>', 'record', 'the webhooks that hear of an organization and its descendants'],
  payload: ['deliveries#<entity id>', 'payload#<event id>', 'what webhooks receive of it, for 30 days'],
  attempt: ['deliveries#<entity id>', 'attempt#<message id>#<number>', 'how a delivery went, for 30 days'],
  first_answer: ['idempotency#<owner>#<route>#<SHA-256>', 'record', 'the first answer to an Idempotency-Key'],
  cursor_keys: ['cursor_keys', 'record', 'what cursors are encrypted with'],
  integration: ['integration#<id>', 'record', 'an integration with a voice provider'],
  agent_mapping: ['integration#<id>', 'agents', 'which agents the provider’s agents are'],
  provider_call: [
    'provider_call#<integration id>#<id…>',
    'record',
    'which conversation a provider’s call is',
  ],
  provider_payload: [
    'provider_call#<integration id>#<id…>',
    'payload#<event id>',
    'an event as it was posted',
  ],
  provider_delivery: [
    'provider_delivery#<integration id>#<SHA-256>',
    'record',
    'which event was posted first with this content, for 30 days',
  ],
  event: ['events#<shard>', '<event id>', 'what happened, for 30 days'],
  parked_event: ['parked', '<event id>#<follower>', 'an event that a follower could not work off'],
  task: ['tasks#<shard>', '<due>#<kind>#<id…>', 'work to be done at that time'],
  reindexing: ['reindexing', 'record', 'how far the index has been built again'],
  integration_event: [
    '<integration id>#integration_events',
    '<time>#<event id>',
    'an event, and what became of it',
  ],
  integration_import: ['<integration id>#imports', '<time>#<import id>', 'an import, and how far it is'],
  imported_agent: [
    'imported_agent#<integration id>#<id…>',
    'record',
    'which agent was imported of a provider’s agent',
  ],
  usage_head: ['usage#<owner>#<lane>', 'head', 'the newest entries of a log of usage'],
  usage_page: ['usage_pages#<owner>#<lane>', 'page#<number>', 'older entries: a page that is full'],
  usage_manifest: ['usage_sums#<owner>', 'record', 'how far its logs are summed up, by which time zone'],
  usage_days: ['usage_sums#<owner>#<sums>#<dimension>', 'days#<month>#<value…>', 'figures of days'],
  usage_hours: ['usage_sums#<owner>#<sums>#<dimension>', 'hours#<date>#<value…>', 'figures of hours'],
  plan: ['plan#<id>', 'record', 'a plan'],
  billing: ['billing#<client id>', 'record', 'its subscriptions, and the thresholds that it has reached'],
  meter: ['billing#<client id>', 'meter#<subscription>#<period>', 'what a period has used'],
  pack: ['billing#<client id>', 'pack#<id>', 'minutes that were bought'],
  statement: ['billing#<client id>', 'statement#<subscription>#<period>', 'a statement that is final'],
  export_gate: ['exports#<owner>', 'record', 'the unfinished exports of an organization or of everything'],
  export: ['export#<id>', 'record', 'an export, and how far it is'],
  export_file: ['export#<id>', 'file#<number>', 'one of its files'],
  version_entry: ['<agent id>#versions', '<number>#<agent id>', 'a listing entry of one of its versions'],
  document_entry: ['<agent id>#documents', '<time>#<id>', 'a listing entry of one of its documents'],
  message: ['<webhook id>#messages', '<time>#<id>', 'a message of one of its events, for 30 days'],
  index: ['<owner>#index', 'segments', 'which segments its search index has'],
  fresh_documents: ['<owner>#fresh', '<id>', 'conversations that are in no segment of its index yet'],
  segment_part: ['segment#<id>', '<part…>', 'terms, documents, or the root of a segment'],
  erased_document: [
    '<owner>#erased',
    '<time>#<id>',
    'an erased conversation that its index may still know of',
  ],
  listing_entry: ['<owner>#<list>', '<time>#<id>', 'a listing entry'],
} as const satisfies Record<string, readonly [pk: string, sk: string, what: string]>;

export type Kind = keyof typeof kinds;

const matcher = (template: string): RegExp => {
  const parts = template.split(/(<[^>]+>)/).map((part) => {
    if (part.startsWith('<')) return part.endsWith('…>') ? '.+' : '[^#]+';
    return part;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
};

/** Whether a key fits the template of a kind, such as `agent#<id>`. */
export const isOfKind = (kind: Kind): ((key: Keyed) => boolean) => {
  const [pk, sk] = kinds[kind].slice(0, 2).map((template) => matcher(template)) as [RegExp, RegExp];
  return (key) => pk.test(key.pk) && sk.test(key.sk);
};

export const record = 'record';

/** A key. There is no other way to make one, except `keyOf`. */
export const key = (pk: string, sk: string): Key => ({ pk, sk }) as Key;

/** The key of an item. */
export const keyOf = ({ pk, sk }: Keyed): Key => key(pk, sk);

/** The id in one part of a key: `conv_1` in `conversation#conv_1`, and in `2026-11-21T10:00:00.000Z#conv_1`. */
export const idIn = (part: string): string => part.slice(part.indexOf('#') + 1);

export const clientKey = (id: string): Key => key(`client#${id}`, record);
export const countsKey = (clientId: string): Key => key(`counts#${clientId}`, record);

/** Days since 1970. */
export const agentTestsKey = (clientId: string, day: number): Key => key(`rate#${clientId}`, `tests#${day}`);

/** Days since 1970. */
export const placedCallsKey = (clientId: string, day: number): Key => key(`rate#${clientId}`, `calls#${day}`);

/** Minutes since 1970. */
export const rateKey = (clientId: string, minute: number): Key => key(`rate#${clientId}`, String(minute));

export const waitingKey = (clientId: string, minute: number): Key =>
  key(`rate#${clientId}`, `waiting#${minute}`);

export const agentKey = (id: string): Key => key(`agent#${id}`, record);

/** Padded, so that versions sort by number. */
export const versionSort = (version: number): string => String(version).padStart(9, '0');

export const agentVersionKey = (agentId: string, version: number): Key =>
  key(`agent#${agentId}`, `version#${versionSort(version)}`);

export const knowledgeBaseKey = (agentId: string): Key => key(`agent#${agentId}`, 'knowledge_base');

export const documentKey = (agentId: string, id: string): Key => key(`agent#${agentId}`, `document#${id}`);

export const deploymentKey = (agentId: string, integrationId: string): Key =>
  key(`agent#${agentId}`, `deployment#${integrationId}`);

export const conversationKey = (id: string): Key => key(`conversation#${id}`, record);

export const turnsBeginning = 'turns#';

/** Padded, so that turns sort by number. */
export const turnsKey = (conversationId: string, firstIndex: number): Key =>
  key(`conversation#${conversationId}`, `${turnsBeginning}${String(firstIndex).padStart(8, '0')}`);

/** After the turns, so that reading those does not read it. */
export const searchTextKey = (conversationId: string): Key => key(`conversation#${conversationId}`, 'words');

export const conversationUsageKey = (conversationId: string): Key =>
  key(`conversation#${conversationId}`, 'usage');

export const apiKeyKey = (id: string): Key => key(`api_key#${id}`, record);
export const lastUseKey = (apiKeyId: string): Key => key(`last_use#${apiKeyId}`, record);
export const secretKey = (secretHash: string): Key => key(`secret#${secretHash}`, record);

export const providerKey = (clientId: string, name: string, id: string): Key =>
  key(`provider#${clientId}#${name}#${id}`, record);

export const integrationKey = (id: string): Key => key(`integration#${id}`, record);
export const integrationMappingKey = (id: string): Key => key(`integration#${id}`, 'agents');

export const providerCallKey = (integrationId: string, conversationId: string): Key =>
  key(`provider_call#${integrationId}#${conversationId}`, record);

/** Beside what is known of the call that it is about. */
export const providerPayloadKey = (integrationId: string, conversationId: string, eventId: string): Key =>
  key(`provider_call#${integrationId}#${conversationId}`, `payload#${eventId}`);

export const providerDeliveryKey = (integrationId: string, sha256OfBody: string): Key =>
  key(`provider_delivery#${integrationId}#${sha256OfBody}`, record);

export const importedAgentKey = (integrationId: string, providerAgentId: string): Key =>
  key(`imported_agent#${integrationId}#${providerAgentId}`, record);

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

export const webhookKey = (id: string): Key => key(`webhook#${id}`, record);
export const webhookHealthKey = (id: string): Key => key(`webhook#${id}`, 'health');
export const webhookPaceKey = (id: string): Key => key(`webhook#${id}`, 'pace');
export const resendingKey = (owner: string): Key => key(`listeners#${owner}`, 'resending');
export const listenersKey = (owner: string): Key => key(`listeners#${owner}`, record);

/** What webhooks received of one entity is kept together, so that it is erased with the entity. */
export const deliveriesPartition = (entityId: string): string => `deliveries#${entityId}`;

export const payloadKey = (entityId: string, eventId: string): Key =>
  key(deliveriesPartition(entityId), `payload#${eventId}`);

/** Padded, so that attempts sort by number. */
export const attemptKey = (entityId: string, messageId: string, number: number): Key =>
  key(deliveriesPartition(entityId), `attempt#${messageId}#${String(number).padStart(4, '0')}`);

export const idempotencyKey = (owner: string, route: string, sent: string): Key =>
  key(`idempotency#${owner}#${route}#${sha256(sent)}`, record);

export const cursorKeysKey = key('cursor_keys', record);

/** How many partitions events are spread over: one takes 1,000 write units a second. */
export const eventShards = 8;

export const eventsPartition = (shard: number | ''): string => `events#${shard}`;

/** One of the partitions, the same for an entity each time. */
export const shardOf = (entityId: string): number =>
  hash('sha256', entityId, 'buffer').readUInt32BE(0) % eventShards;

/** Events of one entity share a partition, and are in order there. */
export const eventKey = (entityId: string, eventId: string): Key =>
  key(eventsPartition(shardOf(entityId)), eventId);

export const parkedPartition = 'parked';
export const parkedKey = (eventId: string, follower: string): Key =>
  key(parkedPartition, `${eventId}#${follower}`);

/** How many partitions tasks are spread over: one takes 1,000 write units a second, and a task needs four. */
export const taskShards = 8;

export const tasksPartition = (shard: number | ''): string => `tasks#${shard}`;

export const taskKey = (kind: string, id: string, due: string): Key =>
  key(
    tasksPartition(hash('sha256', `${kind}#${id}`, 'buffer').readUInt32BE(0) % taskShards),
    `${due}#${kind}#${id}`,
  );

export const reindexingKey = key('reindexing', record);

export const usageHeadKey = (owner: string, lane: number): Key => key(`usage#${owner}#${lane}`, 'head');

/** Not the partition of the head, which gets a write for every conversation already. */
export const usagePagesPartition = (owner: string, lane: number): string => `usage_pages#${owner}#${lane}`;

/** Padded, so that pages sort by number. */
export const usagePageSort = (page: number): string => `page#${String(page).padStart(9, '0')}`;

export const usageManifestKey = (owner: string): Key => key(`usage_sums#${owner}`, record);

export const usageSumsPartition = (owner: string, generation: string, dimension: string): string =>
  `usage_sums#${owner}#${generation}#${dimension}`;

export const planKey = (id: string): Key => key(`plan#${id}`, record);

export const billingPartition = (clientId: string): string => `billing#${clientId}`;
export const billingKey = (clientId: string): Key => key(billingPartition(clientId), record);

export const exportGateKey = (owner: string): Key => key(`exports#${owner}`, record);

export const exportKey = (id: string): Key => key(`export#${id}`, record);

/** Padded, so that files sort by number. */
export const exportFileKey = (id: string, file: number): Key =>
  key(`export#${id}`, `file#${String(file).padStart(4, '0')}`);

export type ListName =
  | 'plans'
  | 'exports'
  | 'clients'
  | 'agents'
  | 'versions'
  | 'documents'
  | 'conversations'
  | 'api_keys'
  | 'webhooks'
  | 'messages'
  | 'integrations'
  | 'integration_events'
  | 'imports';

export const listPartition = (owner: string, list: ListName): string => `${owner}#${list}`;
export const listSort = (time: string, id: string): string => `${time}#${id}`;

export const indexKey = (owner: string): Key => key(`${owner}#index`, 'segments');

export const freshPartition = (owner: string): string => `${owner}#fresh`;

export const segmentPartition = (id: string): string => `segment#${id}`;
export const segmentPartKey = (id: string, part: string): Key => key(segmentPartition(id), part);

export const erasedPartition = (owner: string): string => `${owner}#erased`;
export const erasedKey = (owner: string, time: string, id: string): Key =>
  key(erasedPartition(owner), `${time}#${id}`);
