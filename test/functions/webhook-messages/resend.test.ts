import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('an acknowledged message can be fetched again after it is resent', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id };
  const { id: message_id } = await org.api.webhooks.test({ params });
  await org.api.webhooks.acknowledge({ params, body: { message_ids: [message_id] } });
  const again = await org.api.webhookMessages.resend({ params: { ...params, message_id } });
  expect(again).toMatchObject({ id: message_id, status: 'pending', delivered_at: null });
  const { data } = await org.api.webhookMessages.list({ params, query: { status: 'pending' } });
  expect(data.map(({ id }) => id)).toEqual([message_id]);
});

test('a message is resent only through its own webhook', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const other = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const { id: message_id } = await org.api.webhooks.test({ params: { webhook_id } });
  for (const params of [
    { webhook_id: other.id, message_id },
    { webhook_id, message_id: unknownId('msg') },
  ]) {
    expect(await refusalOf(org.api.webhookMessages.resend({ params }))).toBe('404 message_not_found');
  }
});

test('a disabled webhook resends no message', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id };
  const { id: message_id } = await org.api.webhooks.test({ params });
  await org.api.webhooks.replace({ params, body: { events: ['ping'], status: 'disabled' } });
  const resend = org.api.webhookMessages.resend({ params: { ...params, message_id } });
  expect(await refusalOf(resend)).toBe('409 webhook_disabled');
});
