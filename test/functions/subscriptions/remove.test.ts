import { expect, test } from 'vitest';
import { platform, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';

test('a subscription ends with the current day, which its last statement includes', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  expect(await refusalOf(client.api.subscriptions.remove({ params }))).toBe('403 ancestor_key_required');
  await reseller.api.subscriptions.remove({ params });
  expect(await refusalOf(reseller.api.subscriptions.remove({ params }))).toBe('404 subscription_not_found');
  const [statement] = (await reseller.api.statements.list({ params })).data;
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString();
  expect(statement).toMatchObject({ status: 'draft', period_end: tomorrow });
});

test('a subscription that has not started is removed', async () => {
  const { reseller, params, plan_id } = await billedOrganization(usersOf(platform));
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(1) } });
  await reseller.api.subscriptions.remove({ params });
  expect(await refusalOf(reseller.api.subscriptions.get({ params }))).toBe('404 subscription_not_found');
  expect((await reseller.api.statements.list({ params })).data).toEqual([]);
});

test('a subscription ends with the current day, even if another one was to follow it', async () => {
  const { reseller, params, plan_id } = await billedOrganization(usersOf(platform));
  for (const months of [0, 1, 2]) {
    await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(months) } });
  }
  await reseller.api.subscriptions.remove({ params });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect((await reseller.api.subscriptions.get({ params })).end_date).toBe(tomorrow);
  expect(await refusalOf(reseller.api.subscriptions.remove({ params }))).toBe('404 subscription_not_found');
});
