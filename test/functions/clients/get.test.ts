import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';

test('only settings that the API defines are inherited from the organizations above', async () => {
  const reseller = await organization(undefined, 'reseller', {
    settings: { timezone: 'Europe/Berlin', locale: 'de-DE', retention_days: 90 },
  });
  const client = await organization(reseller, 'client', { settings: { locale: 'en-GB', own: { a: 1 } } });
  const location = await organization(client, 'location', { settings: { retention_days: 7, mine: 1 } });
  const read = await location.api.clients.get({ params: { client_id: location.client.id } });
  expect(read.settings).toEqual({ retention_days: 7, mine: 1 });
  expect(read.effective_settings).toEqual({
    timezone: 'Europe/Berlin',
    locale: 'en-GB',
    mine: 1,
    retention_days: 7,
  });
});

test('a change above is visible below immediately, and changes the ETag', async () => {
  const client = await organization(undefined, 'client', { settings: { locale: 'en' } });
  const location = await organization(client, 'location');
  const params = { client_id: location.client.id };
  const before = await operator.clients.get.withResponse({ params });
  await operator.clients.replace({
    params: { client_id: client.client.id },
    body: { name: 'Changed', settings: { locale: 'fr' } },
  });
  const after = await operator.clients.get.withResponse({ params });
  expect(after.reply.effective_settings).toEqual({ locale: 'fr' });
  expect(after.reply.version).toBe(before.reply.version);
  expect(after.response.headers.get('etag')).not.toBe(before.response.headers.get('etag'));
});

test('a key reaches its organization and its descendants, not those above or beside', async () => {
  const client = await organization();
  const [one, other] = await Promise.all([
    organization(client, 'location'),
    organization(client, 'location'),
  ]);
  const read = (api: typeof one.api, id: string) => api.clients.get({ params: { client_id: id } });
  expect((await read(client.api, one.client.id)).id).toBe(one.client.id);
  expect((await read(one.api, one.client.id)).id).toBe(one.client.id);
  expect(await refusalOf(read(one.api, client.client.id))).toBe('404 client_not_found');
  expect(await refusalOf(read(one.api, other.client.id))).toBe('404 client_not_found');
});
