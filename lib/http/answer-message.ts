import type { Chat, ClaimedChat, ClaimOptions } from '#lib/chats/claim.ts';
import { releaseChat, resumes } from '#lib/chats/claim.ts';
import { refreshed } from '#lib/chats/settle.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import type { Caller, Sender } from '#lib/domain/caller.ts';
import { AlreadyAnswered, answerPartition, keepAnswerAt } from '#lib/store/idempotency.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { ItemContended, Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { answer } from './answer.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import { keptAnswer, repeatable } from './idempotency.ts';
import type { HandlerRequest } from './pipeline.ts';
import { requestOf } from './pipeline.ts';

/** The work on one answer. */
export interface AnswerSteps<R extends Route, E, A> {
  /** Makes the answer, and yields what happens meanwhile. */
  readonly think: () => AsyncGenerator<E, A>;
  /** The chat as the work has left it, once no write of it is under way. */
  readonly left: () => Promise<Chat>;
  /** The writes that store the answer. */
  readonly settle: (
    chat: Chat,
    thought: A,
  ) => { readonly operations: readonly Operation[]; readonly replyTo: (sender: Sender) => Reply<R> };
  /**
   * Counts what an answer has used that is not stored. `free`: frees the chat, with the tokens of the answer,
   * unless another request has taken it.
   */
  readonly waste: (free: (tokens: number) => Promise<boolean>) => Promise<void>;
}

/** The logic of a route that answers messages of chats. `Q`: the route of the request, if it is another. */
export interface MessageLogic<R extends Route, E, A, Q extends Route = R> {
  /** Makes the request the one that answers in the chat. Throws `AlreadyAnswered` for a repeated request. */
  readonly claim: (request: HandlerRequest<Q>, claiming: ClaimOptions) => Promise<ClaimedChat>;
  /** Begins the work on the answer, which the function must store before it is ended. */
  readonly answering: (chat: Chat, ends_at: number) => AnswerSteps<R, E, A>;
}

/** A message that was answered before, or that this request answers now. */
export type BegunAnswer<E> =
  | { readonly repeated: ApiAnswer }
  | {
      readonly repeated?: undefined;
      /** The index that the message will have. */
      readonly turn: number;
      readonly answering: AsyncGenerator<E, ApiAnswer>;
    };

const soon = { headers: { 'retry-after': '1' } };

/** Whether the answer came too late, because the chat was ended or erased: that is then the reason. */
const reasonOf = async (chat: Chat, error: unknown): Promise<unknown> => {
  if (!(error instanceof ApiError) || error.code !== 'answer_interrupted') return error;
  return refreshed(chat).then(
    () => error,
    (reason: unknown) => reason,
  );
};

/** A sender who sees no more than any other: the user of the chat. */
const userOf = ({ conversation: { id } }: Chat): Sender => ({ client_id: null, conversation_id: id });

/**
 * Claims the chat for a message. The answer is made when the returned generator runs. It is stored with the
 * records of the keys of all messages that it answers, in one transaction: in each as the sender of that
 * message sees it, who alone can repeat it. If it fails, the chat is free again.
 */
export const beginMessage = async <
  R extends Route & { readonly params: NonNullable<Route['params']> },
  E,
  A,
  Q extends Route = R,
>(
  route: R,
  { claim, answering: answeringOf }: MessageLogic<R, E, A, Q>,
  event: ApiEvent,
  exchange: Exchange,
): Promise<BegunAnswer<E>> => {
  const request = requestOf<Q>(exchange, undefined);
  const { conversation_id } = exchange.params as { readonly conversation_id: string };
  const { client_id, conversation_id: ofToken } = exchange.caller as Caller;
  const sender: Sender = { client_id, ...(ofToken !== undefined && { conversation_id: ofToken }) };
  const within = `${conversation_id}${ofToken === undefined ? '' : ' token'}`;
  const repeat = repeatable(route, { ...event, rawPath: conversation_id }, exchange, within);
  const kept = repeat ? { pk: answerPartition(repeat.scope), fingerprint: repeat.fingerprint, sender } : null;
  const claiming = { kept, ends_at: exchange.ends_at };
  let chat: ClaimedChat;
  try {
    chat = await claim(request, claiming);
  } catch (error) {
    if (repeat && error instanceof AlreadyAnswered) return { repeated: repeat.repeat(error.first) };
    throw error;
  }

  /**
   * The chat as others have left it. The agent that answers again answers this message as well, once it is
   * repeated.
   */
  const again = async (current: Chat): Promise<Chat> => {
    if (!chat.isSilent) return refreshed(current);
    const claimed = await claim(request, { ...claiming, counted: chat.takeBack });
    if (claimed.isSilent) return claimed;
    await releaseChat(claimed, kept);
    throw new ApiError('conversation_busy', soon);
  };

  async function* answering(): AsyncGenerator<E, ApiAnswer> {
    const { think, left, settle, waste } = answeringOf(chat, exchange.ends_at);
    try {
      const thought = yield* think();
      let current = await left();
      return await retryStale(async () => {
        const { operations, replyTo } = settle(current, thought);
        const answerTo = (sender: Sender) => answer(route, event, exchange, replyTo(sender));
        const records = current.session.pending.flatMap(({ kept: of }) => {
          if (!of) return [];
          return [keepAnswerAt(of.pk, keptAnswer(of.fingerprint, answerTo(of.sender ?? userOf(current))))];
        });
        try {
          await commit([...records, ...operations]);
        } catch (error) {
          if (error instanceof Stale) current = await again(current);
          throw error;
        }
        return answerTo(sender);
      });
    } catch (error) {
      // No model was asked, and the message is not stored.
      if (chat.isSilent) await chat.takeBack();
      if (repeat && error instanceof AlreadyAnswered) {
        // Another request has the chat, and answered this message with its own.
        await waste(async () => false);
        return repeat.repeat(error.first);
      }
      await waste(async (tokens) => releaseChat(await left(), kept, tokens));
      if (repeat && error instanceof ItemContended) throw new ApiError('request_in_flight', soon);
      throw await reasonOf(chat, error);
    }
  }
  // An agent that resumes speaks first.
  const before = chat.conversation.turns + (resumes(chat) ? 1 : 0);
  return { turn: before + chat.session.pending.length - 1, answering: answering() };
};
