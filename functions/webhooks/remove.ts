import { remove } from '#lib/contract/webhooks.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findWebhookWithHealth, removeWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(remove, async ({ params, caller, fail }) => {
  const found = await findWebhookWithHealth(caller, params.webhook_id);
  return found ? removeWebhook(found) : fail('webhook_not_found');
});
