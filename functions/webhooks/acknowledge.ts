import { acknowledge } from '#lib/contract/webhooks.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { acknowledgeMessages } from '#lib/webhooks/requests.ts';
import { webhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(acknowledge, async ({ params, body, caller, fail }) => {
  const webhook = (await webhooks.find(caller, params.webhook_id)) ?? fail('webhook_not_found');
  return webhook.url === null ? acknowledgeMessages(webhook, body.message_ids) : fail('webhook_posts');
});
