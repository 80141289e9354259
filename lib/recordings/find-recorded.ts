import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { isPastRetention, mayBePastRetention } from '#lib/domain/conversations/lifetime.ts';
import { knownSettingsOf } from '#lib/organizations/known-settings.ts';

/** A conversation whose recording is requested. */
export interface RecordedConversation {
  readonly conversation: ConversationRecord;
  /**
   * Whether there is a recording whose retention has passed, by settings that were valid at most ten seconds
   * ago.
   */
  readonly isPastRetention: boolean;
}

/** A conversation, and whether its retention has passed. Settings are read only if it is old enough. */
export const withRetention = async (conversation: ConversationRecord): Promise<RecordedConversation> => {
  const mayBePast = conversation.audio.status === 'available' && mayBePastRetention(conversation);
  return {
    conversation,
    isPastRetention: mayBePast && isPastRetention(conversation, await knownSettingsOf(conversation.path)),
  };
};

export const findRecorded = async (caller: Caller, id: string): Promise<RecordedConversation | undefined> => {
  const conversation = await findConversation(caller, id);
  return conversation && withRetention(conversation);
};
