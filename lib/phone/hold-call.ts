import type { Chat } from '#lib/chats/claim.ts';
import type { HeldChat } from '#lib/chats/held-chat.ts';
import type { StoredChat } from '#lib/chats/sessions.ts';
import { readChat, sessionItem } from '#lib/chats/sessions.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { CarrierName } from '#lib/contract/integrations.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { VoiceState } from '#lib/voice/state.ts';

/** A call that this platform holds and that goes on. */
export interface LivePhoneCall extends Chat {
  readonly voice: VoiceState;
}

/** The carrier of a call that this platform holds. */
export const carrierOf = ({ provider }: Pick<ConversationRecord, 'provider'>): CarrierName => {
  const name = provider?.name;
  return name && isCarrier(name) ? name : 'twilio';
};

/** A call with its state, also if it has just ended and its last words are not reported yet. */
export const asUnsettledCall = (found: StoredChat | undefined): LivePhoneCall | undefined => {
  const { conversation, session } = found ?? {};
  return conversation && session?.voice ? { conversation, session, voice: session.voice } : undefined;
};

/** A call with its state; undefined: it is over, or was erased. */
export const asLiveCall = (found: StoredChat | undefined): LivePhoneCall | undefined => {
  const call = asUnsettledCall(found);
  return call && !isOver(call.conversation) ? call : undefined;
};

export const readLivePhoneCall = async (conversationId: string): Promise<LivePhoneCall | undefined> =>
  asLiveCall(await readChat(conversationId));

/**
 * Holds a call for one answer. Other frames of the call change its session meanwhile, so a write reads it
 * again, and fails only if the answer was stopped.
 */
export const holdCall = (call: LivePhoneCall, claim: number): HeldChat => {
  let chat: Chat = call;
  const write: HeldChat['write'] = (operations, change) =>
    retryStale(async () => {
      const now = await readLivePhoneCall(call.conversation.id);
      if (now?.voice.generation !== claim) throw new ApiError('answer_interrupted');
      const { session } = now;
      const { generation } = session;
      const after = { ...session, ...change(session), generation: generation + 1 };
      const guarded = putUnchanged(sessionItem(now.conversation.id, after), { generation });
      await commit([{ ...guarded, otherwise: () => new Stale() }, ...operations]);
      chat = { conversation: now.conversation, session: after };
    });
  return { chat: () => chat, left: async () => chat, write };
};
