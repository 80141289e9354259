import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a key is readable with keys of the organizations above, not with those beside', async () => {
  const client = await organization();
  const [one, other] = await Promise.all([organization(client), organization(client)]);
  const { key } = await one.api.me.get();
  const params = { api_key_id: key?.id ?? '' };
  const { last_used_at: _used, metadata: _metadata, ...rest } = await client.api.apiKeys.get({ params });
  expect(key).toMatchObject(rest);
  expect(await refusalOf(other.api.apiKeys.get({ params }))).toBe('404 api_key_not_found');
});
