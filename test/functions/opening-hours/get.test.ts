import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('an organization has no opening hours at first, and nobody else sees them', async () => {
  const { api, client } = await organization();
  const params = { client_id: client.id };
  await api.clients.update({ params, body: { settings: { timezone: 'Asia/Kolkata' } } });
  expect(await api.openingHours.get({ params })).toEqual({
    client_id: client.id,
    timezone: 'Asia/Kolkata',
    weekly: [],
    exceptions: [],
    updated_at: null,
  });
  const other = (await organization()).api;
  expect(await refusalOf(other.openingHours.get({ params }))).toBe('404 client_not_found');
});
