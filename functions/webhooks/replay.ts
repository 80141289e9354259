import { replay } from '#lib/contract/webhooks.ts';
import { isDisabled } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';
import { resendMessages } from '#lib/webhooks/requests.ts';
import { webhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(replay, async ({ params, body, caller, fail }) => {
  const webhook = (await webhooks.find(caller, params.webhook_id)) ?? fail('webhook_not_found');
  if (await isPathSuspended(webhook.path)) return fail('client_suspended');
  return isDisabled(webhook) ? fail('webhook_disabled') : resendMessages(webhook, body);
});
