import { expect, test } from 'vitest';
import { organization, platform, problemOf, refusalOf, unknownId, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow, terms } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';

const users = usersOf(platform);

test('another plan applies from the first day on, with the usage since then', async () => {
  const { reseller, params, plan_id, call } = await billedOrganization(users);
  const start_date = monthFromNow(0);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
  await call(90_000);
  await eventually(async () => {
    const { current_period } = await reseller.api.subscriptions.get({ params });
    expect(current_period?.minutes_used).toBe('2');
  });
  const { id: other } = await reseller.api.plans.create({ body: { ...terms, included_minutes: 100 } });
  const updated = await reseller.api.subscriptions.update({ params, body: { plan_id: other } });
  expect(updated).toMatchObject({ plan_id: other, start_date, included_minutes: 100 });
  expect(updated.current_period).toMatchObject({ minutes_used: '2', minutes_included: '100' });
  const { data } = await reseller.api.statements.list({ params });
  expect(data).toHaveLength(1);

  const later = monthFromNow(1);
  const moved = await reseller.api.subscriptions.update({ params, body: { start_date: later } });
  expect(moved).toMatchObject({ plan_id: other, start_date: later });
});

test('a patch that changes nothing keeps a planned end, and needs no plan that is gone', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  const body = { plan_id, start_date: monthFromNow(0) };
  await reseller.api.subscriptions.replace({ params, body });
  await reseller.api.plans.remove({ params: { plan_id } });
  await reseller.api.subscriptions.remove({ params });
  const ending = await reseller.api.subscriptions.get({ params });
  expect(ending.end_date).not.toBeNull();
  for (const same of [{}, { plan_id }, body]) {
    expect(await reseller.api.subscriptions.update({ params, body: same })).toEqual(ending);
  }
  const gone = reseller.api.subscriptions.update({ params, body: { start_date: monthFromNow(1) } });
  expect(await refusalOf(gone)).toBe('404 plan_not_found');
});

test('only an organization above can change it, and both of its fields are required', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(users);
  const body = { plan_id, start_date: monthFromNow(0) };
  const patch = (api: typeof client.api, patched: object) =>
    refusalOf(api.subscriptions.update({ params, body: patched }));
  expect(await patch(reseller.api, {})).toBe('404 subscription_not_found');
  await reseller.api.subscriptions.replace({ params, body });
  expect(await patch(client.api, {})).toBe('403 ancestor_key_required');
  expect(await patch((await organization()).api, {})).toBe('404 client_not_found');
  const own = await client.api.plans.create({ body: terms });
  expect(await patch(reseller.api, { plan_id: own.id })).toBe('404 plan_not_found');
  expect(await patch(reseller.api, { plan_id: unknownId('plan') })).toBe('404 plan_not_found');
  const nulls = { plan_id: null, start_date: null } as object;
  const { errors } = await problemOf(reseller.api.subscriptions.update({ params, body: nulls }));
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/plan_id', '/start_date']);
});

test('final statements and the currency do not change', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  const start_date = monthFromNow(-3);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
  await eventually(async () => {
    const { data } = await reseller.api.statements.list({ params });
    expect(data.filter(({ status }) => status === 'final').length).toBeGreaterThan(1);
  });
  const update = (plan: string) =>
    refusalOf(reseller.api.subscriptions.update({ params, body: { plan_id: plan } }));
  const other = await reseller.api.plans.create({ body: { ...terms, name: 'Other' } });
  expect(await update(other.id)).toBe('409 period_final');
  const dollars = await reseller.api.plans.create({ body: { ...terms, currency: 'USD' } });
  expect(await update(dollars.id)).toBe('409 currency_fixed');
});

test('of two changes with the same ETag, one is made', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const { response } = await reseller.api.subscriptions.get.withResponse({ params });
  const ifMatch = response.headers.get('etag') ?? '';
  const { id: other } = await reseller.api.plans.create({ body: { ...terms, name: 'Other' } });
  await reseller.api.subscriptions.update({ params, body: { plan_id: other }, ifMatch });
  const stale = reseller.api.subscriptions.update({ params, body: { plan_id }, ifMatch });
  expect(await refusalOf(stale)).toBe('412 precondition_failed');
  expect(await refusalOf(reseller.api.subscriptions.remove({ params, ifMatch }))).toBe(
    '412 precondition_failed',
  );
});
