import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import {
  conversationKey,
  listSort,
  parkedKey,
  postingSort,
  reindexingKey,
  wordPartition,
} from '#lib/data/keys.ts';
import { usersOf } from '../../fixtures.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { record, start_time } from '../../support/recorded.ts';
import { tableOf } from '../../support/table.ts';

test('the index of a whole table is built anew, and goes on where it was broken off', () =>
  withOwnPlatform(
    async (description) => {
      const { organisation, operator } = usersOf(description);
      const { get, put, remove } = tableOf(description);
      // Only now, because the table's client takes its settings from the environment.
      const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
      const { reindex } = await import('#lib/upkeep/reindex.ts');
      const verify = () => verifyTable({ usage: false, rechecks: 0 });
      const org = await organisation();
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

      const broken = reindex({
        onProgress: () => {
          throw new Error('Broken off');
        },
      });
      await expect(broken).rejects.toThrow('Broken off');
      expect(await get(reindexingKey)).toMatchObject({ conversations: 100 });
      expect(await reindex()).toEqual({ conversations: 103, earlier: 100, failed: 0 });
      expect(await get(reindexingKey)).toBeUndefined();
      expect((await find('wombat')).sort()).toEqual(others.map(({ id }) => id).sort());
      expect((await verify()).findings).toEqual([]);

      // A posting that is gone is only missed by who writes all of them again.
      const lost = {
        pk: wordPartition('platform', 'platypus'),
        sk: postingSort('platypus', listSort(start_time, first.id)),
      };
      const parked = {
        ...parkedKey('evt_1', 'index'),
        id: 'evt_1',
        follower: 'index',
        type: 'conversation.ended',
        entity: first.id,
      };
      await remove(lost);
      await put(parked);
      const erased = { ...parked, ...parkedKey('evt_2', 'finish'), id: 'evt_2', follower: 'finish' };
      await put(erased);
      expect(await find('platypus')).toEqual([]);
      expect(await reindex({ anew: true })).toEqual({ conversations: 103, earlier: 0, failed: 0 });
      expect(await find('platypus')).toEqual([first.id]);
      expect(await get(parkedKey('evt_1', 'index'))).toBeUndefined();
      // What waits for somebody else goes on waiting.
      expect(await get(parkedKey('evt_2', 'finish'))).toEqual(erased);
      expect((await verify()).findings).toEqual([]);

      const whole = await get(conversationKey(first.id));
      await put({ ...whole, audio: '{' });
      const failures: string[] = [];
      const onFailure = (id: string) => void failures.push(id);
      expect(await reindex({ onFailure })).toEqual({ conversations: 103, earlier: 0, failed: 1 });
      expect(failures).toEqual([first.id]);
    },
    { following: false },
  ));
