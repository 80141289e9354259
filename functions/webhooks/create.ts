import { create } from '#lib/contract/webhooks.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { lifeWithin } from '#lib/domain/keys/api-key.ts';
import { maySend } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { insertWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(create, async ({ body, caller, fail }) => {
  maySend(caller, body.events);
  checkUrl(body.url);
  const clientId = body.client_id ?? caller.client_id;
  const input = { ...body, expires_at: lifeWithin(caller, body.expires_at) };
  if (clientId === null) return insertWebhook(null, input);

  const lineage = await findLineage(caller, clientId);
  if (!lineage) return fail('client_not_found');
  return isSuspended(lineage) ? fail('client_suspended') : insertWebhook(lineage, input);
});
