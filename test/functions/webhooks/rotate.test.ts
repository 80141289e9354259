import { expect, test } from 'vitest';
import { organization } from '../../fixtures.ts';
import { allItems } from '../../support/table.ts';

test('a new secret is shown once, and is not stored in plain text', async () => {
  const org = await organization();
  const { secret: before, ...webhook } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id: webhook.id };
  const { secret, ...rotated } = await org.api.webhooks.rotate({ params, body: {} });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(before);
  expect(rotated).toEqual({ ...webhook, version: 2, updated_at: rotated.updated_at });
  expect(await org.api.webhooks.get({ params })).toEqual(rotated);
  const table = JSON.stringify(await allItems(webhook.id));
  for (const each of [before, secret]) expect(table).not.toContain(each.slice(6));
});
