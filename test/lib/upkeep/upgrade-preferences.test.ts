import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import { unknownId } from '../../fixtures.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { peopleOf } from '../../support/people.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

test('preferences of people and keys that are gone are removed, and all others stay', () =>
  withOwnPlatform(async (description) => {
    const table = tableOf(description);
    const users = usersOf(description);
    const org = await users.organization();
    const { api } = await peopleOf(description.base_url, users).personIn(org, 'listener');
    const body = { language: 'de' };
    await api.preferences.replace({ body });
    await org.api.preferences.replace({ body });
    const gone = [unknownId('prs'), unknownId('key')].map((holderId) => keyOf('preferences', holderId));
    for (const key of gone) await table.put({ ...key, version: 1, value: '{}' });

    // Only now, because the table's client takes its settings from the environment.
    const { upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
    const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
    const found = async () => (await verifyTable({ search: false, usage: false, rechecks: 0 })).findings;
    expect((await found()).map(({ key }) => key.pk).sort()).toEqual(gone.map(({ pk }) => pk).sort());
    expect(await upgradeTable({ perSecond: 1000 })).toBe(2);
    expect(await found()).toEqual([]);
    for (const holder of [api, org.api]) expect(await holder.preferences.get()).toEqual(body);
    expect(await upgradeTable()).toBe(0);
  }));
