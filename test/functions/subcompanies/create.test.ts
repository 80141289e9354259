import { expect, test } from 'vitest';
import { operator, organization, refusalOf, suspend } from '../../fixtures.ts';

test('a subcompany or, if requested, a location is created below the client', async () => {
  const org = await organization();
  const params = { client_id: org.client.id };
  const { reply, response } = await org.api.subcompanies.create.withResponse({
    params,
    body: { name: 'North' },
  });
  expect(reply).toMatchObject({ type: 'subcompany', parent_id: org.client.id });
  expect(response.headers.get('location')).toBe(`/v1/clients/${reply.id}`);
  const location = await org.api.subcompanies.create({ params, body: { name: 'Shop', type: 'location' } });
  expect(location.type).toBe('location');
});

test('a reseller, a location and a suspended client accept none', async () => {
  const reseller = await organization(undefined, 'reseller');
  const location = await organization(await organization(), 'location');
  const suspended = await organization();
  await suspend(suspended);
  const create = (client_id: string) =>
    refusalOf(operator.subcompanies.create({ params: { client_id }, body: { name: 'X' } }));
  expect(await create(reseller.client.id)).toBe('409 invalid_parent');
  expect(await create(location.client.id)).toBe('409 invalid_parent');
  expect(await create(suspended.client.id)).toBe('409 client_suspended');
});
