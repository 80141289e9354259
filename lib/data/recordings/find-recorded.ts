import { isDeepStrictEqual } from 'node:util';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { isPastRetention, mayBePastRetention } from '#lib/domain/conversations/lifetime.ts';
import type { ConversationRecord } from '../conversations/conversation-record.ts';
import { conversationAttributes } from '../conversations/conversation-record.ts';
import { conversationFor } from '../conversations/conversations.ts';
import { clientKey, conversationKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import { get } from '../operations/get.ts';
import { settingsFromItems, settingsOf } from '../organizations/clients.ts';
import { knownPath, rememberPath } from '../organizations/known-paths.ts';

/** What is read of the conversation and of its organizations. */
const attributes = [...conversationAttributes, 'erasing', 'settings'];

/** A conversation of which somebody wants the recording. */
export interface Recorded {
  readonly conversation: ConversationRecord;
  /** Whether there is a recording whose retention has passed, by the settings of this moment. */
  readonly isPastRetention: boolean;
}

/**
 * A conversation, and whether its retention has passed. Most recordings are listened to soon after the call, when there is no need
 * to read the settings of its organizations. A caller who has just asked for an older one probably asks next for one of the same
 * organization, so those settings are read in the same call. If the guess is wrong, they are read in a second call.
 */
export const findRecorded = async (caller: Caller, id: string): Promise<Recorded | undefined> => {
  const askedLast = `${ownerOf(caller)}#recordings`;
  const guess = knownPath(askedLast) ?? [];
  const [item, ...clients] =
    guess.length === 0
      ? [await get(conversationKey(id))]
      : await batchGet([conversationKey(id), ...guess.map(clientKey)], { attributes });
  const conversation = conversationFor(caller, item);
  if (!conversation) return undefined;

  const { path, audio } = conversation;
  if (audio.status !== 'available') return { conversation, isPastRetention: false };
  const isOld = mayBePastRetention(conversation);
  rememberPath(askedLast, isOld ? path : []);
  if (!isOld) return { conversation, isPastRetention: false };
  const settings: ClientSettings = isDeepStrictEqual(path, guess)
    ? settingsFromItems(clients)
    : await settingsOf(path);
  return { conversation, isPastRetention: isPastRetention(conversation, settings) };
};
