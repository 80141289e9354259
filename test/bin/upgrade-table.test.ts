import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { keyOf, listPartition } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';
import { withOwnPlatform } from '../support/own-platform.ts';
import { tableOf } from '../support/table.ts';
import { usersOf } from '../support/users.ts';

/** Runs a program with the table of a platform, and returns its code and what it printed. */
const programsOf = async (description: PlatformDescription) => {
  const directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
  await writeFile(join(directory, 'platform.json'), JSON.stringify(description));
  const run = (program: string, ...more: string[]): Promise<[code: number, output: string]> =>
    new Promise((resolve) => {
      const options = [join(root, `bin/${program}.ts`), '--local', '--directory', directory, ...more];
      execFile(process.execPath, options, (error, stdout, stderr) =>
        resolve([error ? Number(error.code) : 0, stdout + stderr]),
      );
    });
  return { run, end: () => rm(directory, { recursive: true }) };
};

/** An item as it was stored before its shape first changed. */
const inFirstShape = ({ shape: _shape, created_by: _by, expires_at: _end, ...item }: Item): Item =>
  item as Item;

/** The number of its shape now. */
const shape = 2;

test('items of an older shape read like the others, and are upgraded by the next write or by a program', () =>
  withOwnPlatform(async (description) => {
    const table = tableOf(description);
    const { organization } = usersOf(description);
    const { client, api } = await organization();
    const create = (name: string) => api.webhooks.create({ body: { events: ['*'], description: name } });
    const [changed, left] = [await create('changed'), await create('left')];
    expect(changed.created_by).toBe((await api.me.get()).key?.id);

    const isOf = (id: string) => (item: { pk: string; sk: string }) =>
      item.pk === keyOf('webhook', id).pk || item.sk.endsWith(id);
    const itemsOf = async (id: string) => (await table.all()).filter(isOf(id)) as Item[];
    for (const { id } of [changed, left]) {
      const items = await itemsOf(id);
      const shaped = items.filter((item) => item.shape !== undefined);
      // The record, and its entries in the lists of the platform and of the organization.
      expect(shaped.map((item) => item.shape)).toEqual([shape, shape, shape]);
      for (const item of shaped) await table.put(inFirstShape(item));
    }

    const params = (webhook: { id: string }) => ({ webhook_id: webhook.id });
    expect(await api.webhooks.get({ params: params(left) })).toMatchObject({
      description: 'left',
      created_by: null,
    });
    const { data } = await api.webhooks.list();
    expect(data.map(({ created_by }) => created_by)).toEqual([null, null]);

    // Only now, because the table's client takes its settings from the environment.
    const { upgradeItem, upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
    const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
    const verify = () => verifyTable({ search: false, usage: false, rechecks: 0 });
    const { run, end } = await programsOf(description);
    try {
      const [, before] = await run('verify-table', '--no-search', '--no-usage');
      expect(before).toContain('6 items have an older shape');
      expect(before).toContain('Everything agrees.');

      // A request that changes the webhook stores it in the newest shape.
      await api.webhooks.replace({ params: params(changed), body: { events: ['*'], description: 'since' } });
      expect((await itemsOf(changed.id)).filter(({ created_by }) => created_by === null)).toHaveLength(3);
      expect(await table.get(keyOf('webhook', changed.id))).toMatchObject({ shape, description: 'since' });
      expect(await table.get(keyOf('webhook', left.id))).not.toHaveProperty('shape');

      const [, done] = await run('upgrade-table', '--per-second', '1000');
      expect(done).toContain('3 items of an older shape were written in the newest one.');
      for (const item of await itemsOf(left.id)) {
        if (item.pk === keyOf('webhook', left.id).pk || item.pk === listPartition(client.id, 'webhooks')) {
          expect(item).toMatchObject({ shape, created_by: null, expires_at: null });
        }
      }
      expect(await upgradeTable()).toBe(0);
      expect(await verify()).toMatchObject({ older: 0, findings: [] });

      // An item that a request has changed since the program read it is left as it is.
      const read = inFirstShape((await table.get(keyOf('webhook', left.id))) as Item);
      await table.put(read);
      await api.webhooks.replace({ params: params(left), body: { events: ['*'], description: 'now' } });
      expect(await upgradeItem(read)).toBe(false);
      expect((await api.webhooks.get({ params: params(left) })).description).toBe('now');

      // After a rollback, a table may have items that this version does not know.
      await table.put({ ...(await table.get(keyOf('webhook', left.id))), shape: shape + 1 });
      const { findings } = await verify();
      expect(findings).toEqual([
        { key: keyOf('webhook', left.id), problems: [expect.stringContaining('a later version wrote it')] },
      ]);
    } finally {
      await end();
    }
  }));
