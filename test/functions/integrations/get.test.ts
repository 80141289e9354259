import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('an integration is returned as it was created, to every key that reaches its organization', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const body = { provider: 'retell', name: 'Read', metadata: { a: 'b' } } as const;
  const created = await client.api.integrations.create({ body });
  const params = { integration_id: created.id };
  expect(await reseller.api.integrations.get({ params })).toEqual(created);
  const unknown = { integration_id: unknownId('intg') };
  expect(await refusalOf(client.api.integrations.get({ params: unknown }))).toBe('404 integration_not_found');
});
