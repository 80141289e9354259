import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { claimsAfter, readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { shortened } from '#lib/domain/text.ts';
import type { CallIds } from '#lib/integrations/calls.ts';
import { assignCall, readCall } from '#lib/integrations/calls.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { eraseLiveCall } from './live-calls.ts';

/** The integration was removed, so nothing can report the call. */
class AlreadyDisconnected extends Error {
  override readonly name = 'AlreadyDisconnected';
}

const withMetadata = ({ provider }: ConversationRecord, metadata: Readonly<Record<string, unknown>>) => ({
  provider: provider && { ...provider, metadata: { ...provider.metadata, ...metadata } },
});

/**
 * The time after the request in which a call may be placed. A task can wait for longer: on a laptop that was
 * closed, while queues are disabled, or in a restored table, from which the call was placed already.
 */
const placedWithinMs = 5 * minuteMs;

/**
 * Records that the provider is about to be called. Returns false if this was recorded before, so that nobody
 * is called twice, if it is too late, or if the organization was suspended after the request.
 */
export const beginDialing = (id: string): Promise<boolean> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (before?.status !== 'active' || before.provider?.conversation_id !== null) return false;
    if (before.provider.metadata.dialed_at !== undefined) return false;
    const isLate = Date.now() > Date.parse(before.start_time) + placedWithinMs;
    if (isLate || (await isPathSuspended(before.path))) {
      await failCall(id, isLate ? 'It could not be placed in time' : 'The organization is suspended');
      return false;
    }
    const change = withMetadata(before, { dialed_at: new Date().toISOString() });
    await commit(replaceConversation(before, change, 'conversation.updated').operations);
    return true;
  });

/**
 * Links the call to a conversation that was erased in the meantime, so that no report of the call creates
 * another one, and its tools leave no notes.
 */
const noteErasedCall = async (ids: CallIds, id: string): Promise<void> => {
  const call = await readCall(ids);
  const isThere = mustExist(keyOf('integration', ids.integration_id), () => new AlreadyDisconnected());
  try {
    if (!call?.conversation_id) await commit([isThere, ...assignCall(ids, call, id)]);
    await eraseLiveCall({ holder: ids.integration_id, call_id: ids.provider_conversation_id });
  } catch (error) {
    if (!(error instanceof AlreadyDisconnected)) throw error;
  }
};

/** Records the provider's id of the call. A webhook may have reported it before. */
export const noteCall = (id: string, integration_id: string, conversation_id: string): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    const ids = { integration_id, provider_conversation_id: conversation_id };
    if (!before) return noteErasedCall(ids, id);
    if (!before.provider || before.provider.conversation_id !== null) return;
    const change = { provider: { ...before.provider, conversation_id } };
    const { operations, after } = replaceConversation(before, change, 'conversation.updated');
    await commit([...operations, ...claimsAfter(before, after), ...assignCall(ids, await readCall(ids), id)]);
  });

/** Ends the conversation of a call that was never placed. */
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
