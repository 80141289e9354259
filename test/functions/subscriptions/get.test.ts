import { expect, test } from 'vitest';
import { organization, platform, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
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

test('an organization without a subscription has none', async () => {
  const { api, client } = await organization();
  expect(await refusalOf(api.subscriptions.get({ params: { client_id: client.id } }))).toBe(
    '404 subscription_not_found',
  );
});
