import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { connect, deliver, eventsOf } from '../../support/connected.ts';

test('an event shows the posted payload unchanged', async () => {
  const org = await organization();
  const integration = await connect(org, 'retell');
  const payload = {
    event: 'sample',
    call: { call_id: 'call_1', brand_new: ['ü', 1.5, null, { deep: true }] },
  };
  await deliver(integration, payload);
  const [event] = await eventsOf(org, integration);
  const params = { integration_id: integration.id, event_id: event?.id ?? '' };
  expect(await org.api.integrationEvents.get({ params })).toMatchObject({
    integration_id: integration.id,
    type: 'sample',
    provider_conversation_id: 'call_1',
    conversation_id: null,
    payload,
    payload_url: null,
  });
  const unknown = { ...params, event_id: unknownId('evt') };
  expect(await refusalOf(org.api.integrationEvents.get({ params: unknown }))).toBe('404 event_not_found');
});

test('only keys that may read conversations and recordings see the payload of a call’s event', async () => {
  const org = await organization();
  const integration = await connect(org, 'retell');
  await deliver(integration, { event: 'sample', call: { call_id: 'call_1', transcript: 'Good morning.' } });
  const [event] = await eventsOf(org, integration);
  const params = { integration_id: integration.id, event_id: event?.id ?? '' };
  const scopes = ['integrations:read', 'conversations:read', 'recordings:read'] as const;
  for (const lacking of scopes.slice(1)) {
    const key = await makeKey(
      org.client.id,
      scopes.filter((scope) => scope !== lacking),
    );
    const seen = await clientFor(key).integrationEvents.get({ params });
    expect(seen).toMatchObject({ id: event?.id, payload: null, payload_url: null });
  }
  const reader = clientFor(await makeKey(org.client.id, scopes));
  expect((await reader.integrationEvents.get({ params })).payload).toMatchObject({ event: 'sample' });
});
