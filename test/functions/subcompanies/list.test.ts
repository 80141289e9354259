import { expect, test } from 'vitest';
import { operator, organisation } from '../../fixtures.ts';

test('a client’s subcompanies and locations are listed, but not those further below', async () => {
  const org = await organisation();
  const [subcompany, location] = await Promise.all([organisation(org), organisation(org, 'location')]);
  await organisation(subcompany, 'location');
  const { data, has_more } = await org.api.subcompanies.list({ params: { client_id: org.client.id } });
  expect(data.map(({ id }) => id)).toEqual([subcompany.client.id, location.client.id].sort().reverse());
  expect(has_more).toBe(false);

  const page = await org.api.subcompanies.list({
    params: { client_id: org.client.id },
    query: { limit: '1', order: 'asc' },
  });
  expect([page.data.length, page.has_more]).toEqual([1, true]);
});

test('a reseller has clients as children, and no subcompanies', async () => {
  const reseller = await organisation(undefined, 'reseller');
  await organisation(reseller, 'client');
  const { data } = await operator.subcompanies.list({ params: { client_id: reseller.client.id } });
  expect(data).toEqual([]);
});
