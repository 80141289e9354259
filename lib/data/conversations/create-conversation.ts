import type { Conversation, ConversationInput, create } from '#lib/contract/conversations.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Failure } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { findAgent, findAgentAndLineage } from '../agents/agents.ts';
import { findStopped } from '../billing/stopped.ts';
import type { Write } from '../operations/operation.ts';
import { findLineage, isSuspended } from '../organizations/clients.ts';
import { insertConversation } from './conversations.ts';

/** The write of a caller's new conversation. Refuses an agent or an organization that cannot have one. */
export const createConversation = async (
  caller: Caller,
  input: ConversationInput,
): Promise<Write<Conversation, Failure<typeof create>>> => {
  const [agent, lineage] = input.client_id
    ? await Promise.all([findAgent(caller, input.agent_id), findLineage(caller, input.client_id)])
    : await findAgentAndLineage(caller, input.agent_id);
  if (!agent) throw new ApiError('agent_not_found');
  if (!lineage) throw new ApiError('client_not_found');
  if (!lineage.client.path.includes(agent.client_id)) throw new ApiError('agent_not_serving_client');
  if (isSuspended(lineage)) throw new ApiError('client_suspended');
  const stopped = await findStopped(lineage.client.path);
  if (stopped) throw new ApiError('usage_limit_reached', { detail: `${stopped} has used up its minutes` });
  return insertConversation(agent, lineage.client, input, caller);
};
