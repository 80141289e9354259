import { expect, test } from 'vitest';
import { operator, organization, platform, problemOf, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow, terms } from '../../support/billing.ts';
import { plusDays } from '../../support/billing-model.ts';
import { eventually } from '../../support/eventually.ts';
import { clockOf, startOfDate } from '../../support/zone-clock.ts';

const users = usersOf(platform);

test('a subscription copies the terms of its plan and keeps them when the plan is changed or removed', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(users);
  const start_date = monthFromNow(0);
  const subscribed = await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
  expect(subscribed).toMatchObject({ ...terms, plan_id, start_date, end_date: null, timezone: 'UTC' });
  expect(subscribed.current_period).toMatchObject({ minutes_used: '0', minutes_included: '10' });
  await reseller.api.plans.replace({ params: { plan_id }, body: { ...terms, base_fee: '99' } });
  await reseller.api.plans.remove({ params: { plan_id } });
  const { base_fee } = await client.api.subscriptions.get({ params });
  expect(base_fee).toBe('49');
});

test('repeating a subscription changes nothing', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  const body = { plan_id, start_date: monthFromNow(0) };
  const first = await reseller.api.subscriptions.replace({ params, body });
  expect(await reseller.api.subscriptions.replace({ params, body })).toEqual(first);
});

test('usage since the start is billed, even if it was counted before', async () => {
  const { reseller, params, plan_id, call } = await billedOrganization(users);
  await call(90_000);
  await eventually(async () => {
    const { rows } = await reseller.api.usage.own({ query: { interval: 'total' } });
    expect(rows[0]?.conversations).toBe(1);
  });
  const body = { plan_id, start_date: monthFromNow(0) };
  const { current_period } = await reseller.api.subscriptions.replace({ params, body });
  expect(current_period?.minutes_used).toBe('2');
});

test('another plan applies from its start, and both are billed for their part', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const other = await reseller.api.plans.create({ body: { ...terms, name: 'Larger' } });
  const start_date = monthFromNow(1);
  const { name, current_period } = await reseller.api.subscriptions.replace({
    params,
    body: { plan_id: other.id, start_date },
  });
  expect([name, current_period]).toEqual(['Larger', null]);
  const { data } = await reseller.api.statements.list({ params });
  expect(data.map(({ lines, period_end }) => [lines[0]?.description.slice(0, 7), period_end])).toEqual([
    ['Starter', `${start_date}T00:00:00.000Z`],
  ]);
});

test('a subscription that was ended stays so if another one starts later', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  const start = (months: number) =>
    reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(months) } });
  await start(0);
  await reseller.api.subscriptions.remove({ params });
  const ended = await reseller.api.subscriptions.get({ params });
  await start(2);
  const { end_date, next } = await reseller.api.subscriptions.get({ params });
  expect([end_date, next?.start_date]).toEqual([ended.end_date, monthFromNow(2)]);
});

test('only an organization above can subscribe, to a plan that it reaches', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(users);
  const subscribe = (api: typeof operator, plan: string) =>
    refusalOf(api.subscriptions.replace({ params, body: { plan_id: plan, start_date: monthFromNow(0) } }));
  expect(await subscribe(client.api, plan_id)).toBe('403 ancestor_key_required');
  expect(await subscribe((await organization()).api, plan_id)).toBe('404 client_not_found');
  const own = await client.api.plans.create({ body: terms });
  expect(await subscribe(reseller.api, own.id)).toBe('404 plan_not_found');
  const platforms = await operator.plans.create({ body: terms });
  expect(await subscribe(reseller.api, platforms.id)).toBe('404 plan_not_found');
});

test('final statements and the currency do not change', async () => {
  const { reseller, params, plan_id } = await billedOrganization(users);
  const replace = (plan: string, start_date: string) =>
    reseller.api.subscriptions.replace({ params, body: { plan_id: plan, start_date } });
  await replace(plan_id, monthFromNow(-3));
  await eventually(async () => {
    const { data } = await reseller.api.statements.list({ params });
    expect(data.filter(({ status }) => status === 'final').length).toBeGreaterThan(1);
  });
  const other = await reseller.api.plans.create({ body: { ...terms, name: 'Other' } });
  expect(await refusalOf(replace(other.id, monthFromNow(-2)))).toBe('409 period_final');
  const dollars = await reseller.api.plans.create({ body: { ...terms, currency: 'USD' } });
  expect(await refusalOf(replace(dollars.id, monthFromNow(1)))).toBe('409 currency_fixed');
  const { errors } = await problemOf(replace(other.id, '2019-01-01'.replace('2019', '2021')));
  expect(errors).toMatchObject([{ pointer: '/start_date', code: 'out_of_range' }]);
});

test('a pack keeps its currency, even if the subscription that it was bought with is removed before it starts', async () => {
  const { reseller, params, plan_id } = await billedOrganization(usersOf(platform));
  const { id: other } = await reseller.api.plans.create({ body: { ...terms, currency: 'USD' } });
  const start = (plan: string, months: number) =>
    reseller.api.subscriptions.replace({ params, body: { plan_id: plan, start_date: monthFromNow(months) } });
  // Nothing is billed yet.
  await start(plan_id, 1);
  await reseller.api.subscriptions.remove({ params });
  await start(other, 1);
  await reseller.api.subscriptions.remove({ params });

  await start(plan_id, 1);
  await reseller.api.subscriptions.addPack({ params, body: { minutes: 100, price: '20' } });
  await reseller.api.subscriptions.remove({ params });
  expect(await refusalOf(start(other, 0))).toBe('409 currency_fixed');
  await start(plan_id, 0);
});

test.for([
  ['east, so that their days overlap', 'America/New_York', 'Asia/Kolkata'],
  ['west, so that there are hours between their days', 'Asia/Kolkata', 'America/New_York'],
] as const)(
  'a call between two subscriptions, after a move to the %s, is billed by the newer one',
  async ([, before, after]) => {
    // At the end of a month, a new subscription would include fewer minutes than the call has.
    const organizations = await billedOrganization(usersOf(platform), { included_minutes: 0 });
    const { reseller, client, params, plan_id, call } = organizations;
    const move = (timezone: string) =>
      reseller.api.clients.update({ params, body: { settings: { timezone } } });
    const subscribe = (start_date: string) =>
      reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
    const today = clockOf(after, Date.now()).date;
    await move(before);
    await subscribe(plusDays(today, -1));
    await move(after);
    await subscribe(today);
    const [ended, began] = [startOfDate(before, today), startOfDate(after, today)];
    await call(90_000, { start_time: new Date(Math.min(ended, began)).toISOString() });
    await eventually(async () => {
      const { data } = await client.api.statements.list({ params });
      const minutes = data.map(({ lines }) => lines.filter(({ unit }) => unit === 'minute'));
      expect(minutes.map((lines) => lines.map(({ quantity }) => quantity))).toEqual([['2'], []]);
      expect(data[1]?.period_end).toBe(new Date(Math.min(ended, began)).toISOString());
      expect(data[0]?.period_start).toBe(data[1]?.period_end);
    });
  },
);
