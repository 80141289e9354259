import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a removed webhook is not found, and its messages are removed', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id };
  await org.api.webhooks.test({ params });
  await org.api.webhooks.remove({ params });
  expect((await org.api.webhooks.list()).data).toEqual([]);
  expect(await refusalOf(org.api.webhooks.remove({ params }))).toBe('404 webhook_not_found');
  expect(await refusalOf(org.api.webhookMessages.list({ params }))).toBe('404 webhook_not_found');
});
