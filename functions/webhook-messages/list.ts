import { list } from '#lib/contract/webhook-messages.ts';
import { recordRead } from '#lib/data/audit/record-read.ts';
import { listMessages } from '#lib/data/webhooks/messages.ts';
import { findWebhook } from '#lib/data/webhooks/webhooks.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { waitForItems } from '#lib/http/wait-for-items.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const webhook = await findWebhook(caller, params.webhook_id);
  if (!webhook) return fail('webhook_not_found');
  const { order, wait, ...filters } = query;
  const found = await waitForItems(wait, () => listMessages(caller, webhook, filters, { ...page, order }));
  const showsBodies = found.data.some(({ payload }) => payload !== null);
  if (showsBodies) await recordRead(list, caller, webhook, filters);
  return found;
});
