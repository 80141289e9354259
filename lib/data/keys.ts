import { hash } from 'node:crypto';
import type { Key, Keyed } from './table.ts';

export const record = 'record';

/** A key. Only this function and `keyOf` create one. */
export const key = (pk: string, sk: string): Key => ({ pk, sk }) as Key;

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

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

/** Days since 1970. */
export const chatMessagesKey = (clientId: string, day: number): Key =>
  key(`rate#${clientId}`, `messages#${day}`);

/** Days since 1970. */
export const openChatsKey = (clientId: string, day: number): Key => key(`rate#${clientId}`, `chats#${day}`);

/** Minutes since 1970. */
export const rateKey = (clientId: string, minute: number): Key => key(`rate#${clientId}`, String(minute));

/** Of an organization, or of the user of a chat. */
export const waitingKey = (id: string, minute: number): Key => key(`rate#${id}`, `waiting#${minute}`);

/** A route that strangers may call. */
export const waitingStrangersKey = (clientId: string, route: string, minute: number): Key =>
  key(`rate#${clientId}`, `waiting#${route}#${minute}`);

export const agentKey = (id: string): Key => key(`agent#${id}`, record);

/** Padded, so that versions sort by number. */
export const versionSort = (version: number): string => String(version).padStart(9, '0');

export const agentVersionKey = (agentId: string, version: number): Key =>
  key(`agent#${agentId}`, `version#${versionSort(version)}`);

export const knowledgeBaseKey = (agentId: string): Key => key(`agent#${agentId}`, 'knowledge_base');

export const documentKey = (agentId: string, id: string): Key => key(`agent#${agentId}`, `document#${id}`);

export const deploymentKey = (agentId: string, integrationId: string): Key =>
  key(`agent#${agentId}`, `deployment#${integrationId}`);

export const signingSecretKey = (agentId: string): Key => key(`signing_secret#${agentId}`, record);

export const conversationKey = (id: string): Key => key(`conversation#${id}`, record);

/** Between the record and the turns, so that one query reads all three. */
export const chatSessionKey = (conversationId: string): Key =>
  key(`conversation#${conversationId}`, 'session');

export const turnsBeginning = 'turns#';

/** Padded, so that turns sort by number. */
export const turnsKey = (conversationId: string, firstIndex: number): Key =>
  key(`conversation#${conversationId}`, `${turnsBeginning}${String(firstIndex).padStart(8, '0')}`);

/** The ids of notes are in the order of time. */
export const noteKey = (conversationId: string, id: string): Key =>
  key(`conversation#${conversationId}`, `note#${id}`);

export const analysisBeginning = 'analysis#';

/** Before the turns, so that reading those does not read it. */
export const analysisKey = (conversationId: string, analyzerId: string): Key =>
  key(`conversation#${conversationId}`, `${analysisBeginning}${analyzerId}`);

export const analyzerKey = (id: string): Key => key(`analyzer#${id}`, record);

export const analyzerVersionKey = (analyzerId: string, version: number): Key =>
  key(`analyzer#${analyzerId}`, `version#${versionSort(version)}`);

export const analyzersKey = (owner: string): Key => key(`analyzers#${owner}`, record);

/** A month of UTC, such as `2026-11`. */
export const analysisBudgetKey = (owner: string, month: string): Key =>
  key(`analysis_budget#${owner}`, month);

export const erasureKey = (id: string): Key => key(`erasure#${id}`, record);
export const analysisRunKey = (id: string): Key => key(`analysis_run#${id}`, record);

export const tagPartition = (conversationId: string, tag: string): string =>
  `tagged#${conversationId}#${tag}`;

/** At the same place as the conversation’s entries in lists. */
export const tagKey = (conversationId: string, tag: string, time: string): Key =>
  key(tagPartition(conversationId, tag), listSort(time, conversationId));

/** After the turns, so that reading those does not read it. */
export const searchTextKey = (conversationId: string): Key => key(`conversation#${conversationId}`, 'words');

/** Not in the conversation's partition, so that functions which call tools need not write there. */
export const toolCallsPartition = (conversationId: string): string => `tool_call#${conversationId}`;

/** A call in which the agent is the model of a provider, who chooses the call's id. `holder`: the agent, or the integration. */
export const liveCallPartition = (holder: string, callId: string): string =>
  `live_call#${holder}#${sha256(callId)}`;
export const liveCallKey = (holder: string, callId: string): Key =>
  key(liveCallPartition(holder, callId), record);

export const conversationUsageKey = (conversationId: string): Key =>
  key(`conversation#${conversationId}`, 'usage');

export const apiKeyKey = (id: string): Key => key(`api_key#${id}`, record);
export const lastUseKey = (apiKeyId: string): Key => key(`last_use#${apiKeyId}`, record);
export const secretKey = (secretHash: string): Key => key(`secret#${secretHash}`, record);

export const connectionPartition = (id: string): string => `connection#${id}`;
export const connectionKey = (id: string): Key => key(connectionPartition(id), record);

/** The issuer and the subject are of any length and alphabet. */
export const identityKey = (connectionId: string, issuer: string, subject: string): Key =>
  key(connectionPartition(connectionId), `identity#${sha256(JSON.stringify([issuer, subject]))}`);

/** The session at the provider, which its logout tokens name. Each sign-in during it begins another session here. */
export const providerSessionPrefix = (sid: string): string => `session#${sha256(sid)}`;
export const providerSessionKey = (connectionId: string, sid: string, id: string): Key =>
  key(connectionPartition(connectionId), `${providerSessionPrefix(sid)}#${id}`);

export const signInDomainKey = (domain: string): Key => key(`sign_in_domain#${domain}`, record);
export const brandDomainKey = (domain: string): Key => key(`brand_domain#${domain}`, record);
export const enforcedSignInKey = (owner: string): Key => key(`enforced_sign_in#${owner}`, record);

export const personPartition = (id: string): string => `person#${id}`;
export const personKey = (id: string): Key => key(personPartition(id), record);
export const personSessionKey = (personId: string, id: string): Key =>
  key(personPartition(personId), `session#${id}`);
export const grantKey = (personId: string, owner: string): Key =>
  key(personPartition(personId), `member#${owner}`);

export const memberKey = (id: string): Key => key(`member#${id}`, record);
export const ownersPartition = (owner: string): string => `owners#${owner}`;
export const ownerKey = (owner: string, memberId: string): Key => key(ownersPartition(owner), memberId);
export const invitationKey = (id: string): Key => key(`invitation#${id}`, record);
export const preferencesKey = (holderId: string): Key => key(`preferences#${holderId}`, record);

export const providerKey = (clientId: string, name: string, id: string): Key =>
  key(`provider#${clientId}#${name}#${id}`, record);

/** The lists of entities whose `external_id` is unique within an organization, or within the platform. */
type NamedList = Extract<ListName, 'clients' | 'agents' | 'conversations'>;

export const externalIdKey = (list: NamedList, owner: string, externalId: string): Key =>
  key(`external_id#${list}#${owner}#${externalId}`, record);

/** In the agent's partition, so that it is removed with the documents of a removed agent. */
export const documentExternalIdKey = (agentId: string, externalId: string): Key =>
  key(`agent#${agentId}`, `external_id#${externalId}`);

export const integrationKey = (id: string): Key => key(`integration#${id}`, record);
export const integrationMappingKey = (id: string): Key => key(`integration#${id}`, 'agents');

export const toolServerKey = (id: string): Key => key(`tool_server#${id}`, record);

export const providerCallKey = (integrationId: string, conversationId: string): Key =>
  key(`provider_call#${integrationId}#${conversationId}`, record);

/** Beside the record of its call. */
export const providerPayloadKey = (integrationId: string, conversationId: string, eventId: string): Key =>
  key(`provider_call#${integrationId}#${conversationId}`, `payload#${eventId}`);

export const providerDeliveryKey = (integrationId: string, sha256OfBody: string): Key =>
  key(`provider_delivery#${integrationId}#${sha256OfBody}`, record);

export const importedAgentKey = (integrationId: string, providerAgentId: string): Key =>
  key(`imported_agent#${integrationId}#${providerAgentId}`, record);

export const webhookKey = (id: string): Key => key(`webhook#${id}`, record);
export const webhookHealthKey = (id: string): Key => key(`webhook#${id}`, 'health');
export const webhookPaceKey = (id: string): Key => key(`webhook#${id}`, 'pace');
export const resendingKey = (owner: string): Key => key(`listeners#${owner}`, 'resending');
export const listenersKey = (owner: string): Key => key(`listeners#${owner}`, record);

/** All deliveries about an entity share a partition, so that they are erased with the entity. */
export const deliveriesPartition = (entityId: string): string => `deliveries#${entityId}`;

export const payloadKey = (entityId: string, eventId: string): Key =>
  key(deliveriesPartition(entityId), `payload#${eventId}`);

/** Padded, so that attempts sort by number. */
export const attemptKey = (entityId: string, messageId: string, number: number): Key =>
  key(deliveriesPartition(entityId), `attempt#${messageId}#${String(number).padStart(4, '0')}`);

export const idempotencyKey = (owner: string, route: string, sent: string): Key =>
  key(`idempotency#${owner}#${route}#${sha256(sent)}`, record);

export const cursorKeysKey = key('cursor_keys', record);

/**
 * The number of partitions over which events are spread. One partition accepts 1,000 write units per second.
 */
export const eventShards = 8;

export const eventsPartition = (shard: number | ''): string => `events#${shard}`;

/** The number of an entity's partition, which never changes. */
export const shardOf = (entityId: string): number =>
  hash('sha256', entityId, 'buffer').readUInt32BE(0) % eventShards;

/** Events of one entity share a partition, and are in order there. */
export const eventKey = (entityId: string, eventId: string): Key =>
  key(eventsPartition(shardOf(entityId)), eventId);

export const parkedPartition = 'parked';
export const parkedKey = (eventId: string, follower: string): Key =>
  key(parkedPartition, `${eventId}#${follower}`);

/**
 * The number of partitions over which tasks are spread. One partition accepts 1,000 write units per second,
 * and a task needs four.
 */
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

/** After the record, so that it outlives the organization. */
export const statementNumbersKey = (issuer: string): Key =>
  key(billingPartition(issuer), 'statement_numbers');

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
  | 'connections'
  | 'members'
  | 'invitations'
  | 'webhooks'
  | 'messages'
  | 'integrations'
  | 'tool_servers'
  | 'integration_events'
  | 'imports'
  | 'analyzers'
  | 'analyzer_versions'
  | 'analyses'
  | 'reviews'
  | 'analysis_runs'
  | 'erasures'
  | 'audit_records';

export const listPartition = (owner: string, list: ListName): string => `${owner}#${list}`;
export const listSort = (time: string, id: string): string => `${time}#${id}`;

export const indexKey = (owner: string): Key => key(`${owner}#index`, 'segments');

export const freshPartition = (owner: string): string => `${owner}#fresh`;

export const segmentPartition = (id: string): string => `segment#${id}`;
export const segmentPartKey = (id: string, part: string): Key => key(segmentPartition(id), part);

export const erasedPartition = (owner: string): string => `${owner}#erased`;
export const erasedKey = (owner: string, time: string, id: string): Key =>
  key(erasedPartition(owner), `${time}#${id}`);
