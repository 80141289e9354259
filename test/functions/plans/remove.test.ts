import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow, terms } from '../../support/billing.ts';

test('a removed plan is not found and not listed', async () => {
  const { api } = await organization(undefined, 'reseller');
  const { id: plan_id } = await api.plans.create({ body: terms });
  await api.plans.remove({ params: { plan_id } });
  expect(await refusalOf(api.plans.get({ params: { plan_id } }))).toBe('404 plan_not_found');
  expect(await refusalOf(api.plans.remove({ params: { plan_id } }))).toBe('404 plan_not_found');
  expect((await api.plans.list()).data).toEqual([]);
});

test('a subscription keeps the terms of a plan that is removed, and a new one cannot be made of it', async () => {
  const { reseller, params, plan_id } = await billedOrganization({ organization, operator });
  const body = { plan_id, start_date: monthFromNow(0) };
  const { minute_rate } = await reseller.api.subscriptions.replace({ params, body });
  await reseller.api.plans.remove({ params: { plan_id } });
  expect(minute_rate).toBe(terms.minute_rate);
  expect(await reseller.api.subscriptions.get({ params })).toMatchObject({ plan_id, minute_rate });
  const later = { plan_id, start_date: monthFromNow(1) };
  const refused = reseller.api.subscriptions.replace({ params, body: later });
  expect(await refusalOf(refused)).toBe('404 plan_not_found');
});
