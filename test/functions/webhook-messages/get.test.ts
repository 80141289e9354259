import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('a message belongs to its webhook, and an unknown one is not found', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const other = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const { id: message_id } = await org.api.webhooks.test({ params: { webhook_id } });
  const read = await org.api.webhookMessages.get({ params: { webhook_id, message_id } });
  expect(read).toMatchObject({
    event: 'ping',
    entity_id: webhook_id,
    payload: { data: { id: webhook_id } },
    attempts: [],
  });
  for (const params of [
    { webhook_id: other.id, message_id },
    { webhook_id, message_id: unknownId('msg') },
  ]) {
    expect(await refusalOf(org.api.webhookMessages.get({ params }))).toBe('404 message_not_found');
  }
});
