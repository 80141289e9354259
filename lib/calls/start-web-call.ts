import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { findClaimed, insertConversation } from '#lib/conversations/conversations.ts';
import { unreported } from '#lib/conversations/unreported.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { assignCall, readCall } from '#lib/integrations/calls.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { asStale } from '#lib/integrations/merge-call.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { readLiveCall } from './live-calls.ts';

/**
 * Creates the conversation of a call that a provider has named and nobody has joined, unless a report of it
 * has come first. Returns its id. Later reports find it by the name of the call, also once it is erased.
 */
export const startWebCall = (
  agent: AgentRecord,
  { client }: Lineage,
  integration: IntegrationRecord,
  provider_agent_id: string,
  call_id: string,
): Promise<string> =>
  retryStale(async () => {
    const ids = { integration_id: integration.id, provider_conversation_id: call_id };
    const call = await readCall(ids);
    const known = call?.conversation_id ?? (await findClaimed(client.id, integration.provider, call_id))?.id;
    if (known) return known;
    const id = newId('conv');
    const { operations } = insertConversation(
      agent,
      client,
      {
        channel: 'web',
        direction: null,
        caller: null,
        provider: {
          name: integration.provider,
          conversation_id: call_id,
          agent_id: provider_agent_id,
          metadata: {},
        },
        status: 'active',
        start_time: createdAt(id),
        agent_id: agent.id,
        client_id: client.id,
        ...unreported,
        external_id: null,
        metadata: {},
        tags: [],
        turns: [],
      },
      { account: integration },
      { id, cost_by: integration.client_id, reported: null },
    );
    const isThere = mustExist(
      keyOf('integration', integration.id),
      () => new ApiError('integration_not_found'),
    );
    await commit([isThere, ...operations, ...assignCall(ids, call, id)]).catch(asStale);
    return id;
  });

/**
 * Whether a conversation is as `startWebCall` has created it: no provider has reported it, no agent of the
 * platform has answered in it, and nobody has added words or a recording.
 */
export const isUnjoined = async (conversation: ConversationRecord): Promise<boolean> => {
  const { channel, integration_id: holder, provider, reported, turns, audio } = conversation;
  const call_id = provider?.conversation_id;
  if (channel !== 'web' || holder === null || !call_id) return false;
  if (reported !== null || turns > 0 || audio.status !== 'none') return false;
  return (await readLiveCall({ holder, call_id })) === undefined;
};
