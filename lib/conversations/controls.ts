import type { CallControlAction } from '#lib/contract/conversations/handling.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import type { ConversationRecord } from './conversation-record.ts';

const all: readonly CallControlAction[] = ['end', 'say', 'instruct', 'transfer'];

/** The interventions that each provider allows in its calls. Others allow none. */
const ofProviders: Readonly<Record<string, readonly CallControlAction[]>> = {
  vapi: all,
  retell: ['end', 'instruct'],
};

/** The call of an account at a provider; undefined: no account of the platform holds it. */
export const accountCallOf = ({
  integration_id,
  provider,
}: Pick<ConversationRecord, 'integration_id' | 'provider'>) =>
  integration_id !== null && provider?.conversation_id
    ? { integration_id, provider: provider.name, call_id: provider.conversation_id }
    : undefined;

/** The interventions in a conversation that can succeed now, as far as its record tells. */
export const controlsOf = (
  conversation: Pick<ConversationRecord, 'status' | 'chat_usage' | 'integration_id' | 'provider'>,
): readonly CallControlAction[] => {
  if (isOver(conversation)) return [];
  if (conversation.chat_usage?.in_call) return all;
  const call = accountCallOf(conversation);
  return (call && ofProviders[call.provider]) ?? [];
};
