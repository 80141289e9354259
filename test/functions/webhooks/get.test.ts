import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a webhook is readable with keys of the organizations above, not with those below or beside', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const [child, sibling] = await Promise.all([organization(org), organization(reseller, 'client')]);
  const { secret: _secret, ...webhook } = await org.api.webhooks.create({ body: { events: ['*'] } });
  const params = { webhook_id: webhook.id };
  expect(await reseller.api.webhooks.get({ params })).toEqual(webhook);
  for (const { api } of [child, sibling])
    expect(await refusalOf(api.webhooks.get({ params }))).toBe('404 webhook_not_found');
});
