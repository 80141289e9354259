import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { UsageRow } from '#lib/contract/usage.ts';
import { UsageDimension } from '#lib/contract/usage.ts';
import { eachOf } from './support/dialogues.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { randomOf } from './support/random.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';
import { clockOf } from './support/zone-clock.ts';

/*
 * A random world, counted in a random order, more than once and at the same time, against a plain model:
 * every cell of every grouping in every interval.
 */

let platform: OwnPlatform;
let users: Users;
let counting: typeof import('#lib/billing/counting.ts');
let sums: typeof import('#lib/usage/sums.ts');
let rebuild: typeof import('#lib/usage/rebuild.ts');
let erasure: typeof import('#lib/erasures/conversation-erasure.ts');

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  // Only now: the environment that these modules read is complete.
  counting = await import('#lib/billing/counting.ts');
  sums = await import('#lib/usage/sums.ts');
  rebuild = await import('#lib/usage/rebuild.ts');
  erasure = await import('#lib/erasures/conversation-erasure.ts');
});
afterAll(() => platform.close());

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomOf(seed);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const maybe = <T>(value: T): T | null => (random() < 0.7 ? value : null);

/** Three days around changes of the clocks in Berlin and Lord Howe, and an ordinary week. */
const moments = ['2026-10-24T12:00:00Z', '2026-04-04T06:00:00Z', '2026-03-28T12:00:00Z'].map(Date.parse);

const changeable = () => ({
  outcome: maybe(pick(['success', 'failure', 'callback'])),
  sentiment: maybe(pick(['positive', 'neutral', 'negative'] as const)),
  cost: maybe({ amount: `${below(3)}.${below(1000)}`, currency: pick(['EUR', 'USD']) }),
  quality: maybe({ successful: random() < 0.5 }),
  metrics: random() < 0.5 ? { e2e_latency_p50_ms: below(3000) } : {},
});

const zones = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'];

const monday = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
};

const keyOf = (interval: string, zone: string, instant: number): string => {
  const { date, hour } = clockOf(zone, instant);
  if (interval === 'hour') return hour;
  if (interval === 'week') return monday(date);
  return interval === 'month' ? date.slice(0, 7) : interval === 'day' ? date : 'total';
};

const exact = (values: readonly number[], share: number): number | null =>
  values.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(values.length * share)) - 1] ?? null;

/** Thousandths of a currency's unit: as fine as this world's costs are. */
const thousandths = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(3, '0'));
};

const costsOf = (conversations: readonly Conversation[]): Record<string, bigint> => {
  const costs: Record<string, bigint> = {};
  for (const { cost } of conversations) {
    if (cost) costs[cost.currency] = (costs[cost.currency] ?? 0n) + thousandths(cost.amount);
  }
  return Object.fromEntries(Object.entries(costs).filter(([, sum]) => sum > 0n));
};

const summaryOf = (conversations: readonly Conversation[]) => ({
  conversations: conversations.length,
  completed: conversations.filter(({ status }) => status === 'completed').length,
  failed: conversations.filter(({ status }) => status === 'failed').length,
  successful: conversations.filter(({ quality }) => quality?.successful).length,
  judged: conversations.filter(({ quality }) => typeof quality?.successful === 'boolean').length,
  duration: conversations.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0),
  costs: costsOf(conversations),
});

const summaryOfRow = (row: UsageRow) => ({
  conversations: row.conversations,
  completed: row.completed,
  failed: row.failed,
  successful: row.successful,
  judged: row.judged,
  duration: row.duration_ms.sum,
  costs: Object.fromEntries(row.costs.map(({ amount, currency }) => [currency, thousandths(amount)])),
});

const expectClose = (found: number | null, wanted: number | null): void => {
  if (wanted === null || found === null) expect(found).toBe(wanted);
  else expect(Math.abs(found - wanted)).toBeLessThanOrEqual(wanted * 0.05 + 0.5);
};

interface Known {
  readonly conversation: Conversation;
  readonly path: readonly string[];
}

const groupOf = ({ conversation, path }: Known, dimension: UsageDimension, owner: string) => {
  if (dimension === 'child') return path[path.indexOf(owner) + 1] ?? owner;
  if (dimension === 'provider') return conversation.provider?.name ?? null;
  return conversation[dimension];
};

test(`usage is exact in every cell, for any order of events (SEED=${seed})`, async () => {
  const top = await users.organization(undefined, 'reseller', { settings: { timezone: pick(zones) } });
  const organizations: { readonly org: Organization; readonly path: readonly string[] }[] = [
    { org: top, path: [top.client.id] },
  ];
  for (let count = 0; count < 5; count += 1) {
    const parent = pick(organizations.filter(({ path }) => path.length < 5));
    const type = parent.path.length === 1 ? 'client' : 'subcompany';
    const settings = random() < 0.6 ? { timezone: pick(zones) } : {};
    const org = await users.organization(parent.org, type, { settings });
    organizations.push({ org, path: [...parent.path, org.client.id] });
  }
  const agents = await Promise.all(
    organizations.slice(0, 4).map(async ({ org, path }) => {
      const { id } = await users.operator.agents.create({
        body: { name: 'Agent', client_id: org.client.id },
      });
      return { id, path };
    }),
  );

  // Everything random is drawn before requests run at the same time, so that a seed makes the same world
  // again.
  const { conversations: api } = users.operator;
  const calls = Array.from({ length: 100 }, () => {
    const agent = pick(agents);
    const { org, path } = pick(organizations.filter((each) => each.path.includes(agent.path.at(-1) ?? '')));
    const body = {
      agent_id: agent.id,
      client_id: org.client.id,
      channel: pick(['phone', 'chat', 'web'] as const),
      status: pick(['completed', 'completed', 'failed'] as const),
      start_time: new Date(pick(moments) + below(60 * 60 * 60) * 1000).toISOString(),
      duration_ms: below(600_000),
      ...changeable(),
      ...(random() < 0.6 && {
        provider: { name: pick(['vapi', 'retell']), conversation_id: null, agent_id: null },
      }),
    } as Parameters<typeof api.create>[0]['body'];
    return { body, path };
  });
  const known: Known[] = [];
  await eachOf(calls, 6, async ({ body, path }, at) => {
    known[at] = { conversation: await api.create({ body }), path };
  });

  const ids = () => known.map(({ conversation }) => conversation.id);
  const someIds = () => Array.from({ length: 30 }, () => pick(ids()));
  const countSome = () => counting.countConversations(someIds());
  const sumUpSome = () => sums.sumUp(pick(organizations).org.client.id, () => true);
  await Promise.all([countSome(), countSome(), countSome()]);
  await sumUpSome();

  // Changes and erasures between countings, some of them at the same time.
  const changes = Array.from({ length: 60 }, (_, at) => ({
    index: below(known.length),
    erase: random() < 0.15,
    finish: random() < 0.5,
    body: changeable(),
    counted: at % 7 === 0 ? someIds() : [],
    summed: at % 11 === 0 ? pick(organizations).org.client.id : undefined,
  }));
  await eachOf(changes, 6, async ({ index, erase, finish, body, counted, summed }) => {
    const { conversation } = known[index] as Known;
    const params = { conversation_id: conversation.id };
    if (erase) {
      await api.erase({ params }).catch(() => {});
      if (finish) await erasure.finishErasure(conversation.id);
    } else {
      const updated = await api.update({ params, body }).catch(() => undefined);
      // Two changes of one conversation may be answered in another order than they were made.
      const last = known[index] as Known;
      if (updated && updated.updated_at >= last.conversation.updated_at)
        known[index] = { ...last, conversation: updated };
    }
    await counting.countConversations(counted);
    if (summed) await sums.sumUp(summed, () => true);
  });
  await Promise.all([counting.countConversations(ids()), counting.countConversations(ids().reverse())]);
  await sums.sumUp(top.client.id, () => true);

  // The top gets another time zone: its days are other ones from then on.
  const moved = organizations.find(
    ({ org }) => org.client.settings.timezone !== undefined,
  ) as (typeof organizations)[0];
  const timezone = pick(zones.filter((zone) => zone !== moved.org.client.settings.timezone));
  await users.operator.clients.replace({
    params: { client_id: moved.org.client.id },
    body: { name: moved.org.client.name, settings: { timezone } },
  });
  expect(await rebuild.rebuildAllSums(top.client.id, () => true)).toBe('done');

  let compared = 0;
  for (const { org } of organizations) {
    const owner = org.client.id;
    const mine = known.filter(({ path }) => path.includes(owner));
    const zone = (await users.operator.clients.get({ params: { client_id: owner } })).effective_settings
      .timezone;
    for (const interval of ['hour', 'day', 'week', 'month', 'total'] as const) {
      const ranges =
        interval === 'hour'
          ? [
              ['2026-03-27', '2026-04-10'],
              ['2026-10-23', '2026-10-30'],
            ]
          : [['2026-03-26', '2026-10-30']];
      for (const [from, to] of ranges as [string, string][]) {
        for (const group_by of [undefined, ...UsageDimension.options]) {
          const usage = await users.operator.usage.get({
            params: { client_id: owner },
            query: { start_after: from, start_before: to, interval, ...(group_by && { group_by }) },
          });
          expect(usage.timezone).toBe(zone ?? 'UTC');
          const cells = new Map<string, Known[]>();
          for (const each of mine) {
            const instant = Date.parse(each.conversation.start_time);
            const { date } = clockOf(usage.timezone, instant);
            if (date < from || date >= to) continue;
            const group = group_by ? groupOf(each, group_by, owner) : null;
            const cell = `${keyOf(interval, usage.timezone, instant)} ${group}`;
            cells.set(cell, [...(cells.get(cell) ?? []), each]);
          }
          const rows = usage.rows.filter((row) => row.conversations > 0);
          expect(rows).toHaveLength(cells.size);
          for (const row of rows) {
            const cell =
              cells.get(
                `${keyOf(interval, usage.timezone, Date.parse(row.start))} ${Object.values(row.group)[0] ?? null}`,
              ) ?? [];
            const conversations = cell.map(({ conversation }) => conversation);
            expect(summaryOfRow(row)).toEqual(summaryOf(conversations));
            const durations = conversations.map(({ duration_ms }) => duration_ms ?? 0);
            expectClose(row.duration_ms.p50, exact(durations, 0.5));
            expectClose(row.duration_ms.p95, exact(durations, 0.95));
            const latencies = conversations.flatMap(({ metrics }) => metrics.e2e_latency_p50_ms ?? []);
            expectClose(row.latency_ms.p95, exact(latencies, 0.95));
            compared += 1;
          }
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
});
