import { create } from '#lib/contract/webhooks.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { lifeWithin } from '#lib/domain/keys/api-key.ts';
import { maySend } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertWebhook } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(create, async ({ body, caller }) => {
  maySend(caller, body.events);
  checkUrl(body.url);
  const input = { ...body, expires_at: lifeWithin(caller, body.expires_at) };
  return insertWebhook(await newOwner(caller, body.client_id), input);
});
