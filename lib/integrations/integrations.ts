import { isDeepStrictEqual } from 'node:util';
import { invalid } from '#lib/contract/errors.ts';
import type {
  AgentMapping,
  Integration,
  IntegrationInput,
  IntegrationItem,
  IntegrationReplacement,
  RecognizerName,
} from '#lib/contract/integrations.ts';
import { isCarrier, isRecognizer, maxMappings } from '#lib/contract/integrations.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { newId } from '#lib/domain/ids.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import {
  changed,
  entities,
  entityChanges,
  entityFootprint,
  entityRemovals,
  entityWrites,
  firstVersion,
} from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import type { Entry } from '#lib/store/lists/listing.ts';
import { entryItems, entryRemovals, entryWrites, listEntries } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import type { IntegrationRecord, PreviousSecret, WholeIntegration } from './integration-record.ts';
import { mappingFromItem, mappingItem } from './integration-record.ts';

/** An account that recognizes speech, with its sealed API key. */
export interface UsableRecognizer {
  readonly id: string;
  readonly provider: RecognizerName;
  readonly api_key: string;
}

/** The most accounts of an organization that are tried before speech is not recognized. */
const mostRecognizers = 5;

export const integrations = /* @__PURE__ */ entities<IntegrationRecord, IntegrationItem>({
  prefix: 'intg',
  list: 'integrations',
  kind: 'integration',
  json: ['previous_secret', 'metadata', 'former_routing'],
  shown: (integration) => {
    const { id, created_at, updated_at, version, client_id, created_by, provider, name } = integration;
    const { api_key_hint, verification, status, status_detail } = integration;
    return {
      ...{ id, created_at, updated_at, version, client_id, created_by, provider, name },
      ...{ api_key_hint, verification, status, status_detail },
    };
  },
});

/** Accounts that recognize speech are in a list of their organization alone, in which chats look for one. */
const recognizerEntries = ({ id, provider, client_id, created_at }: IntegrationRecord): Entry[] =>
  isRecognizer(provider)
    ? [{ list: 'recognizers', owners: [client_id], time: created_at, id, shown: {} }]
    : [];

/** The newest account of an organization that recognizes speech and can be used. Undefined: there is none. */
export const usableRecognizer = async (client_id: string): Promise<UsableRecognizer | undefined> => {
  const { items } = await listEntries<object>({
    list: 'recognizers',
    owner: client_id,
    order: 'desc',
    limit: mostRecognizers,
  });
  const found = await batchGet(items.map(({ sk }) => keyOf('integration', idIn(sk))));
  for (const item of found) {
    if (!item) continue;
    const { id, provider, status, api_key } = integrations.fromItem(item);
    const isUsable = status !== 'disabled' && api_key !== null;
    if (isUsable && isRecognizer(provider)) return { id, provider, api_key };
  }
  return undefined;
};

/** Removes an integration, without a check of the caller's reach, for work of the service itself. */
export const integrationRemovals = (integration: IntegrationRecord): readonly Operation<Stale>[] => [
  ...entityRemovals(integrations, integration),
  remove(keyOf('agent_mapping', integration.id)),
  ...recognizerEntries(integration).flatMap(entryRemovals),
];

/** All other items that an integration's record implies, except its mappings. */
export const integrationFootprint = (item: Item): Item[] => [
  ...entityFootprint(integrations)(item),
  ...recognizerEntries(integrations.fromItem(item)).flatMap(entryItems),
];

/** The URL to which a provider posts. */
export const webhookUrl = (
  origin: string,
  { id, provider }: Pick<IntegrationRecord, 'id' | 'provider'>,
): string => (isCarrier(provider) ? callUrls(origin, id).answer : `${origin}/v1/integrations/${id}/events`);

export const represent = ({ integration, agents }: WholeIntegration, origin: string): Integration => ({
  ...integration,
  agents: [...agents],
  account_id: integration.account_id ?? null,
  webhook_url: webhookUrl(origin, integration),
});

export const findWholeIntegration = async (
  caller: Caller,
  id: string,
): Promise<WholeIntegration | undefined> => {
  const [item, mapping] = await batchGet([keyOf('integration', id), keyOf('agent_mapping', id)]);
  const integration = item && integrations.fromItem(item);
  return integration && reaches(caller, integration.path)
    ? { integration, agents: mappingFromItem(mapping) }
    : undefined;
};

/** Secrets as they are stored. */
export interface SealedSecrets {
  readonly api_key: string | null;
  readonly api_key_hint: string | null;
  readonly webhook_secret: string | null;
}

/** The failure of a request to the provider with the API key; null: it succeeded, or there is no key. */
export type FailingSince = string | null;

const writeMappings = (id: string, agents: readonly AgentMapping[]): Operation<never> =>
  put(mappingItem(agents, keyOf('agent_mapping', id)));

/** Integrators may only set `disabled`. The other states follow from the health. */
const healthOf = (
  sent: Integration['status'],
  failing: FailingSince,
): Pick<Integration, 'status' | 'status_detail'> =>
  sent === 'disabled'
    ? { status: 'disabled', status_detail: null }
    : { status: failing === null ? 'active' : 'failing', status_detail: failing };

export const newIntegrationId = () => newId(integrations.prefix);

export const insertIntegration = (
  id: string,
  client: { readonly id: string; readonly path: readonly string[] },
  input: IntegrationInput,
  secrets: SealedSecrets,
  failing: FailingSince,
  origin: string,
): Write<Integration> => {
  const { agents, api_key: _key, webhook_secret: _secret, client_id: _clientId, ...fields } = input;
  const integration: IntegrationRecord = {
    ...fields,
    ...secrets,
    ...firstVersion(id, client.path),
    client_id: client.id,
    created_by: currentOrigin().actor,
    ...healthOf(input.status, failing),
    previous_secret: null,
  };
  return {
    operations: [
      ...entityWrites(integrations, integration),
      ...recognizerEntries(integration).flatMap((entry) => entryWrites(entry)),
      writeMappings(id, agents),
    ],
    reply: represent({ integration, agents }, origin),
  };
};

/**
 * After a change, the previous webhook secret remains valid for a day, because the provider may not use the
 * new one yet.
 */
const overlapMs = dayMs;

const previousOf = (before: IntegrationRecord, webhook_secret: string | null): PreviousSecret | null => {
  if (before.webhook_secret === webhook_secret || before.webhook_secret === null)
    return before.previous_secret;
  return { sealed: before.webhook_secret, expires_at: new Date(Date.now() + overlapMs).toISOString() };
};

/**
 * Whether a provider's agent is newly mapped, or to another agent. The agent of an existing mapping may have
 * been removed.
 */
const hasNewMapping = (before: readonly AgentMapping[], after: readonly AgentMapping[]): boolean => {
  const known = new Map(before.map(({ provider_agent_id, agent_id }) => [provider_agent_id, agent_id]));
  return after.some(({ provider_agent_id, agent_id }) => known.get(provider_agent_id) !== agent_id);
};

/** The fields that a replacement sets, except secrets. */
export const replaceableFields = ({ integration, agents }: WholeIntegration) => {
  const { name, verification, status, metadata } = integration;
  return { name, verification, status, metadata, agents };
};

/** Changes an integration. A replacement without an effect is answered without a write. */
export const replaceIntegration = (
  before: WholeIntegration,
  { name, verification, agents, status, metadata }: IntegrationReplacement,
  secrets: SealedSecrets,
  failing: FailingSince,
  origin: string,
): Write<Integration> => {
  const { integration } = before;
  const replaces = represent(before, origin);
  const fields = {
    ...secrets,
    ...{ name, verification, metadata },
    ...healthOf(status, failing),
    previous_secret: previousOf(integration, secrets.webhook_secret),
  };
  if (isDeepStrictEqual({ ...integration, ...fields, agents }, { ...integration, agents: before.agents })) {
    return { operations: [], reply: replaces, replaces };
  }
  const after = changed(integration, fields);
  return {
    operations: [
      ...entityChanges(integrations, integration, after),
      writeMappings(after.id, agents),
      ...(hasNewMapping(before.agents, agents)
        ? [taskWrite({ kind: 'replay_parked', id: after.id, group: after.id })]
        : []),
    ],
    reply: represent({ integration: after, agents }, origin),
    replaces,
  };
};

/**
 * Maps a provider's agent, for example one that a deployment created, and starts its parked calls. Empty if
 * it is mapped already. Refuses more mappings than an integration may have.
 */
export const mapDeployed = (
  { integration, agents }: WholeIntegration,
  mapping: AgentMapping,
): readonly Operation<Stale>[] => {
  if (agents.some((known) => isDeepStrictEqual(known, mapping))) return [];
  const others = agents.filter(({ provider_agent_id }) => provider_agent_id !== mapping.provider_agent_id);
  if (others.length >= maxMappings) {
    const detail = `cannot be mapped: an integration has at most ${maxMappings} mappings`;
    throw invalid({ pointer: '', code: 'too_big', detail });
  }
  return [
    ...entityChanges(integrations, integration, changed(integration)),
    writeMappings(integration.id, [...others, mapping]),
    taskWrite({ kind: 'replay_parked', id: integration.id, group: integration.id }),
  ];
};

/** Removes the mapping of a provider's agent. Empty if there is none. */
export const unmapDeployed = (
  { integration, agents }: WholeIntegration,
  providerAgentId: string | null,
): readonly Operation<Stale>[] => {
  const others = agents.filter(({ provider_agent_id }) => provider_agent_id !== providerAgentId);
  if (others.length === agents.length) return [];
  return [
    ...entityChanges(integrations, integration, changed(integration)),
    writeMappings(integration.id, others),
  ];
};

/** Stores the sealed secret of a webhook created at the provider. */
export const keepWebhook = (
  integration: IntegrationRecord,
  webhook_secret: string,
  provider_webhook_id: string,
): readonly Operation<Stale>[] =>
  entityChanges(integrations, integration, changed(integration, { webhook_secret, provider_webhook_id }));

/** Stores the former routing of connected numbers. */
export const keepRouting = (
  { integration, agents }: WholeIntegration,
  former_routing: NonNullable<IntegrationRecord['former_routing']>,
): { readonly kept: WholeIntegration; readonly operations: readonly Operation<Stale>[] } => {
  const after = changed(integration, { former_routing });
  return {
    kept: { integration: after, agents },
    operations: entityChanges(integrations, integration, after),
  };
};

/**
 * An integration with a new health, and the writes that store it. Integrators are notified when it begins to
 * fail.
 */
export const changeHealth = (
  before: IntegrationRecord,
  failing: FailingSince,
): readonly Operation<Stale>[] => {
  const after = changed(before, healthOf(before.status, failing));
  const { id, provider, name } = after;
  const began = failing !== null && before.status !== 'failing';
  return [
    ...entityChanges(integrations, before, after),
    ...(began
      ? [eventWrite('integration.failing', after, { id, provider, name, status_detail: failing })]
      : []),
  ];
};

export const removeIntegration = (whole: WholeIntegration, origin: string): Write<undefined> => {
  const { integration } = whole;
  return {
    operations: integrationRemovals(integration),
    reply: undefined,
    replaces: represent(whole, origin),
    about: integration,
  };
};
