import { expect, test } from 'vitest';
import { organisation, refusalOf } from '../../fixtures.ts';

test('a webhook is readable with keys of the organizations above, not with those below or beside', async () => {
  const reseller = await organisation(undefined, 'reseller');
  const org = await organisation(reseller, 'client');
  const [child, sibling] = await Promise.all([organisation(org), organisation(reseller, 'client')]);
  const { secret: _secret, ...webhook } = await org.api.webhooks.create({ body: { events: ['*'] } });
  const params = { webhook_id: webhook.id };
  expect(await reseller.api.webhooks.get({ params })).toEqual(webhook);
  for (const { api } of [child, sibling])
    expect(await refusalOf(api.webhooks.get({ params }))).toBe('404 webhook_not_found');
});
