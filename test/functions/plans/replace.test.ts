import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { terms } from '../../support/billing.ts';

test('a plan is replaced if it has not changed since it was read', async () => {
  const { api } = await organization(undefined, 'reseller');
  const plan = await api.plans.create({ body: terms });
  const params = { plan_id: plan.id };
  const { response } = await api.plans.get.withResponse({ params });
  const ifMatch = response.headers.get('etag') ?? '';
  const body = { ...plan, minute_rate: '0.10' };
  const replaced = await api.plans.replace({ params, body, ifMatch });
  expect(replaced).toMatchObject({ minute_rate: '0.10', version: 2 });
  expect((await api.plans.list()).data[0]).toMatchObject({ minute_rate: '0.10' });
  expect(await refusalOf(api.plans.replace({ params, body, ifMatch }))).toBe('412 precondition_failed');
  const other = (await organization()).api;
  expect(await refusalOf(other.plans.replace({ params, body }))).toBe('404 plan_not_found');
});
