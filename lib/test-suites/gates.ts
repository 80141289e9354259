import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { liveAgent } from '#lib/agents/agent-versions.ts';
import type { WholeAgent } from '#lib/agents/agents.ts';
import { liveVersionWrite, sameLiveVersion } from '#lib/agents/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { AgentGates, Gate, GateInput } from '#lib/contract/gates.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf, platform } from '#lib/domain/caller.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { createdAt } from '#lib/domain/ids.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import { keyOf } from '#lib/store/keys.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { mustBeUnchanged } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putUnchanged } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import { checkVersion } from '#lib/tools/check-tools.ts';
import { fingerprintOf, readScenarios, suites } from './suites.ts';
import { findTested } from './tested.ts';

interface GateRecord extends Omit<Gate, 'opened_by'> {
  readonly owner: string;
}

const fromItem = (item: Item): GateRecord => JSON.parse(item.gate as string) as GateRecord;

const itemOf = (agentId: string, gate: GateRecord): Item => ({
  ...keyOf('gate', agentId, gate.owner),
  gate: JSON.stringify(gate),
});

/** The gates of an agent: of its organization and of those above, from the platform down. */
const readGates = async ({ agent }: WholeAgent): Promise<GateRecord[]> => {
  const items = await batchGet(ownersOf(agent.path).map((owner) => keyOf('gate', agent.id, owner)));
  return items.flatMap((item) => (item ? [fromItem(item)] : []));
};

/** The run by which a version passes a gate; undefined if there is none. */
const openedBy = async (
  { agent, knowledge_base }: WholeAgent,
  version: number,
  { suite_id, at_least, max_age_days }: GateRecord,
): Promise<string | undefined> => {
  const [tested, suite] = await Promise.all([findTested(agent.id, suite_id, version), suites.read(suite_id)]);
  const scenarios = suite && (await readScenarios(suite.scenario_ids));
  if (!tested || !suite || !scenarios) return undefined;
  const isSame =
    tested.knowledge_version === knowledge_base.version &&
    tested.fingerprint === fingerprintOf(suite, scenarios);
  // The age counts from the beginning of the run: judging it again does not make it younger.
  const age = Date.now() - Date.parse(createdAt(tested.run_id));
  const isFresh = max_age_days === null || age <= max_age_days * dayMs;
  return isSame && isFresh && tested.share >= at_least ? tested.run_id : undefined;
};

const shownGate = async (whole: WholeAgent, gate: GateRecord): Promise<Gate> => {
  const { owner: _owner, ...shown } = gate;
  return { ...shown, opened_by: (await openedBy(whole, whole.agent.version, gate)) ?? null };
};

const shownGates = async (
  whole: WholeAgent,
  gates: readonly GateRecord[],
  live: number | null,
): Promise<AgentGates> => ({
  agent_id: whole.agent.id,
  live_version: live,
  gates: await Promise.all(gates.map((gate) => shownGate(whole, gate))),
});

export const gatesOf = async (whole: WholeAgent): Promise<AgentGates> =>
  shownGates(whole, await readGates(whole), whole.agent.live_version);

/** A gate that is skipped, and the write that notes it, unless the gate has been changed meanwhile. */
interface SkippedGate {
  readonly gate: GateRecord;
  readonly operation: Operation<Stale>;
}

const skip = (agentId: string, before: GateRecord, version: number, reason: string): SkippedGate => {
  const overridden = { version, reason, by: currentOrigin().actor, at: new Date().toISOString() };
  const gate = { ...before, overridden };
  return {
    gate,
    operation: putUnchanged(itemOf(agentId, gate), { gate: JSON.stringify(before) }),
  };
};

/**
 * Refuses a version that has not passed every gate. An override skips the gates of the caller's own
 * organization and of those below it, and never one from above. Returns those that were skipped.
 */
export const requirePassed = async (
  caller: Caller,
  whole: WholeAgent,
  version: number,
  override: { readonly reason: string } | undefined,
): Promise<readonly SkippedGate[]> => {
  const skipped: SkippedGate[] = [];
  const owners = ownersOf(whole.agent.path);
  const own = owners.indexOf(ownerOf(caller));
  for (const gate of await readGates(whole)) {
    if (await openedBy(whole, version, gate)) continue;
    if (override && owners.indexOf(gate.owner) >= own) {
      skipped.push(skip(whole.agent.id, gate, version, override.reason));
      continue;
    }
    const whose = gate.client_id === null ? 'the platform' : gate.client_id;
    throw new ApiError('gate_not_passed', {
      detail: `Version ${version} has not passed ${gate.suite_id}, the gate of ${whose}, with its current documents`,
      extensions: { suite_id: gate.suite_id, client_id: gate.client_id, version },
    });
  }
  return skipped;
};

/** Refuses to follow the version that was saved last while something guards it. */
export const requireNoGates = async (whole: WholeAgent): Promise<void> => {
  const [gate] = await readGates(whole);
  if (gate)
    throw new ApiError('gate_not_passed', {
      detail: 'An agent with a gate has a live version',
      extensions: { suite_id: gate.suite_id, client_id: gate.client_id },
    });
};

/** Sets the gate of the caller's organization, and keeps what customers meet as it is. */
export const replaceGate = async (
  caller: Caller,
  whole: WholeAgent,
  input: GateInput,
): Promise<Write<AgentGates>> => {
  const { agent } = whole;
  const owner = ownerOf(caller);
  const client_id = owner === platform ? null : owner;
  const updated_at = new Date().toISOString();
  const gate: GateRecord = { owner, client_id, ...input, overridden: null, updated_at };
  const others = (await readGates(whole)).filter((one) => one.owner !== owner);
  const owners = ownersOf(agent.path);
  const all = [...others, gate].sort((one, other) => owners.indexOf(one.owner) - owners.indexOf(other.owner));
  const live = agent.live_version ?? agent.version;
  return {
    operations: [
      put(itemOf(agent.id, gate)),
      agent.live_version === null ? liveVersionWrite(agent, live) : sameLiveVersion(agent),
    ],
    reply: await shownGates(whole, all, live),
    about: agent,
  };
};

/** Removes the gate of the caller's organization; undefined if it has none. */
export const removeGate = async (
  caller: Caller,
  whole: WholeAgent,
): Promise<Write<undefined> | undefined> => {
  const owner = ownerOf(caller);
  const gate = (await readGates(whole)).find((one) => one.owner === owner);
  return (
    gate && {
      operations: [remove(keyOf('gate', whole.agent.id, owner))],
      reply: undefined,
      about: whole.agent,
    }
  );
};

/**
 * Sets the version that an agent speaks with; null: always the newest. Refuses one with which it would act as
 * the caller could not let it act. Whether the version passes was checked before.
 */
export const setLiveVersion = async (
  caller: Caller,
  whole: WholeAgent,
  wanted: AgentRecord | null,
  skipped: readonly SkippedGate[],
): Promise<Write<AgentGates>> => {
  const { agent } = whole;
  const version = wanted === null ? null : wanted.version;
  const speaking = await liveAgent(agent);
  await checkVersion(caller, agent.path, speaking.tools, (wanted ?? agent).tools);
  return {
    operations: [
      ...skipped.map(({ operation }) => operation),
      ...(version === null
        ? ownersOf(agent.path).map((owner) =>
            mustBeUnchanged(keyOf('gate', agent.id, owner), { pk: undefined }),
          )
        : []),
      ...(agent.live_version === version ? [] : [liveVersionWrite(agent, version)]),
    ],
    reply: await shownGates(
      whole,
      (await readGates(whole)).map(
        (one) => skipped.find(({ gate }) => gate.owner === one.owner)?.gate ?? one,
      ),
      version,
    ),
    about: agent,
  };
};
