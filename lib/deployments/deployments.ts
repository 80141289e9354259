import { createHash, randomUUID } from 'node:crypto';
import { findVersion } from '#lib/agents/agent-versions.ts';
import type { WholeAgent } from '#lib/agents/agents.ts';
import type { Deployment } from '#lib/contract/deployments.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Tool } from '#lib/contract/tools.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { DeployedAgent, Ledger } from '#lib/domain/integrations/deployer.ts';
import { shortened } from '#lib/domain/text.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { EarlyCommit } from '#lib/store/operations/operation.ts';
import { putNew, putOver } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { removeUnchanged } from '#lib/store/operations/remove.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item } from '#lib/store/table.ts';
import { checkVersion } from '#lib/tools/check-tools.ts';

/** A deployment as it is stored. A read determines the changes since then. */
export interface DeploymentRecord extends Omit<Deployment, 'status'> {
  readonly version: number;
  /**
   * The token by which the provider asks the platform for answers, encrypted, and its hash; null: it has
   * never done so.
   */
  readonly token: string | null;
  readonly token_hash: string | null;
  /** The version of the agent's documents. */
  readonly knowledge_version: number;
  /**
   * The provider's id of the object that each step created; null: the step began, and its result is unknown.
   */
  readonly steps: Readonly<Record<string, string | null>>;
  /** A hash of the provider's agent after the deployment; null: the deployment has not succeeded. */
  readonly fingerprint: string | null;
  /** The end of the lease of the request that changes the deployment; null: there is none. */
  readonly lease: string | null;
  /** The request that has the lease, or had it last. */
  readonly holder: string;
}

const json = ['not_carried', 'steps'] as const;

const toItem = (record: DeploymentRecord): Item => ({
  ...pack(record, json),
  ...keyOf('deployment', record.agent_id, record.integration_id),
});
/** Deployments from before the platform could answer for a provider have none of its fields. */
const before = { runs_on: 'provider', token: null, token_hash: null };

const fromItem = (item: Item): DeploymentRecord => unpack<DeploymentRecord>({ ...before, ...item }, json);

/** Longer than the timeout of a function. */
const leaseMs = 35_000;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
};

export const fingerprintOf = (found: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(found)))
    .digest('base64url');

const statusOf = (
  { fingerprint, agent_version, knowledge_version }: DeploymentRecord,
  { agent, knowledge_base }: WholeAgent,
  found: string | null | undefined,
): Deployment['status'] => {
  if (fingerprint === null) return 'failed';
  if (found !== undefined && found !== fingerprint) return 'drifted';
  const isOld = agent.version > agent_version || knowledge_base.version > knowledge_version;
  return isOld ? 'outdated' : 'current';
};

/**
 * A deployment as the API shows it. `found`: the present agent at the provider; null: it no longer exists;
 * absent: it was not read.
 */
export const represent = (
  record: DeploymentRecord,
  whole: WholeAgent,
  found?: string | null,
): Deployment => ({
  ...record,
  status: statusOf(record, whole, found),
});

const changed = (before: DeploymentRecord, change: Partial<DeploymentRecord>) => {
  const after = { ...before, ...change, version: before.version + 1 };
  return { after, operation: putOver(toItem(after), before.version) };
};

const save = async (
  before: DeploymentRecord,
  change: Partial<DeploymentRecord>,
): Promise<DeploymentRecord> => {
  const { after, operation } = changed(before, change);
  await commit([operation]);
  return after;
};

const interrupted = (what: 'deployment' | 'removal') => `The ${what} was interrupted; repeat it`;

/**
 * The fields of a deployment whose lease a request takes, so that no other request deploys or removes the
 * agent there at the same time.
 */
const takeLease = (before: DeploymentRecord | undefined, holder: string, what: 'deployment' | 'removal') => {
  const now = new Date();
  if (before?.lease && before.lease > now.toISOString()) {
    throw new ApiError('request_in_flight', { headers: { 'retry-after': '5' } });
  }
  return {
    lease: new Date(now.getTime() + leaseMs).toISOString(),
    holder,
    fingerprint: null,
    status_detail: interrupted(what),
  };
};

/** The side whose model answers, as the request names it, and what allows the platform to be it. */
export interface AnsweringSide {
  /** Absent: as before, or else the provider. */
  readonly runs_on: DeploymentRecord['runs_on'] | undefined;
  readonly caller: Caller;
  /** Throws if the caller may not give the provider a token by which it asks the platform. */
  readonly allowToken: () => void;
  /** The tools of the agent's live version. */
  readonly liveTools: readonly Tool[];
}

/** The tools with which the platform answers for the provider now. */
const deployedTools = async ({
  agent_id,
  agent_version,
  runs_on,
  token,
}: DeploymentRecord): Promise<readonly Tool[]> => {
  if (runs_on !== 'platform' || token === null) return [];
  return (await findVersion({ id: agent_id }, agent_version))?.tools ?? [];
};

const beginDeployment = async (
  { agent, knowledge_base }: WholeAgent,
  { id: integration_id, provider }: IntegrationRecord,
  { runs_on: wanted, caller, allowToken, liveTools }: AnsweringSide,
  early: EarlyCommit,
  holder: string,
): Promise<DeploymentRecord> => {
  const item = await get(keyOf('deployment', agent.id, integration_id));
  const before = item && fromItem(item);
  const runs_on = wanted ?? before?.runs_on ?? 'provider';
  // A provider that answers itself gets no token, and no actions.
  if (runs_on === 'platform') {
    // Without its token, such as after a removal that failed, a deployment gives the provider another one.
    if (!before?.token) allowToken();
    const now = before ? [...liveTools, ...(await deployedTools(before))] : liveTools;
    await checkVersion(caller, agent.path, now, agent.tools);
  }
  const change = {
    ...takeLease(before, holder, 'deployment'),
    runs_on,
    updated_at: new Date().toISOString(),
    agent_version: agent.version,
    knowledge_version: knowledge_base.version,
  };
  // If the agent was removed since it was read, the provider's agent is not created.
  const stillThere = mustExist(keyOf('agent', agent.id), () => new ApiError('agent_not_found'));
  if (before) {
    const { after, operation } = changed(before, change);
    await early([stillThere, operation]);
    return after;
  }
  const id = newId('dep');
  const record: DeploymentRecord = {
    ...change,
    id,
    created_at: createdAt(id),
    version: 1,
    agent_id: agent.id,
    integration_id,
    provider,
    provider_agent_id: null,
    not_carried: [],
    steps: {},
    token: null,
    token_hash: null,
  };
  await early([stillThere, putNew(toItem(record), () => new Stale())]);
  return record;
};

/** The ledger of a deployment, which stores each step in the deployment's record. */
export interface RecordedLedger extends Ledger {
  readonly record: () => DeploymentRecord;
  readonly keepToken: (token: Pick<DeploymentRecord, 'token' | 'token_hash'>) => Promise<void>;
}

export const ledgerOf = (first: DeploymentRecord): RecordedLedger => {
  let record = first;
  const note = async (step: string, id: string | null) => {
    record = await save(record, { steps: { ...record.steps, [step]: id } });
  };
  return {
    record: () => record,
    keepToken: async (token) => {
      record = await save(record, token);
    },
    known: (step) => record.steps[step] ?? undefined,
    steps: () =>
      Object.entries(record.steps).flatMap(([step, id]) => (id === null ? [] : [[step, id] as const])),
    begun: (step) => record.steps[step] === null,
    begin: (step) => note(step, null),
    finish: (step, id) => note(step, id),
  };
};

export const finishDeployment = (
  record: DeploymentRecord,
  { provider_agent_id, not_carried }: DeployedAgent,
  found: unknown,
): Promise<DeploymentRecord> =>
  save(record, {
    provider_agent_id,
    not_carried: [...not_carried],
    fingerprint: fingerprintOf(found),
    status_detail: null,
    lease: null,
  });

/**
 * Ends the lease early, so that a repeated request does not wait for its expiry. Reads the record again,
 * because the answer to its last write may have been lost.
 */
const release = (agentId: string, integrationId: string, holder: string, detail: string): Promise<void> =>
  retryStale(async () => {
    const item = await get(keyOf('deployment', agentId, integrationId));
    const record = item && fromItem(item);
    if (!record?.lease || record.holder !== holder) return;
    await save(record, { status_detail: shortened(detail, 500), lease: null });
  });

/** The sentence about an error that a deployment shows; undefined if the error is not for its readers. */
type Explain = (error: unknown) => string | undefined;

type Place = Pick<DeploymentRecord, 'agent_id' | 'integration_id'>;

const underLease = async <T>(
  { agent_id, integration_id }: Place,
  what: 'deployment' | 'removal',
  explain: Explain,
  work: (holder: string) => Promise<T>,
): Promise<T> => {
  const holder = randomUUID();
  try {
    return await work(holder);
  } catch (error) {
    // If this fails as well, the lease expires. The caller receives the first error.
    await release(agent_id, integration_id, holder, explain(error) ?? interrupted(what)).catch(() => {});
    throw error;
  }
};

/** Deploys an agent under a lease. */
export const deployUnderLease = (
  whole: WholeAgent,
  integration: IntegrationRecord,
  side: AnsweringSide,
  early: EarlyCommit,
  explain: Explain,
  deploy: (ledger: RecordedLedger) => Promise<DeploymentRecord>,
): Promise<DeploymentRecord> =>
  underLease(
    { agent_id: whole.agent.id, integration_id: integration.id },
    'deployment',
    explain,
    async (holder) => deploy(ledgerOf(await beginDeployment(whole, integration, side, early, holder))),
  );

/**
 * Ends the token of a deployment, whatever becomes of the rest, and removes the objects at the provider under
 * a lease. The record remains for the transaction that also stores the answer. Fails as `Stale` if the
 * deployment was removed or changed since it was read.
 */
export const removeUnderLease = (
  record: DeploymentRecord,
  explain: Explain,
  remove: (ledger: RecordedLedger) => Promise<void>,
): Promise<DeploymentRecord> =>
  underLease(record, 'removal', explain, async (holder) => {
    const withoutToken = { ...takeLease(record, holder, 'removal'), token: null, token_hash: null };
    const ledger = ledgerOf(await save(record, withoutToken));
    await remove(ledger);
    // From now on, a deployment creates a new agent at the provider. The transaction then fails, and its
    // retry removes that one as well.
    return save(ledger.record(), { lease: null, steps: {} });
  });

export const readDeployments = async (agentId: string): Promise<DeploymentRecord[]> => {
  const { pk, sk } = keyOf('deployment', agentId, '');
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': sk },
    ConsistentRead: true,
  });
  return items.map(fromItem);
};

export const readDeployment = async (
  agentId: string,
  integrationId: string,
): Promise<DeploymentRecord | undefined> => {
  const item = await get(keyOf('deployment', agentId, integrationId));
  return item && fromItem(item);
};

export const findDeployment = async (agentId: string, id: string): Promise<DeploymentRecord | undefined> =>
  (await readDeployments(agentId)).find((record) => record.id === id);

/** An agent has one deployment per integration, so all of them are read to select a page. */
export const listDeployments = async (
  whole: WholeAgent,
  { order, limit, position }: PageRequest,
): Promise<Page<Deployment>> => {
  const all = (await readDeployments(whole.agent.id)).sort((one, other) => (one.id < other.id ? -1 : 1));
  if (order !== 'asc') all.reverse();
  const after = position?.after as string | undefined;
  const rest = after === undefined ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((record) => represent(record, whole)),
    ...(rest.length > limit && last && { next: { after: last.id } }),
  };
};

/** The removal of this deployment, and not of another one that has come in its place. */
export const removeDeployment = ({ id, version, agent_id, integration_id }: DeploymentRecord) =>
  removeUnchanged(keyOf('deployment', agent_id, integration_id), { id, version });
