import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';
import { terms } from '../../support/billing.ts';

test('a plan is visible to its organization and those above, and not to those below', async () => {
  const reseller = await organization(undefined, 'reseller');
  const below = await organization(reseller, 'client');
  const plan = await reseller.api.plans.create({ body: terms });
  const params = { plan_id: plan.id };
  expect(await reseller.api.plans.get({ params })).toEqual(plan);
  expect(await operator.plans.get({ params })).toEqual(plan);
  expect(await refusalOf(below.api.plans.get({ params }))).toBe('404 plan_not_found');
});
