import { expect, test } from 'vitest';
import type { Item } from '#lib/store/table.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

test('claims of providers’ ids that lists do not find are found once they were upgraded', () =>
  withOwnPlatform(async (description) => {
    const table = tableOf(description);
    const { api } = await usersOf(description).organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
    const provider = { name: 'own', conversation_id: 'call-1' };
    const { id } = await api.conversations.create({ body: { agent_id, status: 'completed', provider } });
    const found = async () => {
      const { data } = await api.conversations.list({ query: { provider_conversation_id: 'call-1' } });
      return data.map((one) => one.id);
    };
    const claims = (await table.all()).filter(
      (item) => item.f12 !== undefined && item.claim_place !== undefined,
    );
    for (const { f12: _key, claim_place: _place, shape: _shape, ...claim } of claims)
      await table.put(claim as Item);
    expect([claims.length, await found()]).toEqual([1, []]);

    const { upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
    const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
    expect(await upgradeTable({ perSecond: 1000 })).toBe(1);
    expect(await found()).toEqual([id]);
    expect(await verifyTable({ search: false, usage: false })).toMatchObject({ older: 0, findings: [] });
  }));
