import { rotate } from '#lib/contract/webhooks.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findWebhookWithHealth, rotateSecret } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(rotate, async ({ params, body, caller, fail }) => {
  const found = await findWebhookWithHealth(caller, params.webhook_id);
  return found ? rotateSecret(found, body.overlap_seconds) : fail('webhook_not_found');
});
