import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { findVersion } from '#lib/agents/agent-versions.ts';
import { findWholeAgent } from '#lib/agents/agents.ts';
import { knowledgeOf } from '#lib/agents/documents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { findStopped, usageLimitReached } from '#lib/organizations/stopped.ts';
import type { LiveCall, LiveCallId } from './live-calls.ts';
import { readLiveCall } from './live-calls.ts';

/** An agent that answers in a call, and the state of the call. */
export interface SpeakingAgent {
  readonly agent: AgentRecord;
  readonly knowledge: ReturnType<typeof knowledgeOf>;
  readonly lineage: Lineage;
  readonly live: LiveCall | undefined;
}

/**
 * Finds an agent for the next answer in a call, which has the same version of it from its first answer on.
 */
export const findSpeaking = async (
  caller: Caller,
  agentId: string,
  call: LiveCallId | undefined,
): Promise<SpeakingAgent> => {
  const whole = await findWholeAgent(caller, agentId);
  if (!whole) throw new ApiError('agent_not_found');
  const { client_id, path, version, live_version } = whole.agent;
  const [lineage, live, stopped] = await Promise.all([
    findLineage(caller, client_id),
    call && readLiveCall(call),
    findStopped(path, caller.deployment ? 'stopped' : 'chats_stopped'),
  ]);
  if (!lineage || isSuspended(lineage)) throw new ApiError('client_suspended');
  // A call that has begun goes on, as it does at a provider with a model of its own.
  if (stopped && !(caller.deployment && live)) throw usageLimitReached(stopped);
  const wanted = live?.agent_version ?? caller.deployment?.agent_version ?? live_version ?? version;
  const agent = (wanted !== version && (await findVersion(whole.agent, wanted))) || whole.agent;
  return { agent, knowledge: knowledgeOf(whole), lineage, live };
};
