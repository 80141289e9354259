import { expect, test } from 'vitest';
import type { Item } from '#lib/store/table.ts';
import { billedOrganization, monthFromOpen, untilOpen } from './support/billing.ts';
import { eventually } from './support/eventually.ts';
import { withOwnPlatform } from './support/own-platform.ts';
import { tableOf } from './support/table.ts';
import type { Organization } from './support/users.ts';
import { usersOf } from './support/users.ts';

test('costs that were counted before their reporters count as the platform’s, until they are counted again', () =>
  withOwnPlatform(async (description) => {
    const users = usersOf(description);
    const { reseller, client, params, plan_id } = await billedOrganization(users);
    const { id: agent_id } = await client.api.agents.create({ body: { name: 'Reception' } });
    const counted = (conversations: number) =>
      eventually(async () => {
        const query = { interval: 'total', start_after: monthFromOpen(-3) } as const;
        expect((await client.api.usage.own({ query })).rows[0]?.conversations).toBe(conversations);
      });
    const record = async (month: string, amount: string, by: Pick<Organization, 'api'>) => {
      const start_time = `${month}T00:00:00Z`;
      const cost = { amount, currency: 'EUR' };
      await by.api.conversations.create({
        body: { agent_id, status: 'completed', start_time, duration_ms: 1000, cost },
      });
    };
    const [past, present] = [monthFromOpen(-1), monthFromOpen(0)];
    for (const month of [past, present]) {
      await record(month, '1', reseller);
      await record(month, '0.5', { api: users.operator });
    }
    await counted(4);
    await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: past } });
    const shownTo = async (api: Organization['api']) =>
      untilOpen((await api.statements.list({ params })).data).map(({ status, costs, margin }) => [
        status,
        costs?.map(({ amount }) => amount).join(),
        margin?.amount ?? null,
      ]);
    const ofPlatform = [
      ['draft', '1.50', '47.50'],
      ['final', '1.50', '47.50'],
    ];
    await eventually(async () => expect(await shownTo(users.operator)).toEqual(ofPlatform));
    const own = ['draft', '1.00', '48.00'];
    expect(await shownTo(reseller.api)).toEqual([own, ['final', '1.00', '48.00']]);

    const table = tableOf(description);
    const sums = JSON.stringify({ EUR: '1500000000' });
    for (const item of (await table.all()) as Item[]) {
      if (item.sk.startsWith('meter#')) await table.put({ ...item, costs: sums });
      if (item.sk.startsWith('statement#')) {
        const { shape: _shape, ...rest } = item;
        const settled = (JSON.parse(String(item.settled)) as object[]).map((each) => ({
          ...each,
          costs: sums,
        }));
        const [costs, margin] = [
          JSON.stringify([{ amount: '1.50', currency: 'EUR' }]),
          JSON.stringify({ amount: '47.50', currency: 'EUR' }),
        ];
        await table.put({ ...rest, costs, margin, settled: JSON.stringify(settled) });
      }
    }
    expect(await shownTo(users.operator)).toEqual(ofPlatform);
    // A margin without some of its own costs would be wrong.
    expect(await shownTo(reseller.api)).toEqual([
      ['draft', '', null],
      ['final', '', null],
    ]);

    // Only now, because the table's client takes its settings from the environment.
    const { upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
    const { recount } = await import('#lib/upkeep/usage.ts');
    expect(await upgradeTable({ perSecond: 1000 })).toBe(1);
    for (const _ of ['once', 'again']) {
      await recount();
      expect(await shownTo(users.operator)).toEqual(ofPlatform);
      expect(await shownTo(reseller.api)).toEqual([own, ['final', '', null]]);
    }

    // A correction is the difference, and the old sums are not counted twice.
    await record(past, '2', reseller);
    await counted(5);
    expect((await shownTo(users.operator))[0]).toEqual(['draft', '3.50', '45.50']);
    expect((await shownTo(reseller.api))[0]).toEqual(['draft', '3.00', '46.00']);
  }));
