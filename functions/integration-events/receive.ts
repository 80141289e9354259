import { receive } from '#lib/contract/integration-events.ts';
import { handleRaw } from '#lib/http/handle-raw.ts';
import { isHost } from '#lib/integrations/integration-record.ts';
import { keepEvent } from '#lib/integrations/provider-events.ts';
import { recipientOf } from '#lib/integrations/recipient.ts';
import { webhooks } from '#lib/providers/index.ts';
import { payloadOf } from '#lib/providers/payload.ts';

export const handler = handleRaw(receive, async ({ params, bytes, headers, fail }) => {
  const recipient = await recipientOf(params.integration_id);
  const integration = recipient?.integration;
  if (!integration || !isHost(integration)) return fail('integration_not_found');
  const { secrets } = recipient;
  const { verify, headOf } = webhooks[integration.provider];
  const { verification } = integration;
  if (!verify({ headers, body: bytes }, { secrets, verification, now: Date.now() })) {
    return fail('signature_invalid');
  }
  if (integration.status === 'disabled') return fail('integration_disabled');
  await keepEvent(integration.id, headOf(payloadOf(bytes) ?? {}), bytes);
  return {};
});
