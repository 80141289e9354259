import type { Use } from '#lib/billing/counting.ts';
import { readUse, recountUse } from '#lib/billing/counting.ts';
import type { Money } from '#lib/contract/fields.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { hourMs, minuteMs } from '#lib/domain/durations.ts';
import { withCarrierCost } from '#lib/domain/usage/fact.ts';
import type { CarrierCostTask } from '#lib/integrations/carrier-cost-task.ts';
import { lookAgainMs } from '#lib/integrations/carrier-cost-task.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { readClient } from '#lib/organizations/clients.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { keyRefusalOf, ProviderError } from '#lib/providers/errors.ts';
import { callPrices } from '#lib/providers/index.ts';
import { keyOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';

/** Three days in all: a transferred call goes on for up to one, and its price arrives after it. */
const pausesMs = [
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

/** A price, and the organization whose account is charged. */
interface Charge {
  readonly carrier_cost: Money;
  readonly carrier_cost_by: string;
}

const askCarrier = async ({ integration_id, ...call }: CarrierCostTask): Promise<Charge | null> => {
  const { integration, apiKey } = (await readProviderAccount(integration_id)) ?? {};
  const priceOf = integration && isCarrier(integration.provider) && callPrices[integration.provider];
  if (!priceOf || !apiKey) return null;
  const asking = priceOf(credentialOf(integration.account_id ?? null, apiKey), call.provider_conversation_id);
  const carrier_cost = await notingHealth(integration, keyRefusalOf, asking);
  return carrier_cost && { carrier_cost, carrier_cost_by: integration.client_id };
};

/** Whether the account still belongs to an organization that pays it. */
const isConnected = async ({ integration_id }: CarrierCostTask): Promise<boolean> => {
  const integration = await integrations.read(integration_id);
  const owner = integration && (await readClient(integration.client_id));
  return owner !== undefined && owner.erasing_since === undefined;
};

/** Records a charge, once. False: the conversation was erased meanwhile. */
const record = (id: string, charge: Charge): Promise<boolean> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (!before) return false;
    if (!before.carrier_cost) {
      await commit(replaceConversation(before, charge, 'conversation.updated').operations);
    }
    return true;
  });

/** Adds a charge to what remains counted of a call that was erased: bills must not change by that. */
const recordErased = async (id: string, use: Use, charge: Charge): Promise<void> => {
  await recountUse(id, { ...use, fact: withCarrierCost(use.fact, { ...charge, path: use.path }) });
};

/**
 * Records what a call has cost at its carrier once it is over, or says when to look again. Of a call that was
 * erased, nothing is left but what was counted.
 */
export const readCarrierCost = async (
  id: string,
  task: CarrierCostTask,
): Promise<'done' | { readonly again: Date; readonly state: CarrierCostTask }> => {
  const item = await get(keyOf('conversation', id));
  const conversation = item && !isErasing(item) ? conversationFromItem(item) : undefined;
  const erased = item ? undefined : await readUse(id);
  const known = conversation ?? erased?.fact;
  if ((!item && !erased) || known?.carrier_cost) return 'done';
  if (!conversation && !(await isConnected(task))) return 'done';
  const after = (ms: number, looks: number) => ({
    again: new Date(Date.now() + ms),
    state: { ...task, looks },
  });
  // An erasure that is not finished yet counts the call once more.
  if (!known) return after(minuteMs, task.looks);
  if (conversation && !isOver(conversation)) return after(lookAgainMs, 0);
  const { charge, waitMs = 0 } = await askCarrier(task).then(
    (found) => ({ charge: found, waitMs: 0 }),
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return { charge: null, waitMs: error.retryAfterMs };
    },
  );
  if (charge) {
    if (erased) await recordErased(id, erased, charge);
    else if (!(await record(id, charge))) return after(minuteMs, task.looks);
    return 'done';
  }
  const pause = pausesMs[task.looks];
  if (pause !== undefined) return after(Math.max(pause, waitMs), task.looks + 1);
  console.warn({ message: 'The carrier has not said what a call has cost', conversation: id });
  return 'done';
};
