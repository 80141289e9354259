import { get } from '#lib/contract/webhooks.ts';
import { handle } from '#lib/http/handle.ts';
import { findWebhookWithHealth, represent } from '#lib/webhooks/webhooks.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = await findWebhookWithHealth(caller, params.webhook_id);
  return found ? represent(found) : fail('webhook_not_found');
});
