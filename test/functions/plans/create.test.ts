import { expect, test } from 'vitest';
import { operator, organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';
import { terms } from '../../support/billing.ts';

test('a plan belongs to the key’s organization, a descendant, or the platform', async () => {
  const reseller = await organization(undefined, 'reseller');
  const below = await organization(reseller, 'client');
  const own = await reseller.api.plans.create({ body: terms });
  expect(own).toMatchObject({ ...terms, client_id: reseller.client.id, version: 1, metadata: {} });
  const client_id = below.client.id;
  expect((await reseller.api.plans.create({ body: { ...terms, client_id } })).client_id).toBe(client_id);
  expect((await operator.plans.create({ body: terms })).client_id).toBeNull();
  const refused = await problemOf(reseller.api.plans.create({ body: { ...terms, client_id: null } }));
  expect(refused.errors).toMatchObject([{ pointer: '/client_id', code: 'out_of_reach' }]);
});

test('a plan of an organization that is out of reach or suspended is refused', async () => {
  const org = await organization();
  const create = (client_id: string) => refusalOf(org.api.plans.create({ body: { ...terms, client_id } }));
  expect(await create((await organization()).client.id)).toBe('404 client_not_found');
  expect(await create(unknownId('client'))).toBe('404 client_not_found');
  await suspend(org);
  expect(await create(org.client.id)).toBe('409 client_suspended');
});

test.for([
  { base_fee: '-1' },
  { minute_rate: '0.1e5' },
  { rounding_seconds: 7 },
  { included_minutes: 0.5 },
  { currency: 'euro' },
])('%o is no term of a plan', async (wrong) => {
  const body = { ...terms, ...wrong } as typeof terms;
  expect(await refusalOf(operator.plans.create({ body }))).toBe('400 validation_failed');
});
