import type { Conversation, ConversationInput, create } from '#lib/contract/conversations.ts';
import type { Failure } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { insertConversation } from './conversations.ts';
import { findServedLineage } from './served-lineage.ts';
import { takeOver } from './take-over.ts';

/** The write of a caller's new conversation. Refuses an agent or an organization that cannot have one. */
export const createConversation = async (
  caller: Caller,
  input: ConversationInput,
): Promise<Write<Conversation, Failure<typeof create>>> => {
  const { agent, lineage } = await findServedLineage(caller, input.agent_id, input.client_id);
  const taken = await takeOver(caller, lineage, input);
  return taken ?? insertConversation(agent, lineage.client, input, caller);
};
