import { recordRead } from '#lib/audit/record-read.ts';
import { list } from '#lib/contract/webhook-messages.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { waitForItems } from '#lib/http/wait-for-items.ts';
import { listMessages } from '#lib/webhooks/messages.ts';
import { webhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const webhook = (await webhooks.find(caller, params.webhook_id)) ?? fail('webhook_not_found');
  const { order, wait, ...filters } = query;
  const found = await waitForItems(wait, () => listMessages(caller, webhook, filters, { ...page, order }));
  const showsBodies = found.data.some(({ payload }) => payload !== null);
  if (showsBodies) await recordRead(list, caller, webhook, filters);
  return found;
});
