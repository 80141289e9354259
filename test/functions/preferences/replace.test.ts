import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, refusalOf } from '../../fixtures.ts';

test('preferences are any JSON object of up to 32 KB, for each key', async () => {
  const { api, client } = await organization();
  const body = { views: [{ name: 'Mine', filters: { q: 'tea' } }], zone: 'Europe/Berlin' };
  expect(await api.preferences.replace({ body })).toEqual(body);
  expect(await api.preferences.get()).toEqual(body);
  expect(await clientFor(await makeKey(client.id)).preferences.get()).toEqual({});
  const large = { text: 'x'.repeat(33_000) };
  expect(await refusalOf(api.preferences.replace({ body: large }))).toBe('400 validation_failed');
  expect(await api.preferences.get()).toEqual(body);
});
