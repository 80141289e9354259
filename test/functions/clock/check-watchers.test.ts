import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import { watchingPage } from '../../support/doorbells.ts';
import { eventually } from '../../support/eventually.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

test('the clock closes the sockets of keys that were revoked, and no others', () =>
  withOwnPlatform(async (description, run) => {
    const { organization, makeKey, clientFor } = usersOf(description);
    const org = await organization();
    const revoked = clientFor(await makeKey(org.client.id));
    const { key } = await revoked.me.get();
    const table = tableOf(description);
    const openSockets = async () => {
      const days = [0, 1].map((before) => Math.floor(Date.now() / 86_400_000) - before);
      const counts = await Promise.all(
        days.map((day) => table.get(keyOf('open_sockets', key?.id ?? '', day))),
      );
      return counts.reduce((sum, item) => sum + Number(item?.sockets ?? 0), 0);
    };
    const page = await watchingPage((await revoked.liveTickets.create({})).url);
    expect(await openSockets()).toBe(1);
    const other = await watchingPage((await org.api.liveTickets.create({})).url);
    await org.api.apiKeys.revoke({ params: { api_key_id: key?.id ?? '' } });
    await Promise.all([run('clock.checkWatchers'), run('clock.checkWatchers')]);
    await page.closed;
    // Whoever hears of it first, each socket is counted once.
    await run('clock.checkWatchers');
    expect(await openSockets()).toBe(0);
    const agent = await org.api.agents.create({ body: { name: 'Pia' } });
    const { id } = await org.api.conversations.create({ body: { agent_id: agent.id } });
    await eventually(() => expect(other.rings.at(-1)).toMatchObject({ id }));
    await other.close();
  }));
