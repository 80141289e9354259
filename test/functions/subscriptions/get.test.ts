import { expect, test } from 'vitest';
import { organization, platform, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow, terms } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';

test('a subscription shows what its period has used so far, and follows corrections', async () => {
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform));
  const body = { plan_id, start_date: monthFromNow(0) };
  await reseller.api.subscriptions.replace({ params, body });
  const used = (minutes: string) =>
    eventually(async () => {
      const { current_period } = await client.api.subscriptions.get({ params });
      expect(current_period?.minutes_used).toBe(minutes);
    });
  const { id: conversation_id } = await call(61_000);
  await call(600_000, { channel: 'chat' });
  await used('2');
  await client.api.conversations.update({ params: { conversation_id }, body: { duration_ms: 59_000 } });
  await used('1');
});

test('the running subscription is shown until the next one starts, and says which one that is', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  const body = { plan_id, start_date: monthFromNow(0) };
  const running = await reseller.api.subscriptions.replace({ params, body });
  const start_date = monthFromNow(1);
  const larger = await reseller.api.plans.create({ body: { ...terms, name: 'Larger' } });
  const next = await reseller.api.subscriptions.replace({ params, body: { plan_id: larger.id, start_date } });
  expect(await client.api.subscriptions.get({ params })).toMatchObject({
    id: running.id,
    end_date: start_date,
    current_period: { minutes_included: running.current_period?.minutes_included },
    next: { id: next.id, plan_id: larger.id, start_date },
  });

  // To subscribe to what runs is to keep it.
  expect(await reseller.api.subscriptions.replace({ params, body })).toEqual(running);
  expect(await client.api.subscriptions.get({ params })).toEqual(running);
});

test('a subscription that was ended today is kept by subscribing to it again', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  const body = { plan_id, start_date: monthFromNow(0) };
  const running = await reseller.api.subscriptions.replace({ params, body });
  await reseller.api.subscriptions.remove({ params });
  expect((await client.api.subscriptions.get({ params })).end_date).not.toBeNull();
  await reseller.api.subscriptions.replace({ params, body });
  expect(await client.api.subscriptions.get({ params })).toEqual(running);
});

test('an organization without a subscription has none', async () => {
  const { api, client } = await organization();
  expect(await refusalOf(api.subscriptions.get({ params: { client_id: client.id } }))).toBe(
    '404 subscription_not_found',
  );
});
