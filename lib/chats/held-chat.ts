import { ApiError } from '#lib/contract/errors.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import type { Chat } from './claim.ts';
import { sessionItem } from './sessions.ts';

/**
 * The chat of the request that answers in it, for as long as no other request has overtaken, ended or erased
 * it.
 */
export interface HeldChat {
  /** The chat with the session as this request has written it last. */
  readonly chat: () => Chat;
  /**
   * The same once no write is under way. An answer that is given up at its deadline may leave one behind, and
   * the chat can be freed only after it.
   */
  readonly left: () => Promise<Chat>;
  /**
   * Writes something during the answer, together with a change of the session. Throws `answer_interrupted`,
   * and writes nothing, if the request no longer holds the chat.
   */
  readonly write: (
    operations: readonly Operation[],
    change: (session: ChatSession) => Partial<ChatSession>,
  ) => Promise<void>;
}

/**
 * Holds a claimed chat. Each write increases the generation, so that a newer message that was about to claim
 * the chat reads the session again and learns of the change.
 */
export const hold = (claimed: Chat): HeldChat => {
  let chat = claimed;
  let underWay: Promise<unknown> = Promise.resolve();
  const write: HeldChat['write'] = async (operations, change) => {
    const { conversation, session } = chat;
    const { generation } = session;
    const after = { ...session, ...change(session), generation: generation + 1 };
    const guarded = putUnchanged(sessionItem(conversation.id, after), { generation });
    // First, so that a request that was overtaken learns it, whatever else has changed.
    await commit([{ ...guarded, otherwise: () => new ApiError('answer_interrupted') }, ...operations]);
    chat = { ...chat, session: after };
  };
  return {
    chat: () => chat,
    left: () =>
      underWay.then(
        () => chat,
        () => chat,
      ),
    write: (...written) => {
      const next = () => write(...written);
      // Words are noted while a tool runs, and each write needs the generation of the one before.
      const writing = underWay.then(next, next);
      underWay = writing;
      return writing;
    },
  };
};
