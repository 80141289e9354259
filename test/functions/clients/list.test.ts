import { expect, test } from 'vitest';
import { operator, organization, refusalOf, unknownId } from '../../fixtures.ts';

const tree = async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const [north, south] = await Promise.all([organization(client), organization(client)]);
  const shop = await organization(north, 'location');
  return { reseller, client, north, south, shop };
};

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);
const sorted = (ids: string[]) => [...ids].sort().reverse();

test('a key lists its organization and all descendants, newest first', async () => {
  const { reseller, client, north, south, shop } = await tree();
  const all = [reseller, client, north, south, shop].map((org) => org.client.id);
  expect(idsOf(await reseller.api.clients.list())).toEqual(sorted(all));
  expect(idsOf(await reseller.api.clients.list({ query: { order: 'asc' } }))).toEqual(sorted(all).reverse());
  expect(idsOf(await north.api.clients.list())).toEqual(sorted([north.client.id, shop.client.id]));
  expect(idsOf(await shop.api.clients.list())).toEqual([shop.client.id]);
});

test('the parent filter gives direct children, the type filter one type, and they combine', async () => {
  const { reseller, client, north, south, shop } = await tree();
  const list = async (query: object) => idsOf(await reseller.api.clients.list({ query }));
  expect(await list({ parent_id: client.client.id })).toEqual(sorted([north.client.id, south.client.id]));
  expect(await list({ type: 'subcompany' })).toEqual(sorted([north.client.id, south.client.id]));
  expect(await list({ type: 'location' })).toEqual([shop.client.id]);
  expect(await list({ parent_id: client.client.id, type: 'location' })).toEqual([]);
  expect(await list({ parent_id: north.client.id, type: 'location' })).toEqual([shop.client.id]);
});

test('the name filter accepts the beginning of a name, ignores case and accents, and combines with others', async () => {
  const org = await organization();
  const make = (name: string, type: 'subcompany' | 'location') =>
    operator.clients.create({ body: { name, type, parent_id: org.client.id } });
  const cafe = await make('Café Nord', 'location');
  const shouting = await make('CAFE SUD', 'subcompany');
  await make('Le Café', 'location');
  const list = async (query: object) => idsOf(await org.api.clients.list({ query }));
  expect(await list({ name: 'cafe' })).toEqual(sorted([cafe.id, shouting.id]));
  expect(await list({ name: 'CAFÉ ', order: 'asc' })).toEqual(sorted([cafe.id, shouting.id]).reverse());
  expect(await list({ name: 'café', type: 'location' })).toEqual([cafe.id]);
  expect(await list({ name: 'zebra' })).toEqual([]);
  const first = await org.api.clients.list({ query: { name: 'cafe', limit: '1' } });
  const second = await org.api.clients.list({
    query: { name: 'cafe', limit: '1', cursor: first.next_cursor ?? '' },
  });
  expect([...idsOf(first), ...idsOf(second)]).toEqual(sorted([cafe.id, shouting.id]));
  expect([first.has_more, second.has_more]).toEqual([true, false]);
});

test('a renamed organization is found by its new name immediately, and no longer by its old one', async () => {
  const org = await organization();
  const { id } = await operator.clients.create({
    body: { name: 'Before', type: 'location', parent_id: org.client.id },
  });
  await operator.clients.replace({ params: { client_id: id }, body: { name: 'After' } });
  expect(idsOf(await org.api.clients.list({ query: { name: 'before' } }))).toEqual([]);
  const { data } = await org.api.clients.list({ query: { name: 'after' } });
  expect(data).toMatchObject([{ id, name: 'After', version: 2 }]);
});

test('a parent out of reach is not found', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  for (const parent_id of [stranger.client.id, unknownId('client')]) {
    expect(await refusalOf(org.api.clients.list({ query: { parent_id } }))).toBe('404 client_not_found');
  }
});

test('a name filter of which nothing is compared is refused', async () => {
  const org = await organization();
  expect(await refusalOf(org.api.clients.list({ query: { name: '\u0301' } }))).toBe('400 validation_failed');
});
