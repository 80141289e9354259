import { countUses } from '#lib/billing/counting.ts';
import { planReservation } from '#lib/billing/plan-messages.ts';
import type { HeldCall } from '#lib/calls/unreported.ts';
import { noteAnswer } from '#lib/calls/unreported.ts';
import type { Money } from '#lib/contract/fields.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Fact, MessageUnits } from '#lib/domain/usage/fact.ts';
import { factOfAnswer, noUnits } from '#lib/domain/usage/fact.ts';
import { sumOfCosts } from '#lib/domain/usage/figures.ts';
import type { ModelMeter, ModelUsage } from '#lib/model/meter.ts';
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
  /** The limit of the widget whose visitor is answered, by its id; absent: no visitor is. */
  readonly widget?: { readonly client_id: string; readonly limit: number } | undefined;
  /** The units of the answer in bills, if it is made. */
  readonly units: MessageUnits;
  /**
   * The call that a provider holds, whose minutes are billed once it is reported. Absent: the answer is
   * billed as a message.
   */
  readonly call?: HeldCall | undefined;
  /**
   * Reserves up to so many tokens for the answer altogether in the call that the platform holds, whose
   * session counts them, or throws. Absent: the answer is in no such call.
   */
  readonly reserveInCall?: (tokens: number) => Promise<void>;
  /** Learns of the tokens of each request to a model, whatever comes of the answer. */
  readonly spent?: (usage: ModelUsage['usage']) => void;
}

export interface SpentOnSpeech {
  readonly characters: number;
  /** At the operator's price; null: there is none. */
  readonly cost: Money | null;
}

/** Adds up the tokens that models use for one answer, including answers that fail or are not stored. */
export interface ChatCosts {
  readonly meter: ModelMeter;
  readonly tokens: () => number;
  /** Counts what a voice is asked to speak. Returns what takes it back, if the voice refuses. */
  readonly spoke: (sentence: SpentOnSpeech) => () => void;
  readonly speech: () => SpentOnSpeech;
  /** Whether the chat had no tokens left. */
  readonly isExhausted: () => boolean;
  /** Ends the reservations of tokens, once no model is asked any more. */
  readonly settle: () => Promise<void>;
  /**
   * Counts the answer in usage, where no conversation of the platform contains it. One that was not made has
   * its tokens alone.
   */
  readonly count: (isMade: boolean) => Promise<void>;
  /** Gives the messages of an answer back to the plan, once it is known that nothing bills them. */
  readonly giveBack: () => Promise<void>;
}

export const newSpending = ({
  lineage,
  place,
  chat,
  widget,
  units,
  call,
  reserveInCall,
  spent,
}: Occasion): ChatCosts => {
  const { path, test_from } = lineage.client;
  const plan = planReservation({
    ...{ path, test_from, units, asked_by: call?.asked_by },
    at: chat ? Date.parse(chat.start_time) : Date.now(),
  });
  let sum: ModelUsage = { model: '', usage: { input_tokens: 0, output_tokens: 0 } };
  const { reserve, settle } = tokenReservation(lineage, chat, widget);
  const sentences = new Set<SpentOnSpeech>();
  let exhausted = false;
  const tokens = () => sum.usage.input_tokens + sum.usage.output_tokens;
  const speech = (): SpentOnSpeech =>
    [...sentences].reduce(
      (all, { characters, cost }) => ({
        characters: all.characters + characters,
        cost: sumOfCosts(all.cost, cost),
      }),
      { characters: 0, cost: null as Money | null },
    );
  return {
    meter: {
      begin: plan.reserve,
      reserve: async (estimate) => {
        const needed = tokens() + estimate;
        await reserveInCall?.(needed);
        try {
          await reserve(needed);
        } catch (error) {
          exhausted ||= error instanceof ChatExhausted;
          throw error;
        }
      },
      spent: ({ model, usage: used }) => {
        spent?.(used);
        const { usage } = sum;
        sum = {
          model,
          usage: {
            input_tokens: usage.input_tokens + used.input_tokens,
            output_tokens: usage.output_tokens + used.output_tokens,
          },
        };
      },
    },
    tokens,
    spoke: (sentence) => {
      sentences.add(sentence);
      return () => void sentences.delete(sentence);
    },
    speech,
    isExhausted: () => exhausted,
    settle: () => settle(tokens()),
    count: async (isMade) => {
      const { client } = lineage;
      const { messages, further } = isMade && !call ? units : noUnits;
      const { characters, cost: ofSpeech } = speech();
      const used = {
        messages,
        ...sum.usage,
        ...(further > 0 && { further }),
        ...(characters > 0 && { characters }),
      };
      const cost = sumOfCosts(costOfAnswer(sum), ofSpeech);
      const use = { ...place, client: client.id, cost, chat: used };
      const counted = { path: client.path, test_from: client.test_from, fact: factOfAnswer(use, Date.now()) };
      const answers = isMade ? units.messages + units.further : 0;
      await Promise.all([
        tokens() + messages + further + characters > 0 && countUses([counted]),
        call && answers > 0 && noteAnswer(call, counted, answers),
      ]);
    },
    giveBack: plan.giveBack,
  };
};

/** Waits for writes after an answer, which cannot be taken back if one of them fails. */
export const allCounted = async (writes: readonly (Promise<void> | undefined)[]): Promise<void> => {
  for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
    if (status !== 'rejected') continue;
    console.error({ message: 'An answer was not counted completely', error: (reason as Error).stack });
  }
};
