import { chatLimits } from '#lib/contract/chats.ts';
import type { Answer, ConverseEvent, RunTool, Situation } from '#lib/model/converse.ts';
import { converse } from '#lib/model/converse.ts';
import { endsBy } from './deadline.ts';
import type { ChatCosts, Occasion } from './spending.ts';
import { allCounted, newSpending } from './spending.ts';

/*
 * The two ways to ask a model for an agent's answer. Both reserve messages and tokens before a model is asked
 * and settle them afterwards, and both write one fact, whatever becomes of the answer. Whether the fact is
 * billed follows from the organizations in the occasion, and not from the route (docs/decisions/billing.md).
 */

export type Question = Omit<Situation, 'meter'>;

/**
 * Asks for an answer in a conversation of the platform. The conversation's own fact contains the answer once
 * it is stored; `wasted` counts one that is not.
 */
export async function* askInChat(
  spending: ChatCosts,
  question: Question & { readonly deadline: number },
  runTool: RunTool,
): AsyncGenerator<ConverseEvent, Answer> {
  try {
    return yield* endsBy(question.deadline, converse({ ...question, meter: spending.meter }, runTool));
  } finally {
    await allCounted([spending.settle()]);
  }
}

/**
 * Counts an answer in a conversation of the platform that is not stored, and returns its tokens: all that the
 * chat may have, if it has none left, so that it ends.
 */
export const wasted = async (spending: ChatCosts | undefined): Promise<number> => {
  if (!spending) return 0;
  await allCounted([spending.count(false)]);
  return spending.isExhausted() ? chatLimits.tokens : spending.tokens();
};

/**
 * Asks for an answer that no conversation of the platform contains. One that fails is no message, and its
 * tokens count.
 */
export async function* askAside(
  occasion: Occasion,
  question: Question,
  runTool: RunTool,
): AsyncGenerator<ConverseEvent, Answer> {
  const spending = newSpending(occasion);
  let answer: Answer | undefined;
  const made = converse({ ...question, meter: spending.meter }, runTool);
  try {
    answer = yield* question.deadline === undefined ? made : endsBy(question.deadline, made);
    return answer;
  } finally {
    await allCounted([
      spending.settle(),
      spending.count(answer !== undefined),
      ...(answer ? [] : [spending.giveBack()]),
    ]);
  }
}
