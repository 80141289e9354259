import { test } from '#lib/contract/webhooks.ts';
import { eventSamples } from '#lib/delivery/event-samples.static.ts';
import { isDisabled, maySample } from '#lib/domain/webhooks/selection.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';
import { sendTest } from '#lib/webhooks/requests.ts';
import { webhooks } from '#lib/webhooks/webhooks.ts';

export const handler = handleAuthority(test, async ({ params, body, caller, fail }) => {
  const webhook = (await webhooks.find(caller, params.webhook_id)) ?? fail('webhook_not_found');
  if (await isPathSuspended(webhook.path)) return fail('client_suspended');
  if (isDisabled(webhook)) return fail('webhook_disabled');
  maySample(webhook.events, body.event);
  return sendTest(webhook, body.event, eventSamples[body.event]);
});
