import { isDeepStrictEqual } from 'node:util';
import type {
  Agent,
  AgentInput,
  AgentItem,
  AgentReplacement,
  KnowledgeBase,
  list,
} from '#lib/contract/agents.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import type { Caller, Reach } from '#lib/domain/caller.ts';
import { ownerOf, reaches } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import { nameKeyBeginning, nameKeyOf } from '#lib/domain/text.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { findLineage, lineageFromItems } from '#lib/organizations/clients.ts';
import { knownPath, rememberPath } from '#lib/organizations/known-paths.ts';
import { claimItems, claimRemovals, claimWrites, externalIdClaim } from '#lib/store/claims.ts';
import { entityChanges, entityWrites, firstVersion, recordChange } from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { externalIdKey, keyOf, listSort } from '#lib/store/keys.ts';
import { countOne, uncountOne } from '#lib/store/limits/quotas.ts';
import { facetAsks, facetValues } from '#lib/store/lists/facet.ts';
import type { Asks, Entry, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, entryRemovals, listEntries, ownersOf } from '#lib/store/lists/listing.ts';
import { unspreadAt } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustBeUnchanged } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';
import type { AgentRecord } from './agent-record.ts';
import { agentFromItem, agentItem } from './agent-record.ts';
import { keepVersion, versionItems } from './agent-versions.ts';
import { agentFacets } from './facets.ts';
import { emptyKnowledgeBase, knowledgeBaseFromItem } from './knowledge-base.ts';

const externalIdOf = (agent: AgentRecord) =>
  externalIdClaim('agent_id', agent, (externalId) => externalIdKey('agents', agent.client_id, externalId), {
    facet: 'agent_external_id',
    path: agent.path,
    place: listSort(agent.created_at, agent.id),
  });

const toItem = (agent: AgentRecord): Item => ({
  ...agentItem(agent, keyOf('agent', agent.id)),
  ...(agent.live_version !== null && { live_version: agent.live_version }),
});

/** Whether integrations of an owner find an agent by its `provider`. */
export const isFoundBy = (agent: AgentRecord, owner: string): boolean =>
  agentFacets.provider_agent.of(agent, owner) !== null;

/** Whether an owner above the caller has set `provider`, by which its integrations find the agent. */
export const isFoundFromAbove = (caller: Reach, agent: AgentRecord): boolean => {
  const owners = ownersOf(agent.path);
  const setter = agent.provider_set_by ?? agent.client_id;
  return agent.provider !== null && owners.indexOf(setter) < owners.indexOf(ownerOf(caller));
};

/** Whether an integration of an organization above the caller's maps calls to an agent. */
export type IsMapped = (caller: Reach, agent: AgentRecord) => Promise<boolean>;

/**
 * Refuses another `provider` if an organization above set it or maps calls to the agent: calls that are
 * billed by it could no longer be attributed.
 */
const refuseProvider = async (
  caller: Reach,
  agent: AgentRecord,
  provider: AgentReplacement['provider'],
  isMapped: IsMapped,
): Promise<void> => {
  if (isDeepStrictEqual(provider, agent.provider)) return;
  if (!isFoundFromAbove(caller, agent) && !(await isMapped(caller, agent))) return;
  throw invalid({
    pointer: '/provider',
    code: 'out_of_reach',
    detail:
      'can be changed only with a key of the organization above that has set it or maps calls to the agent, or of one above that',
  });
};

const entryOf = (agent: AgentRecord): Entry => {
  const { id, created_at, updated_at, version, client_id, name, path } = agent;
  const { description, language, voice_id, provider, external_id } = agent;
  return {
    list: 'agents',
    owners: ownersOf(path),
    time: created_at,
    id,
    name_key: nameKeyOf(name),
    facets: (owner) => facetValues(agentFacets, agent, owner),
    shown: {
      id,
      created_at,
      updated_at,
      version,
      client_id,
      name,
      description,
      language,
      voice_id,
      provider,
      ...(external_id !== null && { external_id }),
    },
  };
};

/** A new live version is no new version of the agent, so without this condition a save would undo it. */
const stored = { toItem, entryOf, unversioned: ['live_version'] } as const;

/** All other items that an agent's record implies. */
export const agentFootprint = (item: Item): Item[] => {
  const agent = agentFromItem(item);
  return [...claimItems(externalIdOf(agent)), ...entryItems(entryOf(agent)), ...versionItems(agent)];
};

export const findAgent = async (caller: Reach, id: string): Promise<AgentRecord | undefined> => {
  const item = await get(keyOf('agent', id));
  const agent = item && agentFromItem(item);
  return agent && reaches(caller, agent.path) ? agent : undefined;
};

/**
 * An agent with its organization and those above it. If the function has read the agent before, this is a
 * single round trip.
 */
export const findAgentAndLineage = async (
  caller: Reach,
  id: string,
): Promise<readonly [agent?: AgentRecord, lineage?: Lineage | undefined]> => {
  const path = knownPath(id);
  if (path && reaches(caller, path)) {
    const [item, ...clients] = await batchGet([keyOf('agent', id), ...path.map((id) => keyOf('client', id))]);
    const agent = item && agentFromItem(item);
    return agent ? [agent, lineageFromItems(agent.client_id, clients)] : [];
  }
  const agent = await findAgent(caller, id);
  if (!agent) return [];
  rememberPath(id, agent.path);
  return [agent, await findLineage(caller, agent.client_id)];
};

/** An agent and the state of its knowledge base. The API shows both as one, but each changes separately. */
export interface WholeAgent {
  readonly agent: AgentRecord;
  readonly knowledge_base: KnowledgeBase;
}

export const represent = ({ agent, knowledge_base }: WholeAgent): Agent => ({ ...agent, knowledge_base });

/** A whole agent, without a check of the caller's reach, for work of the service itself. */
export const readWholeAgent = async (id: string): Promise<WholeAgent | undefined> => {
  const [item, knowledge] = await batchGet([keyOf('agent', id), keyOf('knowledge_base', id)]);
  return item && knowledge
    ? { agent: agentFromItem(item), knowledge_base: knowledgeBaseFromItem(knowledge) }
    : undefined;
};

export const findWholeAgent = async (caller: Caller, id: string): Promise<WholeAgent | undefined> => {
  const found = await readWholeAgent(id);
  return found && reaches(caller, found.agent.path) ? found : undefined;
};

export const insertAgent = (
  caller: Reach,
  lineage: Lineage,
  { client_id: _clientId, ...input }: AgentInput,
): Write<Agent, 'quota_exceeded' | 'external_id_exists'> => {
  const agent: AgentRecord = {
    ...firstVersion(newId('agent'), lineage.client.path),
    client_id: lineage.client.id,
    ...input,
    live_version: null,
    provider_set_by: input.provider && ownerOf(caller),
  };
  const knowledge = emptyKnowledgeBase(agent.id);
  return {
    operations: [
      ...countOne(lineage, 'agents'),
      ...entityWrites(stored, agent),
      ...claimWrites(externalIdOf(agent)),
      ...keepVersion(agent),
      put(knowledge),
      eventWrite('agent.created', agent),
    ],
    reply: represent({ agent, knowledge_base: knowledgeBaseFromItem(knowledge) }),
  };
};

/** Creates the next version of an agent. Its `external_id` has to be claimed besides. */
const replaceAgent = async (
  caller: Reach,
  before: WholeAgent,
  input: AgentReplacement,
  isMapped: IsMapped,
): Promise<Write<Agent>> => {
  const { client_id: _clientId, knowledge_base: _knowledge, live_version: _live, ...writable } = input;
  const { id, created_at, version, client_id, path, provider, provider_set_by } = before.agent;
  await refuseProvider(caller, before.agent, input.provider, isMapped);
  const isSameProvider = isDeepStrictEqual(input.provider, provider);
  const agent: AgentRecord = {
    ...writable,
    id,
    created_at,
    updated_at: new Date().toISOString(),
    version: version + 1,
    client_id,
    path,
    live_version: before.agent.live_version,
    provider_set_by: isSameProvider ? (provider_set_by ?? null) : input.provider && ownerOf(caller),
  };
  return {
    operations: [
      ...entityChanges(stored, before.agent, agent),
      ...keepVersion(agent),
      eventWrite('agent.updated', agent),
    ],
    reply: represent({ ...before, agent }),
    replaces: represent(before),
  };
};

/**
 * Sets the version that an agent speaks with, unless the agent has been saved meanwhile, or somebody else has
 * set it. It is no change of the agent: no version, list or event has it.
 */
export const liveVersionWrite = (agent: AgentRecord, version: number | null): Operation<Stale> =>
  recordChange(stored, agent, { ...agent, live_version: version });

/** Writes nothing, but fails the transaction if somebody has set another live version. */
export const sameLiveVersion = ({ id, live_version }: AgentRecord): Operation<Stale> =>
  mustBeUnchanged(keyOf('agent', id), { live_version: live_version ?? undefined });

/** The fields of an agent that a request may change. */
export const replaceableFields = ({ agent }: WholeAgent): AgentReplacement => {
  const { id: _id, created_at: _created, updated_at: _updated, version: _version, ...rest } = agent;
  const { client_id: _client, path: _path, provider_set_by: _setBy, live_version: _live, ...fields } = rest;
  return fields;
};

/** Creates the next version of an agent, unless it would equal the current one. */
export const changeAgent = async (
  caller: Reach,
  before: WholeAgent,
  input: AgentReplacement,
  isMapped: IsMapped,
): Promise<Write<Agent, 'external_id_exists'>> => {
  const write = await replaceAgent(caller, before, input, isMapped);
  const fields = replaceableFields(before);
  const same = Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(value, input[name as keyof AgentReplacement]),
  );
  if (same) return { ...write, operations: [], reply: represent(before) };
  const after = { ...before.agent, external_id: input.external_id };
  return {
    ...write,
    operations: [...write.operations, ...claimWrites(externalIdOf(after), externalIdOf(before.agent))],
  };
};

/**
 * Creates the next version of an agent from an earlier one. Its `external_id` stays: it says which agent it
 * is, not what it does.
 */
export const restoreAgent = (
  caller: Reach,
  before: WholeAgent,
  version: AgentRecord,
  isMapped: IsMapped,
): Promise<Write<Agent>> =>
  replaceAgent(caller, before, { ...version, external_id: before.agent.external_id }, isMapped);

/** Removes the record, and with it access to versions and documents, which are removed afterwards. */
export const beginRemoval = ({ agent, knowledge_base }: WholeAgent): readonly Operation<Stale>[] => [
  removeVersion(keyOf('agent', agent.id), agent.version),
  removeVersion(keyOf('knowledge_base', agent.id), knowledge_base.version),
  ...uncountOne(agent.path, 'agents'),
  ...claimRemovals(externalIdOf(agent)),
  ...entryRemovals(entryOf(agent)),
  eventWrite('agent.removed', agent),
];

/** Begins a removal, which a follower finishes. If the follower does not, a second look does. */
export const removeAgent = (whole: WholeAgent): Write<undefined> => ({
  operations: [...beginRemoval(whole), secondLookWrite(whole.agent.id, whole.agent.client_id)],
  reply: undefined,
  replaces: represent(whole),
});

type AgentFilters = Partial<Omit<FiltersOf<typeof list.query>, 'client_id'>>;

/** A function, so that the bundles of functions that list nothing do not contain it. */
const asks = (): Asks<AgentFilters> => ({
  ...facetAsks(agentFacets),
  name: (name) => ({ name: nameKeyBeginning(name) }),
  updated_after: (time) => ({ changedFrom: time }),
});

export const listAgents = async (
  path: readonly string[],
  filters: AgentFilters,
  paging: PageRequest,
): Promise<Page<AgentItem>> => {
  const { items: data, next } = await listEntries<AgentItem>({
    list: 'agents',
    owner: unspreadAt(path),
    ...askedBy(asks(), filters),
    ...paging,
  });
  return { data, next };
};
