import { wasted } from '#lib/chats/ask-model.ts';
import type { ChatCosts } from '#lib/chats/spending.ts';

/** One attempt of a function at the answer that it makes in a call. */
export interface AnswerAttempt {
  /** Reserves up to so many tokens for the attempt altogether, or throws because the call has none left. */
  readonly reserve: (tokens: number) => Promise<void>;
  /** Notes what the attempt spends, before its model is asked. */
  readonly spends: (spending: ChatCosts) => void;
  /** Ends the attempt: nothing is paid for it any more. */
  readonly end: () => void;
}

/** The attempts of a function at an answer. One begins again if earlier words of the call are corrected. */
export interface AnswerAttempts {
  readonly begin: () => AnswerAttempt;
  /** Whether nothing is paid any more. */
  readonly areOver: () => boolean;
  /** The tokens that all attempts have used. */
  readonly tokens: () => number;
  /** Counts all attempts, once they are over, but the one whose answer is stored with its words. */
  readonly count: (stored: ChatCosts | undefined) => Promise<void>;
}

/** `reserve`: reserves tokens in the call for all attempts together, or throws because there is no room. */
export const answerAttempts = (reserve: (tokens: number) => Promise<void>): AnswerAttempts => {
  const all: { spending?: ChatCosts; reserved: number; isOver: boolean; readonly over: Promise<void> }[] = [];
  return {
    begin: () => {
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const own: (typeof all)[number] = { reserved: 0, isOver: false, over };
      all.push(own);
      return {
        reserve: async (tokens) => {
          const others = all.filter((one) => one !== own);
          await reserve(others.reduce((sum, { reserved }) => sum + reserved, tokens));
          own.reserved = tokens;
        },
        spends: (spending) => {
          own.spending = spending;
        },
        end: () => {
          own.isOver = true;
          resolve();
        },
      };
    },
    areOver: () => all.every(({ isOver }) => isOver),
    tokens: () => all.reduce((sum, { spending }) => sum + (spending?.tokens() ?? 0), 0),
    count: async (stored) => {
      await Promise.all(all.map(({ over }) => over));
      const others = all.flatMap(({ spending }) => (spending && spending !== stored ? [spending] : []));
      await Promise.all(others.map(wasted));
    },
  };
};
