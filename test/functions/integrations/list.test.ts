import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('integrations are listed at every level, newest first, without their mappings', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const create = (org: typeof client, name: string) =>
    org.api.integrations.create({ body: { provider: 'vapi', name } });
  const above = await create(reseller, 'Above');
  const below = await create(client, 'Below');
  const { data } = await reseller.api.integrations.list({});
  expect(data.map(({ id }) => id)).toEqual([below.id, above.id]);
  expect(data[0]).not.toHaveProperty('agents');
  const query = { client_id: client.client.id };
  expect((await reseller.api.integrations.list({ query })).data.map(({ id }) => id)).toEqual([below.id]);
  expect((await client.api.integrations.list({})).data.map(({ id }) => id)).toEqual([below.id]);
  const beyond = client.api.integrations.list({ query: { client_id: unknownId('client') } });
  expect(await refusalOf(beyond)).toBe('404 client_not_found');
});
