import { test } from '#lib/contract/webhooks.ts';
import { isPathSuspended } from '#lib/data/organizations/clients.ts';
import { sendPing } from '#lib/data/webhooks/requests.ts';
import { findWebhook } from '#lib/data/webhooks/webhooks.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

export const handler = handleAuthority(test, async ({ params, caller, fail }) => {
  const webhook = await findWebhook(caller, params.webhook_id);
  if (!webhook) return fail('webhook_not_found');
  if (await isPathSuspended(webhook.path)) return fail('client_suspended');
  return webhook.status === 'disabled' ? fail('webhook_disabled') : sendPing(webhook);
});
