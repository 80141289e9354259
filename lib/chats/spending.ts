import type { ConversationRecord } from '#lib/data/conversations/conversation-record.ts';
import type { Lineage } from '#lib/data/organizations/clients.ts';
import { countUses } from '#lib/data/usage/counting.ts';
import type { Fact } from '#lib/domain/usage/fact.ts';
import { factOfAnswer } from '#lib/domain/usage/fact.ts';
import type { Used } from '#lib/model/converse.ts';
import { costOfAnswer } from './cost.ts';

/** Adds up the tokens that models use for one answer, including answers that fail or are not stored. */
export interface Spending {
  readonly spent: (used: Used) => void;
  readonly used: () => Used;
  readonly tokens: () => number;
}

export const newSpending = (): Spending => {
  let sum: Used = { model: '', usage: { input_tokens: 0, output_tokens: 0 } };
  return {
    spent: ({ model, usage: { input_tokens, output_tokens } }) => {
      const { usage } = sum;
      sum = {
        model,
        usage: {
          input_tokens: usage.input_tokens + input_tokens,
          output_tokens: usage.output_tokens + output_tokens,
        },
      };
    },
    used: () => sum,
    tokens: () => sum.usage.input_tokens + sum.usage.output_tokens,
  };
};

/** The parts of a fact that say where an answer was made. */
type Place = Pick<Fact, 'agent' | 'channel' | 'provider'>;

/** Counts an answer that no conversation of the platform contains, in usage. */
export const countUsage = (
  { client }: Lineage,
  place: Place,
  used: Used,
  messages: number,
  now: number,
): Promise<void> => {
  const chat = { messages, ...used.usage };
  const fact = factOfAnswer({ ...place, client: client.id, cost: costOfAnswer(used), chat }, now);
  return countUses([{ path: client.path, test_from: client.test_from, fact }]);
};

/** Waits for writes after an answer, which cannot be taken back if one of them fails. */
export const allCounted = async (writes: readonly (Promise<void> | undefined)[]): Promise<void> => {
  for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
    if (status !== 'rejected') continue;
    console.error({ message: 'An answer was not counted completely', error: (reason as Error).stack });
  }
};

/** Counts the tokens of an answer in a chat that is not stored: its model was paid. */
export const countWasted = async (
  { agent_id, channel, provider }: ConversationRecord,
  lineage: Lineage,
  spending: Spending,
): Promise<void> => {
  if (spending.tokens() === 0) return;
  const place = { agent: agent_id, channel, provider: provider?.name ?? null };
  await allCounted([countUsage(lineage, place, spending.used(), 0, Date.now())]);
};
