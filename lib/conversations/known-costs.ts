import type { Reach } from '#lib/domain/caller.ts';
import type { PriceOrigin } from '#lib/domain/conversations/cost.ts';
import {
  carrierDepth,
  hidesPrices,
  reporterDepth,
  shownFrom,
  showsCost,
} from '#lib/domain/conversations/cost.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { findLineage } from '#lib/organizations/clients.ts';
import { memoryFor } from '#lib/store/memory.ts';
import type { ConversationRecord } from './conversation-record.ts';
import type { ListedConversation } from './conversations.ts';

const recall = memoryFor<Depth | undefined>(rememberedMs, 10_000);

/**
 * The depth from which an organization sees costs, cached for as long as API keys. An organization that does
 * not exist sees none.
 */
export const costsShownTo = async ({ client_id }: Reach): Promise<Depth> => {
  if (client_id === null) return 0;
  const from = await recall(client_id, async () => {
    const lineage = await findLineage({ client_id: null }, client_id);
    return lineage && shownFrom(lineage.members);
  });
  return from ?? Number.POSITIVE_INFINITY;
};

type CostedConversation = PriceOrigin &
  Pick<ConversationRecord, 'cost' | 'carrier_cost' | 'metrics' | 'provider' | 'integration_id'>;

/**
 * The same for one conversation: settings are read only if it has costs, or prices beside them, that an
 * organization above reported.
 */
export const costsOfShownTo = async (
  { client_id }: Reach,
  conversation: CostedConversation,
): Promise<Depth> => {
  const { path, cost, integration_id } = conversation;
  const own = depthOf(client_id, path);
  const hidesCost =
    (cost !== null || integration_id !== null) && !showsCost(reporterDepth(conversation), own);
  const hidesCarrier = conversation.carrier_cost !== null && !showsCost(carrierDepth(conversation), own);
  return hidesCost || hidesCarrier || hidesPrices(conversation, own) ? costsShownTo({ client_id }) : own;
};

/** A page of conversations with the costs that are shown to an organization. */
export const withShownCosts = async <
  Item extends Pick<ListedConversation, 'cost' | 'carrier_cost' | 'reporter_depth' | 'carrier_depth'>,
  Page extends { readonly data: readonly Item[] },
>(
  reach: Reach,
  page: Page & { readonly data: readonly Item[] },
): Promise<Page & { data: Item[] }> => {
  const isCosted = page.data.some(({ cost, carrier_cost }) => cost !== null || carrier_cost !== null);
  const from = isCosted ? await costsShownTo(reach) : 0;
  const data = page.data.map((item) => ({
    ...item,
    ...(!showsCost(item.reporter_depth, from) && { cost: null }),
    ...(!showsCost(item.carrier_depth, from) && { carrier_cost: null }),
  }));
  return { ...page, data };
};
