import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { organization } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { allItems } from '../../support/table.ts';

test('a new secret is shown once, and is not stored in plain text', async () => {
  const org = await organization();
  const { secret: before, ...webhook } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id: webhook.id };
  const { secret, ...rotated } = await org.api.webhooks.rotate({ params });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(before);
  expect(rotated).toEqual({ ...webhook, version: 2, updated_at: rotated.updated_at });
  expect(await org.api.webhooks.get({ params })).toEqual(rotated);
  const table = JSON.stringify(await allItems(webhook.id));
  for (const each of [before, secret]) expect(table).not.toContain(each.slice(6));
});

test.for([
  { overlap_seconds: 3600, verifies: ['before', 'after'] },
  { overlap_seconds: 0, verifies: ['after'] },
])('with an overlap of $overlap_seconds s, $verifies verify what is sent', async (rotation) => {
  const receiver = await startReceiver();
  const org = await organization();
  const created = await org.api.webhooks.create({ body: { url: receiver.url, events: ['ping'] } });
  const params = { webhook_id: created.id };
  const { overlap_seconds } = rotation;
  const { secret } = await org.api.webhooks.rotate({ params, body: { overlap_seconds } });
  await org.api.webhooks.test({ params });
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [{ text, headers } = { text: '', headers: {} }] = receiver.received;
  const verifies = Object.entries({ before: created.secret, after: secret })
    .filter(([, each]) => {
      try {
        new Webhook(each).verify(text, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    })
    .map(([name]) => name);
  expect(verifies).toEqual(rotation.verifies);
  await receiver.close();
});
