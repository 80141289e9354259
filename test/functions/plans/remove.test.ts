import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { terms } from '../../support/billing.ts';

test('a removed plan is not found and not listed', async () => {
  const { api } = await organization(undefined, 'reseller');
  const { id: plan_id } = await api.plans.create({ body: terms });
  await api.plans.remove({ params: { plan_id } });
  expect(await refusalOf(api.plans.get({ params: { plan_id } }))).toBe('404 plan_not_found');
  expect(await refusalOf(api.plans.remove({ params: { plan_id } }))).toBe('404 plan_not_found');
  expect((await api.plans.list()).data).toEqual([]);
});
