import type { Money } from '#lib/contract/fields.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { hourMs, minuteMs } from '#lib/domain/durations.ts';
import type { CarrierCostTask } from '#lib/integrations/carrier-cost-task.ts';
import { lookAgainMs } from '#lib/integrations/carrier-cost-task.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { keyRefusalOf, ProviderError } from '#lib/providers/errors.ts';
import { callPrices } from '#lib/providers/index.ts';
import { commit } from '#lib/store/operations/commit.ts';
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

/** Records a charge, once. A conversation that was erased meanwhile has none. */
const record = (id: string, charge: Charge): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (!before || before.carrier_cost) return;
    await commit(replaceConversation(before, charge, 'conversation.updated').operations);
  });

/** Records what a call has cost at its carrier once it is over, or says when to look again. */
export const readCarrierCost = async (
  id: string,
  task: CarrierCostTask,
): Promise<'done' | { readonly again: Date; readonly state: CarrierCostTask }> => {
  const conversation = await readConversation(id);
  if (!conversation || conversation.carrier_cost) return 'done';
  const after = (ms: number, looks: number) => ({
    again: new Date(Date.now() + ms),
    state: { ...task, looks },
  });
  if (!isOver(conversation)) return after(lookAgainMs, 0);
  const { charge, waitMs = 0 } = await askCarrier(task).then(
    (found) => ({ charge: found, waitMs: 0 }),
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return { charge: null, waitMs: error.retryAfterMs };
    },
  );
  if (charge) {
    await record(id, charge);
    return 'done';
  }
  const pause = pausesMs[task.looks];
  if (pause !== undefined) return after(Math.max(pause, waitMs), task.looks + 1);
  console.warn({ message: 'The carrier has not said what a call has cost', conversation: id });
  return 'done';
};
