import type { HeardInput, MessageInput } from '#lib/contract/chats.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { isWithPeople, waitsForPerson } from '#lib/domain/chats/handover.ts';
import type { ChatSession, PendingMessage } from '#lib/domain/chats/session.ts';
import { claimed, hasRoom, isBusy, isByUser, isOverdue } from '#lib/domain/chats/session.ts';
import { refuseUnawaited } from '#lib/domain/chats/tool-results.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { AlreadyAnswered, findAnswerAt } from '#lib/store/idempotency.ts';
import type { TakeBack } from '#lib/store/limits/chat-quotas.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { interruptedWords, shortenHeard } from './interrupted-words.ts';
import type { StoredChat } from './sessions.ts';
import { readChat, sessionItem } from './sessions.ts';

/** A chat of this platform, with the session that a request read or claimed. */
export interface Chat {
  readonly conversation: ConversationRecord;
  readonly session: ChatSession;
  /** Nobody has claimed the chat, because the agent is silent: the message is only stored. */
  readonly isSilent?: true;
  /** The answer is also spoken. */
  readonly speaks?: boolean;
  /** The widget whose visitor has sent the message; absent: no visitor has. */
  readonly widget?: Widget | undefined;
}

/** A conversation that the caller reaches, with its session if it has one. */
export const findStored = async (caller: Caller, conversationId: string): Promise<StoredChat> => {
  const found = await readChat(conversationId);
  if (!found || !reaches(caller, found.conversation.path)) throw new ApiError('conversation_not_found');
  return found;
};

/** A conversation as a chat, whether it is over or not. */
export const asChat = ({ conversation, session }: StoredChat): Chat => {
  // Nobody reads in a call.
  if (conversation.handling === null || !session || session.voice) throw new ApiError('not_a_chat');
  return { conversation, session };
};

/** A chat that the caller reaches, whether it is over or not. */
export const findChat = async (caller: Caller, conversationId: string): Promise<Chat> =>
  asChat(await findStored(caller, conversationId));

const pause = { headers: { 'retry-after': '2' } };

/** Whether the agent resumes with this message, because nobody has answered in time. */
export const resumes = ({ conversation, isSilent }: Chat): boolean =>
  conversation.handling === 'waiting' && !isSilent;

/** Refuses a chat that is over, even if the clock has not ended it yet. */
export const refuseEnded = ({ conversation, session }: Chat, now: number): void => {
  if (isOver(conversation) || isOverdue(session, waitsForPerson(conversation, session, now), now)) {
    throw new ApiError('conversation_ended');
  }
};

/** Refuses a change while the agent makes an answer, which would come after it. */
export const refuseBusy = ({ session }: Chat, now: number): void => {
  if (isBusy(session, now)) throw new ApiError('conversation_busy', pause);
};

/** Writes the session if no other request has claimed or settled the chat since it was read. */
export const putOverSession = async ({ conversation: { id } }: Chat, before: number, after: ChatSession) => {
  const isUnchanged = await putIf(sessionItem(id, after), {
    ConditionExpression: 'generation = :read',
    ExpressionAttributeValues: { ':read': before },
  });
  if (!isUnchanged) throw new Stale();
};

interface WaitingMessages {
  readonly pending: readonly PendingMessage[];
  /** An earlier request has sent the message. */
  readonly isRepeated: boolean;
}

/** The messages to answer, if this one may be sent now. */
const pendingWith = (
  session: ChatSession,
  { when_busy, heard, caller }: Pick<SentMessage, 'when_busy' | 'heard'> & { readonly caller: Caller },
  message: PendingMessage,
): WaitingMessages => {
  const { pending } = session;
  const busy = isBusy(session, message.at);
  const sent = pending.find(({ kept }) => kept !== null && kept.pk === message.kept?.pk);
  if (sent && sent.kept?.fingerprint !== message.kept?.fingerprint) {
    throw new ApiError('idempotency_key_reused', {
      detail: 'The first request with this key was different',
    });
  }
  if (sent && busy) throw new ApiError('request_in_flight', pause);
  // The function that answered it crashed. Its message is still there, and is answered from the beginning.
  if (sent) return { pending: pending.slice(0, pending.findLastIndex(isByUser) + 1), isRepeated: true };
  if (busy && (when_busy === 'refuse' || !hasRoom(session))) throw new ApiError('conversation_busy', pause);
  if (message.results) refuseUnawaited(session, message.results, caller.conversation_id !== undefined);
  const words = interruptedWords(session, heard, message.at);
  return { pending: [...pending, ...words, message], isRepeated: false };
};

/** A message of the user, or the results of tools. */
export type SentMessage = MessageInput &
  Pick<PendingMessage, 'results'> & { readonly heard?: HeardInput | null | undefined };

/** A chat that a request has claimed. */
export interface ClaimedChat extends Chat {
  /** Takes back what was counted for the message. */
  readonly takeBack: TakeBack;
}

/**
 * Counts a message that its chat accepts, or throws why it may not be sent. `isRepeated`: an earlier request
 * has counted it.
 */
export type CountSent = (chat: Chat, isRepeated: boolean) => Promise<TakeBack>;

/** The terms of a claim. */
export interface ClaimOptions {
  readonly kept: PendingMessage['kept'];
  /** When the function is ended that answers. Milliseconds since 1970. */
  readonly ends_at: number;
  /** Takes back what was counted for the message before; absent: it was not counted. */
  readonly counted?: TakeBack;
}

/**
 * Makes this request the one that answers the messages of the chat. It holds the chat until its function has
 * ended. A chat that people answer in is not held. The message is counted before the chat is claimed, because
 * a message that a quota refuses must not interrupt an answer, and taken back if the claim fails.
 */
export const claimChat = async (
  caller: Caller,
  conversationId: string,
  { when_busy, heard, text, results }: SentMessage,
  { kept, ends_at, counted }: ClaimOptions,
  count: CountSent,
): Promise<ClaimedChat> => {
  let takeBack = counted;
  try {
    return await retryStale(async () => {
      const found = await findChat(caller, conversationId);
      const now = Date.now();
      // After the read: an answer that is stored later changes the session, and this claim fails.
      const first = kept && (await findAnswerAt(kept.pk));
      if (first) throw new AlreadyAnswered(first);
      refuseEnded(found, now);
      const message = { text, ...(results && { results }), at: now, kept };
      const { pending, isRepeated } = pendingWith(found.session, { when_busy, heard, caller }, message);
      const isSilent = isWithPeople(found.conversation, now) && ({ isSilent: true } as const);
      takeBack ??= await count({ ...found, ...isSilent }, isRepeated);
      const chat = await shortenHeard(found, heard);
      if (isSilent) return { ...chat, session: { ...chat.session, pending }, ...isSilent, takeBack };
      const session = claimed(chat.session, pending, ends_at);
      await putOverSession(chat, chat.session.generation, session);
      return { ...chat, session, takeBack };
    });
  } catch (error) {
    await takeBack?.();
    throw error;
  }
};

/**
 * Frees the chat of a request that failed, without its message. Messages whose requests a newer one has
 * overtaken stay, for the next answer. The tokens that the request has used count toward the chat's limit.
 * Returns whether the request still held the chat.
 */
export const releaseChat = async (chat: Chat, kept: PendingMessage['kept'], tokens = 0): Promise<boolean> => {
  const { session, isSilent } = chat;
  if (isSilent) return true;
  const own = kept
    ? session.pending.findIndex((message) => message.kept?.pk === kept.pk)
    : session.pending.length - 1;
  try {
    const { spoken: _spoken, ...others } = session;
    await putOverSession(chat, session.generation, {
      ...others,
      generation: session.generation + 1,
      busy_until: 0,
      tokens: session.tokens + tokens,
      ...(tokens > 0 && { failed: (session.failed ?? 0) + 1 }),
      pending: session.pending.filter((_, at) => at !== own),
    });
    return true;
  } catch (error) {
    // A newer request holds the chat.
    if (!(error instanceof Stale)) throw error;
    return false;
  }
};
