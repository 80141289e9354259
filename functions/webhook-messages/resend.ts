import { resend } from '#lib/contract/webhook-messages.ts';
import { isDisabled } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';
import { findMessage } from '#lib/webhooks/messages.ts';
import { sendAgain } from '#lib/webhooks/requests.ts';
import { webhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(resend, async ({ params, caller, fail }) => {
  const webhook = (await webhooks.find(caller, params.webhook_id)) ?? fail('webhook_not_found');
  const message = (await findMessage(webhook.id, params.message_id)) ?? fail('message_not_found');
  if (await isPathSuspended(webhook.path)) return fail('client_suspended');
  return isDisabled(webhook) ? fail('webhook_disabled') : sendAgain(webhook, message);
});
