import { countUses } from '#lib/billing/counting.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Fact } from '#lib/domain/usage/fact.ts';
import { factOfAnswer } from '#lib/domain/usage/fact.ts';
import type { ModelMeter, Used } from '#lib/model/meter.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { ChatExhausted, tokenReservation } from '#lib/store/limits/chat-quotas.ts';
import { costOfAnswer } from './cost.ts';

/** The parts of a fact that say where an answer was made. */
export type Place = Pick<Fact, 'agent' | 'channel' | 'provider'>;

/** The organizations that an answer is made for, all of which it is counted for, and where it is made. */
export interface Occasion {
  readonly lineage: Lineage;
  readonly place: Place;
  /** The chat whose tokens are limited; absent: no conversation of the platform contains the answer. */
  readonly chat?: Pick<ConversationRecord, 'id' | 'start_time'>;
}

/** Adds up the tokens that models use for one answer, including answers that fail or are not stored. */
export interface Spending {
  readonly meter: ModelMeter;
  readonly tokens: () => number;
  /** Whether the chat had no tokens left. */
  readonly isExhausted: () => boolean;
  /** Ends the reservations of tokens, once no model is asked any more. */
  readonly settle: () => Promise<void>;
  /** Counts the answer in usage, where no conversation of the platform contains it. */
  readonly count: (units: MessageUnits) => Promise<void>;
}

/** The units of bills that an answer is. */
export interface MessageUnits {
  /** The messages that it answers. */
  readonly messages: 0 | 1;
}

export const newSpending = ({ lineage, place, chat }: Occasion): Spending => {
  let sum: Used = { model: '', usage: { input_tokens: 0, output_tokens: 0 } };
  const { reserve, settle } = tokenReservation(lineage, chat);
  let exhausted = false;
  const tokens = () => sum.usage.input_tokens + sum.usage.output_tokens;
  return {
    meter: {
      reserve: async (estimate) => {
        try {
          await reserve(tokens() + estimate);
        } catch (error) {
          exhausted ||= error instanceof ChatExhausted;
          throw error;
        }
      },
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
    },
    tokens,
    isExhausted: () => exhausted,
    settle: () => settle(tokens()),
    count: async ({ messages }) => {
      if (tokens() === 0 && messages === 0) return;
      const { client } = lineage;
      const used = { messages, ...sum.usage };
      const cost = costOfAnswer(sum);
      const fact = factOfAnswer({ ...place, client: client.id, cost, chat: used }, Date.now());
      await countUses([{ path: client.path, test_from: client.test_from, fact }]);
    },
  };
};

/** Waits for writes after an answer, which cannot be taken back if one of them fails. */
export const allCounted = async (writes: readonly (Promise<void> | undefined)[]): Promise<void> => {
  for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
    if (status !== 'rejected') continue;
    console.error({ message: 'An answer was not counted completely', error: (reason as Error).stack });
  }
};
