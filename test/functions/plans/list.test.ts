import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { terms } from '../../support/billing.ts';

test('plans of the organization and its descendants are listed, newest first', async () => {
  const reseller = await organization(undefined, 'reseller');
  const below = await organization(reseller, 'client');
  const first = await reseller.api.plans.create({ body: terms });
  const second = await below.api.plans.create({ body: { ...terms, name: 'Second' } });
  const { metadata: _metadata, ...shown } = second;
  const { data } = await reseller.api.plans.list();
  expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(data[0]).toEqual(shown);
  expect((await below.api.plans.list()).data).toHaveLength(1);
  const query = { client_id: reseller.client.id };
  expect(await refusalOf(below.api.plans.list({ query }))).toBe('404 client_not_found');
});
