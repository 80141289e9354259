import { expect, test } from 'vitest';
import { refusalOf, upload, usersOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

test('conversations go by the shortest retention above them, with turns and recording', () =>
  withOwnPlatform(async (description, run) => {
    const { organization, operator } = usersOf(description);
    const reseller = await organization(undefined, 'reseller', { settings: { retention_days: 30 } });
    const strict = await organization(reseller, 'client', { settings: { retention_days: 7 } });
    const loose = await organization(reseller, 'client', { settings: { retention_days: 300 } });
    const keeps = await organization();
    const agentOf = new Map<string, string>();
    for (const { client } of [strict, loose, keeps]) {
      const { id } = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
      agentOf.set(client.id, id);
    }
    const record = async ({ client, api }: typeof strict, days: number, more = {}) => {
      const body = {
        agent_id: agentOf.get(client.id) ?? '',
        start_time: daysAgo(days),
        end_time: daysAgo(days),
        status: 'completed' as const,
        turns: [{ role: 'user' as const, text: 'retained words' }],
        ...more,
      };
      return (await api.conversations.create({ body })).id;
    };
    const kept = [
      await record(strict, 6),
      await record(loose, 29),
      await record(keeps, 3000),
      // It is the end that counts, and what has no end yet is kept.
      await record(strict, 100, { end_time: daysAgo(5) }),
      await record(strict, 100, { end_time: undefined, status: 'active' }),
    ];
    const past = [await record(strict, 8), await record(loose, 31)];
    const [conversation_id = ''] = past;
    // Recorded while it was still to be kept.
    await operator.clients.replace({ params: { client_id: strict.client.id }, body: { name: 'Strict' } });
    const { upload: link } = await strict.api.recordings.create({
      params: { conversation_id },
      body: { content_type: 'audio/mpeg', size_bytes: 4 },
    });
    expect((await upload(link, Buffer.from('tone'))).status).toBe(200);
    const { url } = await eventually(() => strict.api.recordings.get({ params: { conversation_id } }));
    expect((await fetch(url)).status).toBe(200);
    const body = { name: 'Strict', settings: { retention_days: 7 } };
    await operator.clients.replace({ params: { client_id: strict.client.id }, body });
    const { effective_settings } = await loose.api.clients.get({ params: { client_id: loose.client.id } });
    expect(effective_settings.retention_days).toBe(30);

    const said: unknown[] = [];
    const { info } = console;
    console.info = (...values: unknown[]) => said.push(...values);
    await run('clock.applyRetention');
    await run('clock.applyRetention');
    console.info = info;
    // Of all that is past its retention, the oldest by a day; and nothing any more when that has begun to go.
    const lags = said.flatMap((line) => (line as { retention_lag_hours?: number }).retention_lag_hours ?? []);
    expect(lags).toEqual([24, 0]);
    await eventually(async () => {
      const again = past.map((id) =>
        refusalOf(operator.conversations.erase({ params: { conversation_id: id } })),
      );
      expect(await Promise.all(again)).toEqual(past.map(() => '404 conversation_not_found'));
    });
    for (const id of kept) await operator.conversations.get({ params: { conversation_id: id } });
    expect((await operator.conversations.list({})).data).toHaveLength(kept.length);
    const { get } = tableOf(description);
    expect(await get({ pk: `conversation#${conversation_id}`, sk: 'turns#00000000' })).toBeUndefined();
    expect((await fetch(url)).status).toBe(404);
  }));
