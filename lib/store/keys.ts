import { hash } from 'node:crypto';
import { keyTemplates } from './kinds.static.ts';
import type { Kind } from './kinds.ts';
import type { ItemKey, Key, OfKind } from './table.ts';

export const record = 'record';

/** One part for each name in angle brackets. */
type Parts<Template extends string> = Template extends `${string}<${string}>${infer Rest}`
  ? [part: string | number, ...Parts<Rest>]
  : [];

type PartitionParts<K extends Kind> = Parts<(typeof keyTemplates)[K][0]>;
type SortParts<K extends Kind> = Parts<(typeof keyTemplates)[K][1]>;

const filled = (template: string, parts: (string | number)[]): string =>
  template.replace(/<[^>]+>/g, () => String(parts.shift()));

/** The key of an item of a kind. Only this function and `keyOf` create one. */
export const key = <K extends Kind>(kind: K, ...parts: [...PartitionParts<K>, ...SortParts<K>]): Key => {
  const [pk, sk] = keyTemplates[kind];
  return { pk: filled(pk, parts), sk: filled(sk, parts) } as Key;
};

/** The partition key of items of a kind. */
const partition = <K extends Kind>(kind: K, ...parts: PartitionParts<K>): string =>
  filled(keyTemplates[kind][0], parts);

/** The sort key of an item of a kind. An empty last part gives the beginning of several. */
export const sort = <K extends Kind>(kind: K, ...parts: SortParts<K>): string =>
  filled(keyTemplates[kind][1], parts);

/** The key of an item. */
export const keyOf = ({ pk, sk }: OfKind): Key => ({ pk, sk }) as Key;

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

export const clientKey = (id: string): Key => key('client', id);
export const countsKey = (clientId: string): Key => key('counts', clientId);

/** Days since 1970. */
export const agentTestsKey = (clientId: string, day: number): Key => key('agent_tests', clientId, day);

/** Days since 1970. */
export const placedCallsKey = (clientId: string, day: number): Key => key('placed_calls', clientId, day);

/** Days since 1970. */
export const chatMessagesKey = (clientId: string, day: number): Key => key('chat_messages', clientId, day);

/** Days since 1970. */
export const openChatsKey = (clientId: string, day: number): Key => key('open_chats', clientId, day);

/** Days since 1970. */
export const openCallsKey = (clientId: string, day: number): Key => key('open_calls', clientId, day);

/** A period of a subscription, as `periodKey` names it. */
export const planMessagesKey = (clientId: string, subscriptionId: string, start: string): Key =>
  key('plan_messages', clientId, subscriptionId, start);

/** Minutes since 1970. */
export const rateKey = (clientId: string, minute: number): Key => key('rate', clientId, minute);

/** Of an organization, or of the user of a chat. */
export const waitingKey = (id: string, minute: number): Key => key('waiting', id, minute);

/** A route that strangers may call. */
export const waitingStrangersKey = (clientId: string, route: string, minute: number): Key =>
  key('waiting_strangers', clientId, route, minute);

export const agentKey = (id: string): Key => key('agent', id);

/** Padded, so that versions sort by number. */
export const versionSort = (version: number): string => String(version).padStart(9, '0');

export const agentVersionKey = (agentId: string, version: number): Key =>
  key('agent_version', agentId, versionSort(version));

export const knowledgeBaseKey = (agentId: string): Key => key('knowledge_base', agentId);

export const documentKey = (agentId: string, id: string): Key => key('document', agentId, id);

export const deploymentKey = (agentId: string, integrationId: string): Key =>
  key('deployment', agentId, integrationId);

export const signingSecretKey = (agentId: string): Key => key('signing_secret', agentId);

export const conversationKey = (id: string): Key => key('conversation', id);

/** Between the record and the turns, so that one query reads all three. */
export const chatSessionKey = (conversationId: string): Key => key('chat_session', conversationId);

/** The connection's id at the gateway. */
export const callSocketKey = (connection: string): Key => key('call_socket', connection);

/** The hash of the ticket. */
export const liveTicketKey = (hash: string): Key => key('live_ticket', hash);

/** All watchers. */
export const everyWatcher = 'every';

/** Of an owner, of a conversation, or of every one of them. */
export const watchersPartition = (watched: string): string => partition('watcher', watched);

/** The connection's id at the gateway. */
export const watcherKey = (watched: string, connection: string): Key => key('watcher', watched, connection);

export const ringKey = (conversationId: string): Key => key('ring', conversationId);

/** Of an owner, a key or a member. Days since 1970. */
export const openSocketsKey = (holder: string, day: number): Key => key('open_sockets', holder, day);

export const turnsBeginning = /* @__PURE__ */ sort('turns', '');

/** Padded, so that turns sort by number. */
export const turnsKey = (conversationId: string, firstIndex: number): Key =>
  key('turns', conversationId, String(firstIndex).padStart(8, '0'));

/** The ids of notes are in the order of time. */
export const noteKey = (conversationId: string, id: string): Key => key('note', conversationId, id);

export const analysisBeginning = /* @__PURE__ */ sort('analysis', '');

/** Before the turns, so that reading those does not read it. */
export const analysisKey = (conversationId: string, analyzerId: string): Key =>
  key('analysis', conversationId, analyzerId);

export const analyzerKey = (id: string): Key => key('analyzer', id);

export const analyzerVersionKey = (analyzerId: string, version: number): Key =>
  key('analyzer_version', analyzerId, versionSort(version));

export const analyzersKey = (owner: string): Key => key('analyzers', owner);

/** A month of UTC, such as `2026-11`. */
export const analysisBudgetKey = (owner: string, month: string): Key => key('analysis_budget', owner, month);

export const erasureKey = (id: string): Key => key('erasure', id);
export const analysisRunKey = (id: string): Key => key('analysis_run', id);

export const scenarioKey = (id: string): Key => key('scenario', id);
export const testSuiteKey = (id: string): Key => key('test_suite', id);
export const testRunKey = (id: string): Key => key('test_run', id);
export const testRunScenarioKey = (runId: string, scenario: number): Key =>
  key('test_run_scenario', runId, String(scenario).padStart(3, '0'));

/** Padded, so that attempts sort by number. */
export const testAttemptKey = (runId: string, attempt: number): Key =>
  key('test_attempt', runId, String(attempt).padStart(5, '0'));
export const testAttemptBeginning = sort('test_attempt', '');

/** The item by which the erasure of a call finds a scenario, or a run's copy of it. */
export const scenarioSourceKey = (conversationId: string, scenarioId: string, part: string): Key =>
  key('scenario_source', conversationId, scenarioId, part);

export const testedKey = (agentId: string, suiteId: string, version: number): Key =>
  key('tested', agentId, suiteId, versionSort(version));
export const gateKey = (agentId: string, owner: string): Key => key('gate', agentId, owner);

export const tagPartition = (conversationId: string, tag: string): string =>
  partition('tag', conversationId, tag);

/** At the same place as the conversation’s entries in lists. */
export const tagKey = (conversationId: string, tag: string, time: string): Key =>
  key('tag', conversationId, tag, time, conversationId);

/** After the turns, so that reading those does not read it. */
export const searchTextKey = (conversationId: string): Key => key('search_text', conversationId);

/** The keys of the calls of tools in a chat, or in a call, by their hashes. */
export type JournalKey = (hash: string) => Key;

/** Not in the conversation's partition, so that functions which call tools need not write there. */
export const toolCallKeys =
  (conversationId: string): JournalKey =>
  (hash) =>
    key('tool_call', conversationId, hash);

/**
 * A call in which the agent is the model of a provider, who chooses the call's id. `holder`: the agent, or
 * the integration.
 */
export const liveToolCallKeys =
  (holder: string, callId: string): JournalKey =>
  (hash) =>
    key('live_tool_call', holder, sha256(callId), hash);

export const liveCallKey = (holder: string, callId: string): Key => key('live_call', holder, sha256(callId));

/** `hash`: of the call's id. */
export const liveAnswersKey = (holder: string, hash: string): Key => key('live_answers', holder, hash);

/** The steps of the answers to one message of a program that holds a conversation. */
export const continuedAnswersKey = (agentId: string, words: string, chain: string): Key =>
  key('continued_answers', agentId, sha256(JSON.stringify([words, chain])));

export const conversationUsageKey = (conversationId: string): Key =>
  key('conversation_usage', conversationId);

export const apiKeyKey = (id: string): Key => key('api_key', id);
export const lastUseKey = (apiKeyId: string): Key => key('last_use', apiKeyId);
export const secretKey = (secretHash: string): Key => key('secret', secretHash);

export const connectionPartition = (id: string): string => partition('connection', id);
export const connectionKey = (id: string): Key => key('connection', id);

/** The issuer and the subject are of any length and alphabet. */
export const identityKey = (connectionId: string, issuer: string, subject: string): Key =>
  key('identity', connectionId, sha256(JSON.stringify([issuer, subject])));

/**
 * The session at the provider, which its logout tokens name. Each sign-in during it begins another session
 * here.
 */
export const providerSessionPrefix = (sid: string): string => sort('provider_session', sha256(sid), '');
export const providerSessionKey = (connectionId: string, sid: string, id: string): Key =>
  key('provider_session', connectionId, sha256(sid), id);

export const signInDomainKey = (domain: string): Key => key('sign_in_domain', domain);
export const brandDomainKey = (domain: string): Key => key('brand_domain', domain);
export const enforcedSignInKey = (owner: string): Key => key('enforced_sign_in', owner);

export const personPartition = (id: string): string => partition('person', id);
export const personKey = (id: string): Key => key('person', id);
export const personSessionKey = (personId: string, id: string): Key => key('session', personId, id);
export const grantKey = (personId: string, owner: string): Key => key('grant', personId, owner);

export const memberKey = (id: string): Key => key('member', id);
export const ownersPartition = (owner: string): string => partition('owner', owner);
export const ownerKey = (owner: string, memberId: string): Key => key('owner', owner, memberId);
/** Something that a member has made or changed, or has left to others. */
export const accessKey = (
  memberId: string,
  relation: 'made' | 'changed' | 'kept',
  kind: Kind,
  id: string,
): Key => key('access', memberId, relation, kind, id);
export const accessPartition = (memberId: string): string => partition('access', memberId);
export const invitationKey = (id: string): Key => key('invitation', id);
export const openingHoursKey = (clientId: string): Key => key('opening_hours', clientId);
export const preferencesKey = (holderId: string): Key => key('preferences', holderId);

export const providerKey = (clientId: string, name: string, id: string): Key =>
  key('provider_id', clientId, name, id);

/** The lists of entities whose `external_id` is unique within an organization, or within the platform. */
const externalIds = {
  clients: 'client_external_id',
  agents: 'agent_external_id',
  conversations: 'conversation_external_id',
} as const satisfies Partial<Record<ListName, Kind>>;

export const externalIdKey = (list: keyof typeof externalIds, owner: string, externalId: string): Key =>
  key(externalIds[list], owner, externalId);

/** In the agent's partition, so that it is removed with the documents of a removed agent. */
export const documentExternalIdKey = (agentId: string, externalId: string): Key =>
  key('document_external_id', agentId, externalId);

export const integrationKey = (id: string): Key => key('integration', id);
export const integrationMappingKey = (id: string): Key => key('agent_mapping', id);

export const widgetKey = (id: string): Key => key('widget', id);

/** Of a day in days since 1970. */
export const widgetUseKey = (id: string, day: number): Key => key('widget_use', id, day);

/** An hour since 1970, and the hash of an address. */
export const widgetVisitorKey = (id: string, visitor: string, hour: number): Key =>
  key('widget_use', id, `${hour}.${visitor}`);

export const toolServerKey = (id: string): Key => key('tool_server', id);

export const providerCallKey = (integrationId: string, conversationId: string): Key =>
  key('provider_call', integrationId, conversationId);

/** Beside the record of its call. */
export const providerPayloadKey = (integrationId: string, conversationId: string, eventId: string): Key =>
  key('provider_payload', integrationId, conversationId, eventId);

export const providerDeliveryKey = (integrationId: string, sha256OfBody: string): Key =>
  key('provider_delivery', integrationId, sha256OfBody);

export const importedAgentKey = (integrationId: string, providerAgentId: string): Key =>
  key('imported_agent', integrationId, providerAgentId);

export const webhookKey = (id: string): Key => key('webhook', id);
export const webhookHealthKey = (id: string): Key => key('webhook_health', id);
export const webhookPaceKey = (id: string): Key => key('webhook_pace', id);
export const resendingKey = (owner: string): Key => key('resending', owner);
export const listenersKey = (owner: string): Key => key('listeners', owner);

/** All deliveries about an entity share a partition, so that they are erased with the entity. */
export const deliveriesPartition = (entityId: string): string => partition('payload', entityId);

export const payloadKey = (entityId: string, eventId: string): Key => key('payload', entityId, eventId);

/** Padded, so that attempts sort by number. */
export const attemptKey = (entityId: string, messageId: string, number: number): Key =>
  key('attempt', entityId, messageId, String(number).padStart(4, '0'));

export const idempotencyKey = (owner: string, route: string, sent: string): Key =>
  key('first_answer', owner, route, sha256(sent));

export const cursorKeysKey = /* @__PURE__ */ key('cursor_keys');

/**
 * The number of partitions over which events are spread. One partition accepts 1,000 write units per second.
 */
export const eventShards = 8;

export const eventsPartition = (shard: number | ''): string => partition('event', shard);

/** The number of an entity's partition, which never changes. */
export const shardOf = (entityId: string): number =>
  hash('sha256', entityId, 'buffer').readUInt32BE(0) % eventShards;

/** Events of one entity share a partition, and are in order there. */
export const eventKey = (entityId: string, eventId: string): Key => key('event', shardOf(entityId), eventId);

export const parkedPartition = /* @__PURE__ */ partition('parked_event');
export const parkedKey = (eventId: string, follower: string): Key => key('parked_event', eventId, follower);

/**
 * The number of partitions over which tasks are spread. One partition accepts 1,000 write units per second,
 * and a task needs four.
 */
export const taskShards = 8;

export const tasksPartition = (shard: number | ''): string => partition('task', shard);

export const taskKey = (kind: string, id: string, due: string): Key =>
  key('task', hash('sha256', `${kind}#${id}`, 'buffer').readUInt32BE(0) % taskShards, due, kind, id);

export const reindexingKey = /* @__PURE__ */ key('reindexing');

export const usageHeadKey = (owner: string, lane: number): Key => key('usage_head', owner, lane);

/** Not the partition of the head, which gets a write for every conversation already. */
export const usagePagesPartition = (owner: string, lane: number): string =>
  partition('usage_page', owner, lane);

/** Padded, so that pages sort by number. */
export const usagePageKey = (owner: string, lane: number, page: number): Key =>
  key('usage_page', owner, lane, String(page).padStart(9, '0'));

export const usageManifestKey = (owner: string): Key => key('usage_manifest', owner);

export const usageSumsPartition = (owner: string, generation: string, dimension: string): string =>
  partition('usage_days', owner, generation, dimension);

export const planKey = (id: string): Key => key('plan', id);

export const billingPartition = (clientId: string): string => partition('billing', clientId);
export const billingKey = (clientId: string): Key => key('billing', clientId);

/** After the record, so that it outlives the organization. */
export const statementNumbersKey = (issuer: string): Key => key('statement_numbers', issuer);

export const exportGateKey = (owner: string): Key => key('export_gate', owner);

export const exportKey = (id: string): Key => key('export', id);

/** Padded, so that files sort by number. */
export const exportFileKey = (id: string, file: number): Key =>
  key('export_file', id, String(file).padStart(4, '0'));

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
  partition('listing_entry', owner, list);
export const listSort = (time: string, id: string): string => sort('listing_entry', time, id);

export const indexKey = (owner: string): Key => key('index', owner);

export const freshPartition = (owner: string): string => partition('fresh_documents', owner);

export const freshKey = (owner: string, id: string): Key => key('fresh_documents', owner, id);

export const segmentPartition = (id: string): string => partition('segment_part', id);
export const segmentPartKey = (id: string, part: string): Key => key('segment_part', id, part);

export const erasedPartition = (owner: string): string => partition('erased_document', owner);
export const erasedKey = (owner: string, time: string, id: string): Key =>
  key('erased_document', owner, time, id);
