import { expect, test } from 'vitest';
import { usersOf } from '../../fixtures.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

test('conversations that are active for longer than their organization allows are ended as failed', () =>
  withOwnPlatform(async (description, run) => {
    const { organization, operator } = usersOf(description);
    const reseller = await organization(undefined, 'reseller', { settings: { active_timeout_minutes: 60 } });
    const inherits = await organization(reseller, 'client');
    const patient = await organization(reseller, 'client', { settings: { active_timeout_minutes: 600 } });
    const silent = await organization();
    const start = async ({ client, api }: typeof reseller, minutes: number, more = {}) => {
      const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
      const body = { agent_id: agent.id, start_time: minutesAgo(minutes), ...more };
      const { id } = await api.conversations.create({ body });
      return async () => (await operator.conversations.get({ params: { conversation_id: id } })).status;
    };
    const young = [await start(inherits, 30), await start(patient, 300), await start(silent, 120)];
    const old = [await start(inherits, 61), await start(patient, 601), await start(silent, 241)];
    const over = await start(silent, 1000, { status: 'completed' });
    const many = await Promise.all(Array.from({ length: 120 }, () => start(silent, 500)));

    // With no time to spare it leaves them to its next run.
    await run('clock.endStaleConversations', 0);
    expect(await old[0]?.()).toBe('active');

    // Twice at the same time, as when one run takes longer than the pause between two.
    const runs = [1, 2].map(() => run('clock.endStaleConversations'));
    await Promise.all(runs);
    const statuses = (reads: (() => Promise<string>)[]) => Promise.all(reads.map((read) => read()));
    expect(await statuses(young)).toEqual(['active', 'active', 'active']);
    expect(await statuses(old)).toEqual(['failed', 'failed', 'failed']);
    expect(new Set(await statuses(many))).toEqual(new Set(['failed']));
    expect(await over()).toBe('completed');

    const { data } = await inherits.api.conversations.list({ query: { status: 'failed' } });
    expect(data).toMatchObject([{ end_reason: 'timed_out', end_time: expect.any(String) }]);
    const [ended] = data;
    const { version, transcript } = await operator.conversations.get({
      params: { conversation_id: ended?.id ?? '' },
    });
    // Ended once, although two runs were at it.
    expect([version, transcript.status]).toEqual([2, 'none']);
    expect((await inherits.api.conversations.active({})).data).toHaveLength(1);
  }));
