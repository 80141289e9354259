import { expect, test } from 'vitest';
import { platform, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';

test('a pack is used after the included minutes, and ends a stop', async () => {
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), {
    included_minutes: 1,
    at_limit: 'stop',
  });
  const pack = { minutes: 5, price: '2.50' };
  expect(await refusalOf(reseller.api.subscriptions.addPack({ params, body: pack }))).toBe(
    '404 subscription_not_found',
  );
  // The whole of a month, so that its minutes are not a part.
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  await call(60_000);
  await eventually(async () => expect(await refusalOf(call(0))).toBe('409 usage_limit_reached'));

  expect(await refusalOf(client.api.subscriptions.addPack({ params, body: pack }))).toBe(
    '403 ancestor_key_required',
  );
  const idempotencyKey = 'twice';
  const bought = await reseller.api.subscriptions.addPack({ params, body: pack, idempotencyKey });
  expect(bought).toMatchObject({ minutes: 5, price: { amount: '2.50', currency: 'EUR' } });
  expect(await reseller.api.subscriptions.addPack({ params, body: pack, idempotencyKey })).toEqual(bought);
  await eventually(async () => void (await call(120_000)));
  await eventually(async () => {
    const { current_period } = await client.api.subscriptions.get({ params });
    expect(Number(current_period?.pack_minutes_left)).toBeLessThan(5);
  });
  const [statement] = (await client.api.statements.list({ params })).data;
  expect(statement?.lines).toContainEqual(
    expect.objectContaining({
      description: 'Pack of 5 minutes',
      amount: { amount: '2.50', currency: 'EUR' },
    }),
  );
});
