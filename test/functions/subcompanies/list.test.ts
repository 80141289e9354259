import { expect, test } from 'vitest';
import { operator, organization } from '../../fixtures.ts';

test('a client’s subcompanies and locations are listed, but not those further below', async () => {
  const org = await organization();
  const [subcompany, location] = await Promise.all([organization(org), organization(org, 'location')]);
  await organization(subcompany, 'location');
  const { data, has_more } = await org.api.subcompanies.list({ params: { client_id: org.client.id } });
  expect(data.map(({ id }) => id)).toEqual([subcompany.client.id, location.client.id].sort().reverse());
  expect(has_more).toBe(false);

  const page = await org.api.subcompanies.list({
    params: { client_id: org.client.id },
    query: { limit: '1', order: 'asc' },
  });
  expect([page.data.length, page.has_more]).toEqual([1, true]);
});

test('a subcompany is found by the id that the organization above gave it', async () => {
  const org = await organization();
  await organization(org);
  const params = { client_id: org.client.id };
  const body = { type: 'subcompany', name: 'Harbor Dental North', external_id: 'north' } as const;
  const north = await org.api.subcompanies.create({ params, body });
  const { data } = await org.api.subcompanies.list({ params, query: { external_id: 'north' } });
  expect(data.map(({ id }) => id)).toEqual([north.id]);
});

test('a reseller has clients as children, and no subcompanies', async () => {
  const reseller = await organization(undefined, 'reseller');
  await organization(reseller, 'client');
  const { data } = await operator.subcompanies.list({ params: { client_id: reseller.client.id } });
  expect(data).toEqual([]);
});
