import { replace } from '#lib/contract/webhooks.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { endOfWebhook, keepsPosting, maySend } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findWebhookWithHealth, replaceWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(replace, async ({ params, body, caller, fail }) => {
  const found = (await findWebhookWithHealth(caller, params.webhook_id)) ?? fail('webhook_not_found');
  refuseChange(found.webhook, body, ['client_id']);
  keepsPosting(found.webhook, body);
  maySend(caller, body.events);
  checkUrl(body.url);
  return replaceWebhook(found, { ...body, expires_at: endOfWebhook(caller, found.webhook, body) });
});
