import { afterAll, beforeAll, expect, test } from 'vitest';
import { overtaken } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
});
afterAll(() => platform.close());

/** The tests read the whole table. */
const alone = { concurrent: false };

const params = { start_after: '2026-06-01', start_before: '2026-07-01', interval: 'total' } as const;

test('usage that differs from the conversations is found and repaired', alone, async () => {
  const { organization } = usersOf(platform.description);
  const table = tableOf(platform.description);
  // Only now: the environment that these modules read is complete.
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { sumUp } = await import('#lib/usage/sums.ts');
  const { commit } = await import('#lib/store/operations/commit.ts');
  const { appendEntries, readHeads, readPages } = await import('#lib/usage/log.ts');
  const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
  const { recount } = await import('#lib/upkeep/usage.ts');
  const { fix } = await import('#lib/upkeep/fix.ts');

  const org = await organization();
  const owner = org.client.id;
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const made = await Promise.all(
    Array.from({ length: 90 }, (_, at) =>
      org.api.conversations.create({
        body: {
          agent_id,
          status: 'completed',
          start_time: new Date(Date.UTC(2026, 5, 1 + (at % 28))).toISOString(),
          duration_ms: 60_000 + at * 977,
          cost: { amount: `0.${1000 + at * 37}`, currency: 'EUR' },
        },
      }),
    ),
  );
  const ids = made.map(({ id }) => id);
  const total = made.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  const usage = async () => {
    const [row] = (await org.api.usage.own({ query: params })).rows;
    return [row?.conversations, row?.duration_ms.sum];
  };
  const verify = () => verifyTable({ search: false, rechecks: 0 });
  const problemsOf = async () => {
    const { findings, usage: ofUsage } = await verify();
    return [...findings.flatMap(({ problems }) => problems), ...ofUsage.map(({ problem }) => problem)];
  };

  expect(new Set(await problemsOf())).toEqual(new Set(['it is not counted']));
  await fix(await verify());
  await sumUp(owner, () => true);
  expect(await problemsOf()).toEqual([]);
  expect(await usage()).toEqual([90, total]);

  // A page that is gone, and with it conversations from the log, though not from the sums.
  const [head] = await readHeads([{ owner, lane: 0 }]);
  expect(head?.page).toBeGreaterThan(1);
  await table.remove({ pk: `usage_pages#${owner}#0`, sk: 'page#000000001' });
  expect(await problemsOf()).toEqual([
    expect.stringMatching(/^its log has \d+ conversations, and 90 were counted$/),
    'its sums differ from its log',
  ]);
  expect(await fix(await verify())).toBe(true);
  expect(await problemsOf()).toEqual([]);
  expect(await usage()).toEqual([90, total]);

  // One conversation counted twice, and another one's figures lost.
  const [first] = (await readHeads([{ owner, lane: 0 }]))[0]?.entries ?? [];
  const entries = first ? [{ ...first, sign: 1 as const }] : [];
  const heads = await readHeads([{ owner, lane: 0 }]);
  if (heads[0]) await commit(appendEntries(heads[0], entries).operations);
  await table.remove({ pk: `conversation#${ids[0]}`, sk: 'usage' });
  expect((await problemsOf()).length).toBeGreaterThan(1);
  const pages = [];
  for await (const page of readPages({ owner, lane: 0 }, 0, 100)) pages.push(page);
  expect(pages.length).toBeGreaterThan(0);
  // The item that is gone is counted again, so everybody above has it twice now, until the logs are held
  // against it.
  expect(await recount()).toMatchObject({ conversations: 90 });
  expect(await problemsOf()).toEqual([]);
  expect(await usage()).toEqual([90, total]);

  await countConversations(ids);
  expect(await problemsOf()).toEqual([]);
});

test('a call that is counted while usage is repaired stays counted', alone, async () => {
  const { organization } = usersOf(platform.description);
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { mendUsage, verifyUsage } = await import('#lib/upkeep/usage.ts');
  const org = await organization();
  const owner = org.client.id;
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const ended = async () => {
    const start_time = '2026-06-03T12:00:00.000Z';
    const body = { agent_id, status: 'completed', start_time, duration_ms: 60_000 } as const;
    await countConversations([(await org.api.conversations.create({ body })).id]);
  };
  await ended();
  await overtaken(
    platform.description.dynamodb_endpoint,
    { key: { pk: `usage#${owner}#0`, sk: 'head' } },
    () => mendUsage(new Set([owner])),
    ended,
  );
  const [row] = (await org.api.usage.own({ query: params })).rows;
  expect([row?.conversations, row?.duration_ms.sum]).toEqual([2, 120_000]);
  expect((await verifyUsage()).filter((problem) => problem.owner === owner)).toEqual([]);
});
