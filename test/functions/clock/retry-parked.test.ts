import { expect, test } from 'vitest';
import { newId } from '#lib/domain/ids.ts';
import { park } from '#lib/store/events/parked-events.ts';
import { usersOf } from '../../fixtures.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';

test('parked work is retried, and stays parked if it fails again', () =>
  withOwnPlatform(
    async (description, run) => {
      const { organization, operator } = usersOf(description);
      const { client, api } = await organization();
      const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
      const record = async (word: string) => {
        const turns = [{ role: 'user' as const, text: word }];
        const body = { agent_id: agent.id, status: 'completed' as const, turns };
        return (await api.conversations.create({ body })).id;
      };
      const eventOf = (entity: string) => ({
        id: newId('evt'),
        type: 'conversation.ended' as const,
        entity,
        client_id: client.id,
        path: [client.id],
        version: 1,
        created_at: new Date().toISOString(),
        actor: null,
        request_id: null,
      });
      const table = tableOf(description);
      const fine = eventOf(await record('walrus'));
      const bad = eventOf(await record('poison'));
      const early = eventOf(await record('wombat'));
      await park(fine, 'index', new Error('It was not to be had'));
      await park(bad, 'index', new Error('It cannot be read'));
      await park(early, 'index', new Error('Throttled'));
      const [waiting] = await table.partitions('parked');
      await table.put({ ...waiting, parked_at: new Date(Date.now() - 45 * 60_000).toISOString() } as never);
      const turns = await table.get({ pk: `conversation#${bad.entity}`, sk: 'turns#00000000' });
      await table.put({ ...turns, turns: 'nonsense' });

      const { error, info } = console;
      const said: unknown[] = [];
      console.error = (...values: unknown[]) => said.push(...values);
      console.info = (...values: unknown[]) => said.push(...values);
      await run('clock.retryParked');
      Object.assign(console, { error, info });

      for (const q of ['walrus', 'wombat']) {
        expect((await api.conversations.list({ query: { q } })).data).toHaveLength(1);
      }
      const parked = (id: string) => table.get({ pk: 'parked', sk: `${id}#index` });
      expect(await parked(fine.id)).toBeUndefined();
      expect(await parked(early.id)).toBeUndefined();
      expect(await parked(bad.id)).toMatchObject({ entity: bad.entity });
      expect(said).toContainEqual(expect.objectContaining({ message: 'Swept', done: 2, failed: 1 }));
      expect(said).toContainEqual(expect.objectContaining({ parked_age_minutes: 45 }));
      // The line of a failure names what it failed at.
      expect(said).toContainEqual(
        expect.objectContaining({ message: 'A sweep failed at one', item: `parked ${bad.id}#index` }),
      );
    },
    { following: false },
  ));
