import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import type { Chat } from '#lib/data/chats/claim.ts';
import { releaseChat } from '#lib/data/chats/claim.ts';
import { refreshed } from '#lib/data/chats/settle.ts';
import { Answered, answerPartition, keepAnswerAt } from '#lib/data/idempotency.ts';
import { commit } from '#lib/data/operations/commit.ts';
import { Contended, Stale } from '#lib/data/operations/failures.ts';
import type { Operation } from '#lib/data/operations/operation.ts';
import { retryStale } from '#lib/data/operations/retry-stale.ts';
import { answer } from './answer.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import { keptAnswer, repeatable } from './idempotency.ts';
import type { HandlerRequest } from './pipeline.ts';
import { requestOf } from './pipeline.ts';

/** The record of a request's `Idempotency-Key`. */
export interface Kept {
  readonly pk: string;
  readonly fingerprint: string;
}

/** The work on one answer. */
export interface Answering<R extends Route, E, A> {
  /** Makes the answer, and yields what happens meanwhile. */
  readonly think: () => AsyncGenerator<E, A>;
  /** The writes that store the answer. */
  readonly settle: (
    chat: Chat,
    thought: A,
  ) => { readonly operations: readonly Operation[]; readonly reply: Reply<R> };
  /** Counts what an answer has used that is not stored, and returns its tokens. */
  readonly waste: () => Promise<number>;
}

/** The logic of a route that answers messages of chats. */
export interface MessageLogic<R extends Route, E, A> {
  /** Makes the request the one that answers in the chat. Throws `Answered` for a repeated request. */
  readonly claim: (request: HandlerRequest<R>, kept: Kept | null) => Promise<Chat>;
  /** Begins the work on the answer. */
  readonly answering: (chat: Chat, request: HandlerRequest<R>) => Answering<R, E, A>;
}

/** A message that was answered before, or that this request answers now. */
export type Begun<E> =
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

/**
 * Claims the chat for a message. The answer is made when the returned generator runs. It is stored with the records of the keys of
 * all messages that it answers, in one transaction. If it fails, the chat is free again.
 */
export const beginMessage = async <R extends Route & { readonly params: NonNullable<Route['params']> }, E, A>(
  route: R,
  { claim, answering: answeringOf }: MessageLogic<R, E, A>,
  event: ApiEvent,
  exchange: Exchange,
): Promise<Begun<E>> => {
  const request = requestOf<R>(exchange, undefined);
  const { conversation_id } = exchange.params as { readonly conversation_id: string };
  const within = `${conversation_id}${exchange.caller?.conversation_id === undefined ? '' : ' token'}`;
  const repeat = repeatable(route, { ...event, rawPath: conversation_id }, exchange, within);
  const kept = repeat ? { pk: answerPartition(repeat.scope), fingerprint: repeat.fingerprint } : null;
  let chat: Chat;
  try {
    chat = await claim(request, kept);
  } catch (error) {
    if (repeat && error instanceof Answered) return { repeated: repeat.repeat(error.first) };
    throw error;
  }

  /** The chat as others have left it. The agent that answers again answers this message as well, once it is repeated. */
  const again = async (): Promise<Chat> => {
    if (!chat.isSilent) return refreshed(chat);
    const claimed = await claim(request, kept);
    if (claimed.isSilent) return claimed;
    await releaseChat(claimed, kept);
    throw new ApiError('conversation_busy', soon);
  };

  async function* answering(): AsyncGenerator<E, ApiAnswer> {
    const { think, settle, waste } = answeringOf(chat, request);
    try {
      const thought = yield* think();
      let current = chat;
      return await retryStale(async () => {
        const { operations, reply } = settle(current, thought);
        const done = answer(route, event, exchange, reply);
        const records = current.session.pending.flatMap((message) =>
          message.kept ? [keepAnswerAt(message.kept.pk, keptAnswer(message.kept.fingerprint, done))] : [],
        );
        try {
          await commit([...records, ...operations]);
        } catch (error) {
          if (error instanceof Stale) current = await again();
          throw error;
        }
        return done;
      });
    } catch (error) {
      const tokens = await waste();
      if (repeat && error instanceof Answered) return repeat.repeat(error.first);
      await releaseChat(chat, kept, tokens);
      if (repeat && error instanceof Contended) throw new ApiError('request_in_flight', soon);
      throw await reasonOf(chat, error);
    }
  }
  const turn = chat.conversation.turns + chat.session.pending.length - 1;
  return { turn, answering: answering() };
};
