import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { readConversation } from '#lib/conversations/conversations.ts';
import { readCall } from '#lib/integrations/calls.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';

export interface ConversationOfCall {
  /** Null: the call has none. After an erasure, the id remains. */
  readonly conversation_id: string | null;
  /** Absent: there is none, or it was erased. */
  readonly conversation: ConversationRecord | undefined;
}

/**
 * The conversation that has begun with a call, or else the placed one that its address or its proof names.
 * The owner of an account can sign any name: a conversation of another account is as one that does not exist.
 */
export const conversationOfCall = async (
  { id: integration_id }: Pick<IntegrationRecord, 'id'>,
  call_id: string,
  named: string | null,
): Promise<ConversationOfCall> => {
  const begun = await readCall({ integration_id, provider_conversation_id: call_id });
  const id = begun?.conversation_id ?? named;
  const found = id === null ? undefined : await readConversation(id);
  const conversation = found?.integration_id === integration_id ? found : undefined;
  return { conversation_id: begun?.conversation_id ?? conversation?.id ?? null, conversation };
};
