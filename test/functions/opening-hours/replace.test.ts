import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';

const weekly = [
  { weekday: 'monday' as const, opens: '14:00', closes: '18:00' },
  { weekday: 'monday' as const, opens: '08:00', closes: '12:00' },
];
const exceptions = [{ date: '2026-12-25', spans: [] }];

test('opening hours are replaced as a whole, and removed by empty lists', async () => {
  const { api, client } = await organization();
  const params = { client_id: client.id };
  const set = await api.openingHours.replace({ params, body: { weekly, exceptions } });
  expect(set).toMatchObject({ client_id: client.id, timezone: 'UTC', weekly, exceptions });
  expect(await api.openingHours.get({ params })).toEqual(set);
  expect(await api.openingHours.replace({ params, body: set })).toEqual(set);
  const again = await api.openingHours.replace({ params, body: { ...set, exceptions: [] } });
  expect(again).toMatchObject({ weekly, exceptions: [] });
  expect(await api.openingHours.replace({ params, body: {} })).toMatchObject({ weekly: [], exceptions: [] });
});

test('an organization above sets them, and no other organization sees them', async () => {
  const reseller = await organization(undefined, 'reseller');
  const { api, client } = await organization(reseller, 'client');
  const params = { client_id: client.id };
  await reseller.api.openingHours.replace({ params, body: { weekly } });
  expect(await api.openingHours.get({ params })).toMatchObject({ weekly });
  // Those of the organization above are its own.
  expect(await reseller.api.openingHours.get({ params: { client_id: reseller.client.id } })).toMatchObject({
    weekly: [],
    updated_at: null,
  });
  const stranger = (await organization()).api;
  expect(await refusalOf(stranger.openingHours.replace({ params, body: {} }))).toBe('404 client_not_found');
  const above = { client_id: reseller.client.id };
  expect(await refusalOf(api.openingHours.replace({ params: above, body: {} }))).toBe('404 client_not_found');
});

test.for([
  ['a time that does not exist', { weekly: [{ weekday: 'monday', opens: '08:00', closes: '24:30' }] }],
  ['an end before the beginning', { weekly: [{ weekday: 'monday', opens: '22:00', closes: '02:00' }] }],
  ['a day that does not exist', { weekly: [{ weekday: 'Monday', opens: '08:00', closes: '12:00' }] }],
  ['a date twice', { exceptions: [...exceptions, ...exceptions] }],
  ['a date that does not exist', { exceptions: [{ date: '2026-02-30', spans: [] }] }],
] as const)('%s is refused', async ([, body]) => {
  const { api, client } = await organization();
  const request = api.openingHours.replace({ params: { client_id: client.id }, body: body as never });
  expect(await refusalOf(request)).toBe('400 validation_failed');
});

test('an organization that is being erased keeps none', async () => {
  const { client } = await organization();
  const params = { client_id: client.id };
  await operator.openingHours.replace({ params, body: { weekly } });
  await operator.clients.erase({ params });
  const request = operator.openingHours.replace({ params, body: { weekly } });
  expect(await refusalOf(request)).toBe('409 client_erasing');
});
