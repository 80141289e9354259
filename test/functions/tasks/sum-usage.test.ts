import { hash, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBatches } from '#lib/domain/batches.ts';
import { platform as platformId } from '#lib/domain/caller.ts';
import type { Client } from '#lib/local/client.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const tasksOf = async (id: string): Promise<TaskItem[]> =>
  (await table.tasks()).filter((item) => String(item.id).startsWith(id)) as never;

const run = async ({ pk, sk }: TaskItem, milliseconds = 60_000): Promise<void> => {
  const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
  await loadFunctions()('tasks.sumUsage')(event, toContext('tasks.sumUsage', milliseconds));
};

type Body = Parameters<Client['conversations']['create']>[0]['body'];

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(1, 10)).join('');

/** So many that sums have more items than are read or written at once. */
const outcomes = 60;

/** Records conversations of which neighbors have nothing in common, so that few of them fill a page. */
const makeDifferent = async (
  api: Client,
  count: number,
  bodyOf: (at: number) => Body,
): Promise<{ readonly id: string; readonly start_time: string; readonly outcome: string }[]> => {
  const bodies = Array.from({ length: count }, (_, at) => ({
    ...bodyOf(at),
    status: 'completed' as const,
    duration_ms: randomInt(80_000_000),
    outcome: hash('sha256', String(at % outcomes)),
    cost: { amount: `${digits(12)}.${digits(9)}`, currency: 'EUR' },
    metrics: { e2e_latency_p50_ms: randomInt(10_000_000) },
  }));
  const ids: string[] = [];
  for (const conversations of inBatches(bodies, 10)) {
    const { results } = await api.conversations.batch({ body: { conversations } });
    ids.push(...results.map(({ id }) => String(id)));
  }
  return ids.map((id, at) => ({
    id,
    start_time: String(bodies[at]?.start_time),
    outcome: String(bodies[at]?.outcome),
  }));
};

test('full pages are summed up, and the sums are rebuilt when the time zone changes', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const org = await users.organization();
  const below = await users.organization(org);
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const made = await makeDifferent(org.api, 220, (at) => ({
    agent_id,
    client_id: below.client.id,
    start_time: `2026-06-10T${String(at % 24).padStart(2, '0')}:${at < 110 ? '00' : '45'}:00.000Z`,
  }));
  await countConversations(made.map(({ id }) => id));
  for (const { client } of [org, below]) {
    const [task] = await tasksOf(client.id);
    expect(task).toMatchObject({ kind: 'sum_usage' });
    if (task) await run(task);
    expect(await tasksOf(client.id)).toEqual([]);
  }
  const days = async ({ api }: typeof org) => {
    const { timezone, rows } = await api.usage.own({
      query: { start_after: '2026-06-09', start_before: '2026-06-12' },
    });
    return [timezone, ...rows.map(({ conversations }) => conversations)];
  };
  expect(await days(org)).toEqual(['UTC', 0, 220, 0]);
  const read = await org.api.usage.own.withResponse({
    query: { start_after: '2026-06-01', start_before: '2026-07-01' },
  });
  const [, units] = /([\d.]+) RCU/.exec(read.response.headers.get('server-timing') ?? '') ?? [];
  expect(Number(units)).toBeLessThan(20);

  await users.operator.clients.replace({
    params: { client_id: org.client.id },
    body: { name: org.client.name, settings: { timezone: 'America/St_Johns' } },
  });
  // Until the task is done, the answer says by which days it is.
  expect(await days(below)).toEqual(['UTC', 0, 220, 0]);
  const { sources } = await import('#lib/exports/sources.ts');
  const exported = await sources.usage({ path: [org.client.id], filters: {} }, undefined);
  expect(exported.rows.filter(({ dimension }) => dimension === null)).toMatchObject([
    { date: '2026-06-10', conversations: 220 },
  ]);
  const [again] = await tasksOf(org.client.id);
  // Too little time for anything: it goes on later.
  if (again) await run(again, 1000);
  expect(await days(below)).toEqual(['UTC', 0, 220, 0]);
  for (let [task] = await tasksOf(org.client.id); task; [task] = await tasksOf(org.client.id))
    await run(task);
  // Until half past two in the morning, in UTC, it is the day before in St. John’s.
  const before = made.filter(({ start_time }) => start_time < '2026-06-10T02:30').length;
  expect(await days(org)).toEqual(['America/St_Johns', before, 220 - before, 0]);
  expect(await days(below)).toEqual(['America/St_Johns', before, 220 - before, 0]);
  // Nothing is left of the sums by other days.
  const sums = (await table.all()).filter(({ pk }) => pk.startsWith('usage_sums#') && pk.includes('@UTC'));
  expect(sums.filter(({ pk }) => pk.includes(org.client.id))).toEqual([]);

  // The logs of the platform are summed up until a run ends after it has written sums and before it has
  // recorded that.
  const { sumUp } = await import('#lib/usage/sums.ts');
  await sumUp(platformId, () => true);
  await table.put({ ...(await table.get(keyOf('usage_manifest', platformId))), through: {} });
  const { rows } = await users.operator.usage.own({
    query: { start_after: '2026-06-09', start_before: '2026-06-12', interval: 'total', group_by: 'outcome' },
  });
  const counts = Map.groupBy(made, ({ outcome }) => outcome);
  expect(new Map(rows.map(({ group, conversations }) => [group.outcome, conversations]))).toEqual(
    new Map([...counts].map(([outcome, { length }]) => [outcome, length])),
  );
});

test('a report does not count a page that becomes full after the report has read the head', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { api, client } = await users.organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const countSome = async (): Promise<number> => {
    const made = await makeDifferent(api, 15, () => ({ agent_id }));
    await countConversations(made.map(({ id }) => id));
    return Number((await table.get(keyOf('usage_head', client.id, 0)))?.page);
  };
  const page = await countSome();
  const head = await table.get(keyOf('usage_head', client.id, 0));
  expect(page).toBeGreaterThan(1);
  expect(await countSome()).toBeGreaterThan(page);
  // The page is full, and the report reads the head as it was.
  await table.put({ ...head });
  const { rows } = await api.usage.own({ query: { interval: 'total' } });
  expect(rows).toMatchObject([{ conversations: 15 }]);
});

test('conversations that are counted at the same time, each by itself, are all counted', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { api } = await users.organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const make = () => api.conversations.create({ body: { agent_id, status: 'completed', duration_ms: 1000 } });
  const made = await Promise.all(Array.from({ length: 6 }, make));
  await Promise.all(made.map(({ id }) => countConversations([id])));
  const { rows } = await api.usage.own({ query: { interval: 'total' } });
  expect(rows).toMatchObject([{ conversations: 6, duration_ms: { sum: 6000 } }]);
});
