import { acknowledge } from '#lib/contract/webhooks.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { acknowledgeMessages } from '#lib/webhooks/requests.ts';
import { findWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(acknowledge, async ({ params, body, caller, fail }) => {
  const webhook = await findWebhook(caller, params.webhook_id);
  if (!webhook) return fail('webhook_not_found');
  return webhook.url === null ? acknowledgeMessages(webhook, body.message_ids) : fail('webhook_posts');
});
