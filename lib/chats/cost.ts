import type { Money } from '#lib/contract/fields.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { costOf } from '#lib/domain/analysis/prices.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { unitsOf } from '#lib/domain/chats/session.ts';
import { shownFrom, showsCost } from '#lib/domain/conversations/cost.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { noChatUsage } from '#lib/domain/usage/fact.ts';
import { sumOfCosts } from '#lib/domain/usage/figures.ts';
import type { Answer } from '#lib/model/converse.ts';
import { modelSettings } from '#lib/model/settings.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import type { SpokenWords } from '#lib/voice/state.ts';
import type { Chat } from './claim.ts';
import { spokenTurnOf } from './said-turns.ts';

/** The cost of an answer at the operator's prices; null without. */
export const costOfAnswer = ({ model, usage }: Pick<Answer, 'model' | 'usage'>): Money | null =>
  costOf(modelSettings()?.prices?.[model] ?? null, {
    input: usage.input_tokens,
    output: usage.output_tokens,
  });

/** Whether a caller sees costs that the platform reports, as those of models are. */
export const showsModelCost = ({ client_id }: Pick<Caller, 'client_id'>, { members }: Lineage): boolean => {
  const path = members.map(({ id }) => id);
  return showsCost(depthOf(null, path), shownFrom(members.slice(0, depthOf(client_id, path))));
};

/**
 * The changes of a chat's conversation by an answer, which adds the cost of its tokens and its voice. Prices
 * in another currency begin with the next chat.
 */
export const withAnswer = (
  { conversation, session }: Chat,
  usage: Answer['usage'],
  cost: Money | null,
  spoken = 0,
): Partial<ConversationRecord> => {
  const { chat_usage, cost: before, cost_by } = conversation;
  const used = chat_usage ?? noChatUsage;
  const { messages, input_tokens, output_tokens, further = 0, characters = 0 } = used;
  const units = unitsOf(session);
  const adds = cost && cost_by === null;
  return {
    chat_usage: {
      ...used,
      messages: messages + units.messages,
      input_tokens: input_tokens + usage.input_tokens,
      output_tokens: output_tokens + usage.output_tokens,
      ...(further + units.further > 0 && { further: further + units.further }),
      ...(characters + spoken > 0 && { characters: characters + spoken }),
    },
    ...(adds && { cost: sumOfCosts(before, cost) }),
  };
};

/** The changes of a call's conversation by words whose fate is known: the tokens and the cost of answers. */
export const withSaid = (chat: Chat, said: readonly SpokenWords[]): Partial<ConversationRecord> => {
  let change: Partial<ConversationRecord> = {};
  for (const entry of said) {
    const spoken = entry.role === 'agent' ? spokenTurnOf(entry) : null;
    if (!spoken?.usage) continue;
    const { usage, cost } = spoken;
    const conversation = { ...chat.conversation, ...change };
    change = { ...change, ...withAnswer({ ...chat, conversation }, usage, cost) };
  }
  return change;
};
