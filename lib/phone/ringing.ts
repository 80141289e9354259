import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';

/** Notes that the phone rings of somebody whom an agent calls, until the call begins or is over. */
export const noteRinging = (id: string): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (before?.status !== 'active' || before.handling !== null || !before.provider) return;
    const { provider } = before;
    if (provider.metadata.call_state !== undefined) return;
    const change = { provider: { ...provider, metadata: { ...provider.metadata, call_state: 'ringing' } } };
    await commit(replaceConversation(before, change, 'conversation.updated').operations);
  });
