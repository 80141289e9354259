import { recordRead } from '#lib/audit/record-read.ts';
import { get } from '#lib/contract/integration-events.ts';
import { subjectOfPayload } from '#lib/conversations/subject-of-payload.ts';
import { mayReadPayloads } from '#lib/domain/integrations/payloads.ts';
import { handle } from '#lib/http/handle.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { showPayload } from '#lib/integrations/payloads.ts';
import { findEvent, findPayload } from '#lib/integrations/provider-events.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  const event = (await findEvent(integration.id, params.event_id)) ?? fail('event_not_found');
  const item = mayReadPayloads(caller) ? await findPayload(event) : undefined;
  if (item) {
    const payload = { id: event.id, path: integration.path };
    await recordRead(get, caller, await subjectOfPayload(event.conversation_id, payload));
  }
  return { ...event, ...(await showPayload(event.id, item)) };
});
