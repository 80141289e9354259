import { shortened } from '#lib/domain/text.ts';
import type { ConversationRecord } from '../conversations/conversation-record.ts';
import { claimCall, readConversation, replaceConversation } from '../conversations/conversations.ts';
import { assignCall, readCall } from '../integrations/calls.ts';
import { commit } from '../operations/commit.ts';
import { retryStale } from '../operations/retry-stale.ts';

const withMetadata = ({ provider }: ConversationRecord, metadata: Readonly<Record<string, unknown>>) => ({
  provider: provider && { ...provider, metadata: { ...provider.metadata, ...metadata } },
});

/** Notes that the provider is about to be asked; false if it was before, so that nobody is called twice. */
export const beginDialing = (id: string): Promise<boolean> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (before?.status !== 'active' || before.provider?.conversation_id !== null) return false;
    if (before.provider.metadata.dialed_at !== undefined) return false;
    const change = withMetadata(before, { dialed_at: new Date().toISOString() });
    await commit(replaceConversation(before, change, 'conversation.updated').operations);
    return true;
  });

/** Notes which call of the provider's it is. A webhook may have said so before. */
export const noteCall = (id: string, integration_id: string, conversation_id: string): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (!before?.provider || before.provider.conversation_id !== null) return;
    const ids = { integration_id, provider_conversation_id: conversation_id };
    const change = { provider: { ...before.provider, conversation_id } };
    await commit([
      ...replaceConversation(before, change, 'conversation.updated').operations,
      ...claimCall(before, conversation_id),
      ...assignCall(ids, await readCall(ids), id),
    ]);
  });

/** Ends the conversation of a call that was never made. */
export const failCall = (id: string, reason: string): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (before?.status !== 'active') return;
    const change: Partial<ConversationRecord> = {
      ...withMetadata(before, { call_error: shortened(reason, 300) }),
      status: 'failed',
      end_reason: 'call_not_made',
      end_time: before.start_time,
    };
    await commit(replaceConversation(before, change, 'conversation.ended').operations);
  });
