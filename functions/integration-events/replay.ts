import { replay } from '#lib/contract/integration-events.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { findEvent, replayEvent } from '#lib/integrations/provider-events.ts';

export const handler = handleAuthority(replay, async ({ params, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  const event = (await findEvent(integration.id, params.event_id)) ?? fail('event_not_found');
  return { ...replayEvent(event), about: { id: event.id, path: integration.path } };
});
