import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { peopleOf } from '../../support/people.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

test('invitations from before they were removed get the time of their removal, and those gone meanwhile stay so', () =>
  withOwnPlatform(async (description) => {
    const table = tableOf(description);
    const users = usersOf(description);
    const { client, api } = await users.organization();
    await peopleOf(description.base_url, users).connect(client.id);
    const invite = (name: string) =>
      api.invitations.create({ body: { email: `${name}@example.com`, role: 'listener' } });
    const [left, revoked] = [await invite('left'), await invite('revoked')];
    const itemsOf = async (id: string) =>
      (await table.all()).filter(
        ({ pk, sk }) => pk === keyOf('invitation', id).pk || sk.endsWith(id),
      ) as Item[];
    const current = await itemsOf(left.id);
    expect(current).toHaveLength(3);
    for (const { shape: _shape, expires: _expires, ...item } of [...current, ...(await itemsOf(revoked.id))])
      await table.put(item as Item);

    // Only now, because the table's client takes its settings from the environment.
    const { upgradeItem, upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
    const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
    const read = await itemsOf(revoked.id);
    await api.invitations.revoke({ params: { invitation_id: revoked.id } });
    expect(await Promise.all(read.map(upgradeItem))).toEqual([false, false, false]);
    expect(await upgradeItem((await itemsOf(left.id))[0] as Item)).toBe(true);
    expect(await upgradeTable()).toBe(2);
    expect(await itemsOf(left.id)).toEqual(current);
    expect(await itemsOf(revoked.id)).toEqual([]);
    expect(await upgradeTable()).toBe(0);
    expect(await verifyTable({ search: false, usage: false, rechecks: 0 })).toMatchObject({
      older: 0,
      findings: [],
    });
  }));
