import { update, WebhookReplacement } from '#lib/contract/webhooks.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { endOfWebhook, keepsPosting, maySend } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { parseBody } from '#lib/http/validate.ts';
import { findWebhookWithHealth, replaceableFields, replaceWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(update, async ({ params, body, caller, fail }) => {
  const found = (await findWebhookWithHealth(caller, params.webhook_id)) ?? fail('webhook_not_found');
  const after = parseBody(WebhookReplacement, mergePatch(replaceableFields(found.webhook), body));
  keepsPosting(found.webhook, after);
  maySend(caller, after.events);
  checkUrl(after.url);
  return replaceWebhook(found, { ...after, expires_at: endOfWebhook(caller, found.webhook, after) });
});
