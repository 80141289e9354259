import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { usersOf } from '../../fixtures.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { record } from '../../support/recorded.ts';
import { tableOf } from '../../support/table.ts';

test('the index of a whole table is rebuilt, and an interrupted run continues where it stopped', () =>
  withOwnPlatform(
    async (description) => {
      const { organization, operator } = usersOf(description);
      const { get, put, remove, all } = tableOf(description);
      // Only now, because the table's client takes its settings from the environment.
      const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
      const { reindex } = await import('#lib/upkeep/reindex.ts');
      const verify = () => verifyTable({ usage: false, rechecks: 0 });
      const org = await organization();
      const texts = Array.from({ length: 103 }, (_, at) => (at === 0 ? 'platypus' : `wombat w${at}`));
      const [first, ...others] = (await record(org, texts)) as [Conversation, ...Conversation[]];
      const find = async (q: string) => {
        const ids: string[] = [];
        for await (const { id } of operator.conversations.list.all({ query: { q, limit: '100' } }))
          ids.push(id);
        return ids;
      };
      expect(await find('wombat')).toEqual([]);
      expect((await verify()).findings).toHaveLength(103);

      const breakOff = async (options: Parameters<typeof reindex>[0] = {}) => {
        const onProgress = () => {
          throw new Error('Broken off');
        };
        await expect(reindex({ ...options, groupSize: 100, onProgress })).rejects.toThrow('Broken off');
      };
      await breakOff();
      expect(await get(keyOf('reindexing'))).toMatchObject({ conversations: 100 });
      expect(await reindex()).toEqual({ conversations: 103, earlier: 100, failed: 0 });
      expect(await get(keyOf('reindexing'))).toBeUndefined();
      expect((await find('wombat')).sort()).toEqual(others.map(({ id }) => id).sort());
      expect((await verify()).findings).toEqual([]);

      // Only a full rebuild notices documents that are missing from the index.
      const loseDocuments = async () => {
        const parts = (await all()).filter(
          ({ pk, owner }) => pk.startsWith('segment#') && owner === 'platform',
        );
        expect(parts.length).toBeGreaterThan(0);
        for (const { pk, sk } of parts) await remove({ pk, sk });
        expect((await verify()).findings.map(({ key }) => key.pk)).toContain('platform#index');
      };
      await loseDocuments();
      const parked = {
        ...keyOf('parked_event', 'evt_1', 'index'),
        id: 'evt_1',
        follower: 'index',
        type: 'conversation.ended',
        entity: first.id,
      };
      await put(parked);
      const erased = {
        ...parked,
        ...keyOf('parked_event', 'evt_2', 'finish'),
        id: 'evt_2',
        follower: 'finish',
      };
      await put(erased);
      expect(await reindex({ rebuild: true })).toEqual({ conversations: 103, earlier: 0, failed: 0 });
      expect(await find('platypus')).toEqual([first.id]);
      expect(await get(keyOf('parked_event', 'evt_1', 'index'))).toBeUndefined();
      // Work that is parked for another function stays parked.
      expect(await get(keyOf('parked_event', 'evt_2', 'finish'))).toEqual(erased);
      expect((await verify()).findings).toEqual([]);

      // Nobody has indexed what is newer than a run that was broken off long ago.
      const agree = { conversations: 104, earlier: 0, failed: 0 };
      await breakOff();
      const [late] = await record(await organization(), ['a late platypus']);
      await put({
        ...keyOf('reindexing'),
        ...(await get(keyOf('reindexing'))),
        reached_at: new Date(0).toISOString(),
      });
      expect(await reindex()).toEqual(agree);
      expect(await find('late')).toEqual([late?.id]);
      // A rebuild is not what a run of the other kind has left, and one that was begun is completed.
      await breakOff();
      await loseDocuments();
      expect(await reindex({ rebuild: true })).toEqual(agree);
      expect((await verify()).findings).toEqual([]);
      await breakOff({ rebuild: true });
      await loseDocuments();
      expect(await reindex({ restart: true })).toEqual(agree);
      expect((await verify()).findings).toEqual([]);

      const whole = await get(keyOf('conversation', first.id));
      await put({ ...whole, fields: '{' });
      const failures: string[] = [];
      const onFailure = (id: string) => void failures.push(id);
      expect(await reindex({ onFailure })).toEqual({ ...agree, failed: 1 });
      expect(failures).toEqual([first.id]);
    },
    { following: false },
  ));
