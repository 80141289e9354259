import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Conversation, ConversationPatch } from '#lib/contract/conversations.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { DecidedDepths } from '../authority/writers.ts';
import type { Depth } from '../organizations/depth.ts';
import { depthOf, ownDepth } from '../organizations/depth.ts';

/*
 * A cost is shown to the organization whose integration or key reported it, and to those above. All of them
 * are on the path of the conversation, so two depths in it decide. The same holds for prices and credits that
 * are reported beside it, and for the price of a call at a carrier. docs/decisions/costs.md explains why.
 */

export interface CostOrigin {
  readonly path: readonly string[];
  /** The organization whose integration or key reports the cost; null: the platform. */
  readonly cost_by: string | null;
  /** The organization whose account at a carrier was charged for the call; null: none was. */
  readonly carrier_cost_by: string | null;
}

/** The depth of the organization whose account at a carrier was charged for a call. */
export const carrierDepth = ({ path, carrier_cost_by }: CostOrigin): Depth => depthOf(carrier_cost_by, path);

/** The depth of the organization that reports the cost of a conversation. */
export const reporterDepth = ({ path, cost_by }: CostOrigin): Depth => depthOf(cost_by, path);

/**
 * The depth of the highest organization whose costs are shown to an organization. The list has the
 * organization and all above it, from the top down.
 */
export const shownFrom = (fromTheTop: readonly { readonly settings: ClientSettings }[]): Depth =>
  fromTheTop.findLastIndex(({ settings }) => settings.costs_shown !== true) + 1;

/** Whether a cost is shown to an organization that sees costs from a depth on. */
export const showsCost = (reporter: Depth, from: Depth): boolean => reporter >= from;

/** Names under which providers report prices and credits beside the cost. */
const pricing = /cost|charg|price|credit|billing/i;

type Entries<V = unknown> = Readonly<Record<string, V>>;

const isPrice = ([name, value]: readonly [string, unknown]): boolean =>
  pricing.test(name) ||
  (typeof value === 'object' && value !== null && Object.entries(value).some((entry) => isPrice(entry)));

/** The entries that are prices or contain some. */
export const pricesIn = <V>(entries: Entries<V>): Record<string, V> =>
  Object.fromEntries(Object.entries(entries).filter(isPrice));

const withoutPricesWithin = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPricesWithin);
  return typeof value === 'object' && value !== null ? withoutPrices(value as Entries) : value;
};

/** Entries without prices, and without those within them. */
export const withoutPrices = <V>(entries: Entries<V>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([name]) => !pricing.test(name))
      .map(([name, value]) => [name, withoutPricesWithin(value) as V]),
  );

type PricedConversation = Pick<Conversation, 'metrics' | 'provider'>;

/** Whether prices are reported beside the cost. */
export const hasPrices = ({ metrics, provider }: PricedConversation): boolean =>
  [metrics, provider?.metadata ?? {}].some((entries) => Object.entries(entries).some(isPrice));

export interface PriceOrigin extends CostOrigin {
  readonly decided: DecidedDepths | null;
  /** The depth of the highest organization that has reported the prices; null: that was not recorded. */
  readonly prices_depth: Depth | null;
}

/**
 * The depth of the highest organization that has reported the prices beside the cost. If it was not recorded,
 * that is everybody who may have done so: the organization that reports the cost, and those that have created
 * or reported the conversation.
 */
export const pricesDepth = ({ prices_depth, decided, ...origin }: PriceOrigin): Depth =>
  prices_depth ?? Math.min(reporterDepth(origin), decided?.channel ?? ownDepth(origin.path));

/** The same after a change by which an organization of this depth may have reported prices. */
export const pricesDepthAfter = (
  before: PriceOrigin & PricedConversation,
  after: PricedConversation,
  by: Depth | undefined,
): Depth | null => {
  if (!hasPrices(after)) return null;
  const depths = [hasPrices(before) ? pricesDepth(before) : undefined, by];
  return Math.min(...depths.filter((depth) => depth !== undefined));
};

/** Whether prices are hidden from an organization that sees costs from a depth on. */
export const hidesPrices = (conversation: PriceOrigin & PricedConversation, from: Depth): boolean =>
  hasPrices(conversation) && !showsCost(pricesDepth(conversation), from);

/** The depths of the organizations that report the costs of a conversation, and the prices beside them. */
export interface CostDepths {
  readonly reporter_depth: Depth;
  readonly prices_depth: Depth;
  readonly carrier_depth: Depth;
}

export const costDepths = (origin: PriceOrigin): CostDepths => ({
  reporter_depth: reporterDepth(origin),
  prices_depth: pricesDepth(origin),
  carrier_depth: carrierDepth(origin),
});

/** A conversation as shown to an organization that sees costs from a depth on. */
export const withShownCost = <C extends Pick<Conversation, 'cost' | 'carrier_cost'> & PricedConversation>(
  conversation: C,
  { reporter_depth, prices_depth, carrier_depth }: CostDepths,
  from: Depth,
): C => {
  const { provider, metrics } = conversation;
  return {
    ...conversation,
    ...(!showsCost(reporter_depth, from) && { cost: null }),
    ...(!showsCost(carrier_depth, from) && { carrier_cost: null }),
    ...(!showsCost(prices_depth, from) && {
      metrics: withoutPrices(metrics),
      provider: provider && { ...provider, metadata: withoutPrices(provider.metadata) },
    }),
  };
};

/** Refuses a change of a cost, or of a price beside it, that the caller does not see. */
export const refuseHiddenCost = (
  before: PriceOrigin & PricedConversation & Pick<Conversation, 'cost'>,
  { cost, metrics }: Pick<ConversationPatch, 'cost' | 'metrics'>,
  from: Depth,
): void => {
  const hidesCost = before.cost !== null && !showsCost(reporterDepth(before), from);
  const prices = metrics && hidesPrices(before, from) ? Object.keys(pricesIn(metrics)) : [];
  const pointers = [
    ...(cost !== undefined && hidesCost ? ['/cost'] : []),
    ...prices.map((name) => `/metrics/${name}`),
  ];
  const detail = 'was reported by an organization above, and can be changed only with a key that sees it';
  const faults = pointers.map((pointer): Fault => ({ pointer, code: 'out_of_reach', detail }));
  if (faults.length > 0) throw invalid(...faults);
};
