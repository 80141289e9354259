import { expect, test } from 'vitest';
import { usersOf } from '../../fixtures.ts';
import { deliveriesOf } from '../../support/deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';

test('followers take a heartbeat for no event, and the bucket’s for no recording', () =>
  withOwnPlatform(async (description, run) => {
    const said: unknown[] = [];
    const { error } = console;
    console.error = (...values: unknown[]) => said.push(...values);
    const items = () => tableOf(description).all();
    const beats = async () => (await items()).filter(({ type }) => type === 'heartbeat');
    const beatsBefore = await beats();
    const { organization, operator } = usersOf(description);
    const { id: webhook_id } = await operator.webhooks.create({ body: { events: ['*'] } });
    await run('clock.sendHeartbeats');
    await run('clock.sendHeartbeats');
    // Nobody else's heartbeats: a platform's clock does not run here.
    expect(await beats()).toHaveLength(beatsBefore.length + 2);
    for (const { pk, sk, id, expires } of await beats()) {
      // The stream's filters let heartbeats through, and they expire.
      expect(pk).toMatch(/^events#\d$/);
      expect(sk).toBe(id);
      expect(Number(expires)).toBeGreaterThan(Date.now() / 1000);
    }

    // Earlier writes have been followed when the heartbeats have been.
    const { client, api } = await organization();
    const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
    const turns = [{ role: 'user' as const, text: 'walrus' }];
    await api.conversations.create({ body: { agent_id: agent.id, status: 'completed', turns } });
    await eventually(async () =>
      expect((await api.conversations.list({ query: { q: 'walrus' } })).data).toHaveLength(1),
    );
    // A webhook of everything has missed none of them.
    const deliveries = await deliveriesOf({ description });
    for (const task of await deliveries.tasksOf(webhook_id, 'tend_webhook')) await deliveries.run(task);
    const { data } = await operator.webhookMessages.list({ params: { webhook_id } });
    expect(data.map(({ event }) => event)).toContain('agent.created');
    expect(data.map(({ event }) => event)).not.toContain('heartbeat');
    console.error = error;
    expect(said).toEqual([]);
    expect((await items()).filter(({ pk }) => pk === 'parked')).toEqual([]);
  }));
