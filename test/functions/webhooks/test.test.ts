import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a test is sent regardless of the webhook’s events, and is a message like any other', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const params = { webhook_id };
  const sent = await org.api.webhooks.test({ params });
  expect(sent).toMatchObject({ event: 'ping', entity_id: webhook_id, status: 'pending', attempt_count: 0 });
  const { data } = await org.api.webhookMessages.list({ params });
  expect(data).toMatchObject([{ id: sent.id, payload: { type: 'ping', data: { id: webhook_id } } }]);
});

test('a disabled webhook sends no test', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['*'], status: 'disabled' } });
  const params = { webhook_id };
  expect(await refusalOf(org.api.webhooks.test({ params }))).toBe('409 webhook_disabled');
});
