import type { Conversation } from '#lib/contract/conversations.ts';
import type { Money } from '#lib/contract/fields.ts';
import { durationOf, isOver } from '../conversations/conversation.ts';
import type { CostOrigin } from '../conversations/cost.ts';
import { carrierDepth, reporterDepth } from '../conversations/cost.ts';
import type { Depth } from '../organizations/depth.ts';
import { depthOf } from '../organizations/depth.ts';
import { quarterMs } from './time-zones.ts';

/** A cost, with the depth of the organization that reported it. */
export interface CountedCost extends Money {
  /** Absent: the platform. */
  readonly by?: Depth;
}

/** The use of a chat that the platform holds by itself. */
export interface ChatUsage {
  /** The messages of the user that the agent answered. */
  readonly messages: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /**
   * Further answers that are messages: in the billing periods of a subscription from `answers_from` on.
   * Absent: none.
   */
  readonly further?: number;
  /**
   * The depth of the organization whose integration asked for the further answers: its issuer and those above
   * do not bill them. Absent: a page or a key asked.
   */
  readonly asked_by?: Depth;
  /** The characters that voices spoke. Absent: none. */
  readonly characters?: number;
  /** The seconds in which speech was recognized. Absent: none. */
  readonly listened?: number;
  /** The conversation is a call, billed by its duration and not by messages. Absent: it is a chat. */
  readonly in_call?: true;
}

/** The units of an answer of a model in bills. */
export interface MessageUnits {
  /** The messages that it answers. */
  readonly messages: number;
  /** 1: it answers none, and is a message by itself. */
  readonly further: 0 | 1;
}

export const noUnits: MessageUnits = { messages: 0, further: 0 };

export const noChatUsage: ChatUsage = { messages: 0, input_tokens: 0, output_tokens: 0 };

/**
 * The facts that are counted for a conversation. They contain no personal data and are kept when the
 * conversation is erased.
 */
export interface Fact {
  /** The start of the conversation, in quarters of an hour since 1970. */
  readonly quarter: number;
  readonly agent: string;
  readonly client: string;
  readonly channel: Conversation['channel'];
  readonly provider: string | null;
  readonly outcome: string | null;
  readonly sentiment: Conversation['sentiment'];
  readonly completed: boolean;
  readonly successful: boolean;
  /** It was judged, and not successful. Absent: it was successful, or nobody judged it. */
  readonly unsuccessful?: true;
  readonly duration_ms: number;
  readonly latency_ms: number | null;
  readonly cost: CountedCost | null;
  /** The price of the call at its carrier. Absent: there is none. */
  readonly carrier_cost?: CountedCost;
  /** Absent: the conversation was held elsewhere. */
  readonly chat?: ChatUsage;
  /** It is an answer that the platform made in a conversation that others hold and report. */
  readonly isAnswer?: true;
  /** It is what analyses of a conversation used of a model, as `chat` without messages. */
  readonly isAnalysis?: true;
}

/** Whether a fact is a conversation, rather than what a model did about one. */
export const isConversation = ({ isAnswer, isAnalysis }: Pick<Fact, 'isAnswer' | 'isAnalysis'>): boolean =>
  !isAnswer && !isAnalysis;

/**
 * The metric with percentiles: the time that callers wait for the agent's answer. A conversation has the
 * median.
 */
export const latencyMetric = 'e2e_latency_p50_ms';

type CountedFields = Pick<
  Conversation,
  | 'agent_id'
  | 'client_id'
  | 'channel'
  | 'provider'
  | 'outcome'
  | 'sentiment'
  | 'status'
  | 'quality'
  | 'start_time'
  | 'end_time'
  | 'metrics'
  | 'cost'
  | 'carrier_cost'
  | 'handling'
> &
  CostOrigin & {
    /** The reported start, if it differs from the shown one. */
    readonly reported_start?: string | null;
    readonly chat_usage?: ChatUsage | null;
  };

/** The use of a model, and the conversation for which it was used. */
type Use = Pick<Fact, 'agent' | 'client' | 'channel' | 'provider' | 'cost'> & { readonly chat: ChatUsage };

const factOfUse = (of: Use, now: number): Fact => ({
  quarter: Math.floor(now / quarterMs),
  agent: of.agent,
  client: of.client,
  channel: of.channel,
  provider: of.provider,
  outcome: null,
  sentiment: null,
  completed: false,
  successful: false,
  duration_ms: 0,
  latency_ms: null,
  cost: of.cost,
  chat: of.chat,
});

/** The fact to count for an answer in a conversation that others hold. */
export const factOfAnswer = (of: Use, now: number): Fact => ({ ...factOfUse(of, now), isAnswer: true });

/** The fact to count for an analysis by a model. */
export const factOfAnalysis = (of: Use, now: number): Fact => ({ ...factOfUse(of, now), isAnalysis: true });

/** With a fixed order of fields, so that equal facts are equal texts. */
const counted = (cost: Money | null, by: Depth): CountedCost | null =>
  cost && { amount: cost.amount, currency: cost.currency, ...(by > 0 && { by }) };

const costOf = (conversation: CountedFields): CountedCost | null =>
  counted(conversation.cost, reporterDepth(conversation));

const carrierCostOf = (conversation: CountedFields): Pick<Fact, 'carrier_cost'> => {
  const carrier_cost = counted(conversation.carrier_cost, carrierDepth(conversation));
  return carrier_cost ? { carrier_cost } : {};
};

/**
 * Adds the carrier's price to the fact of a call that was erased before the price was known. `path` names the
 * organizations that count the call.
 */
export const withCarrierCost = (
  { chat, isAnswer, ...fact }: Fact,
  {
    carrier_cost,
    carrier_cost_by,
    path,
  }: Pick<Conversation, 'carrier_cost'> & Pick<CostOrigin, 'path' | 'carrier_cost_by'>,
): Fact => {
  const price = counted(carrier_cost, depthOf(carrier_cost_by, path));
  return {
    ...fact,
    ...(price && { carrier_cost: price }),
    ...(chat && { chat }),
    ...(isAnswer && { isAnswer }),
  };
};

/** All costs of a fact. */
export const costsIn = ({ cost, carrier_cost }: Pick<Fact, 'cost' | 'carrier_cost'>): CountedCost[] =>
  [cost, carrier_cost].flatMap((one) => one ?? []);

/** The fact to count for a conversation; null while it is active. */
export const factOf = (conversation: CountedFields): Fact | null => {
  if (!isOver(conversation)) return null;
  const latency = conversation.metrics[latencyMetric];
  return {
    quarter: Math.floor(Date.parse(conversation.reported_start ?? conversation.start_time) / quarterMs),
    agent: conversation.agent_id,
    client: conversation.client_id,
    channel: conversation.channel,
    provider: conversation.provider?.name ?? null,
    outcome: conversation.outcome,
    sentiment: conversation.sentiment,
    completed: conversation.status === 'completed',
    successful: conversation.quality?.successful === true,
    ...(conversation.quality?.successful === false && { unsuccessful: true as const }),
    duration_ms: durationOf(conversation) ?? 0,
    latency_ms: latency === undefined || latency < 0 ? null : Math.round(latency),
    cost: costOf(conversation),
    ...carrierCostOf(conversation),
    ...(conversation.handling && { chat: { ...noChatUsage, ...conversation.chat_usage } }),
  };
};

/**
 * The fact that remains of a conversation that is erased; null if there is nothing to count. The erasure ends
 * a call that the platform holds, whose minutes count. A chat that was still open is no conversation, but its
 * messages were answered.
 */
export const factOfErased = (conversation: CountedFields, now: number): Fact | null => {
  const { agent_id: agent, client_id: client, channel, chat_usage: chat, start_time } = conversation;
  if (isOver(conversation) || !chat) return factOf(conversation);
  if (chat.in_call) {
    const end_time = new Date(Math.max(now, Date.parse(start_time))).toISOString();
    return factOf({ ...conversation, status: 'completed', end_time });
  }
  const cost = costOf(conversation);
  return factOfAnswer({ agent, client, channel, provider: null, cost, chat }, Date.parse(start_time));
};
