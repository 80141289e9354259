import { expect, test } from 'vitest';
import type { Item } from '#lib/store/table.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

test('entries of conversations without provider, verdict and reviewer get them from the record', () =>
  withOwnPlatform(async (description) => {
    const table = tableOf(description);
    const { organization } = usersOf(description);
    const { api } = await organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
    const judged = { provider: { name: 'own' }, quality: { successful: false } };
    const record = () => api.conversations.create({ body: { agent_id, status: 'completed', ...judged } });
    const [left, erased] = [await record(), await record()];
    const params = { conversation_id: left.id };
    const { reviewed } = await api.conversations.update({ params, body: { reviewed: true } });
    const reviews = async () => (await api.conversations.list()).data.map((item) => item.reviewed);
    expect(await reviews()).toEqual([null, reviewed]);
    const entries = (await table.all()).filter(({ pk }) => String(pk).endsWith('#conversations')) as Item[];
    // In the lists of the platform and of the organization.
    expect(entries).toHaveLength(4);
    for (const { shape: _shape, ...entry } of entries) {
      const shown = JSON.stringify((JSON.parse(String(entry.shown)) as unknown[]).slice(0, 18));
      await table.put({ ...entry, shown } as Item);
    }
    const groups = async () => {
      const { rows } = await api.conversations.summary({
        query: { interval: 'total', group_by: ['provider', 'successful'] },
      });
      return rows.map(({ group, conversations }) => [group, conversations]);
    };
    expect(await groups()).toEqual([[{ provider: null, successful: null }, 2]]);

    // Only now, because the table's client takes its settings from the environment.
    const { upgradeItem, upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
    const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
    const [older] = (await table.all()).filter(({ sk }) => String(sk).endsWith(erased.id)) as Item[];
    await api.conversations.erase({ params: { conversation_id: erased.id } });
    expect(await upgradeItem(older as Item)).toBe(false);
    expect(await upgradeTable({ perSecond: 1000 })).toBe(2);
    expect(await groups()).toEqual([[{ provider: 'own', successful: false }, 1]]);
    expect((await api.conversations.list()).data.map(({ id }) => id)).toEqual([left.id]);
    expect(await reviews()).toEqual([reviewed]);
    expect(await verifyTable({ search: false, usage: false })).toMatchObject({ older: 0, findings: [] });
  }));
