import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { Conversation, ConversationPatch } from '#lib/contract/conversations.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Depth } from '../organizations/depth.ts';
import { depthOf } from '../organizations/depth.ts';

/*
 * A cost is shown to the organization whose integration or key reported it, and to those above. All of them
 * are on the path of the conversation, so two depths in it decide. docs/decisions/costs.md explains why.
 */

export interface CostOrigin {
  readonly path: readonly string[];
  /** The organization whose integration or key reports the cost; null: the platform. */
  readonly cost_by: string | null;
}

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

const withoutPricing = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPricing);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !pricing.test(name))
      .map(([name, each]) => [name, withoutPricing(each)]),
  );
};

/** A conversation as shown to an organization that does not see its cost. */
export const withoutCost = <C extends Pick<Conversation, 'cost' | 'metrics' | 'provider'>>(
  conversation: C,
): C => ({
  ...conversation,
  cost: null,
  metrics: withoutPricing(conversation.metrics),
  provider: conversation.provider && {
    ...conversation.provider,
    metadata: withoutPricing(conversation.provider.metadata),
  },
});

/** Refuses a change of a cost that the caller does not see. */
export const refuseHiddenCost = (
  before: CostOrigin & Pick<Conversation, 'cost'>,
  { cost }: Pick<ConversationPatch, 'cost'>,
  from: Depth,
): void => {
  if (cost === undefined || before.cost === null || showsCost(reporterDepth(before), from)) return;
  const detail = 'was reported by an organization above, and can be changed only with a key that sees it';
  throw invalid({ pointer: '/cost', code: 'out_of_reach', detail });
};
