import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SummaryDimension } from '#lib/contract/conversations/summary.ts';
import type { ConversationItem } from '#lib/contract/conversations.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { Client } from '#lib/local/client.ts';
import { problemOf, usersOf } from './fixtures.ts';
import { backgroundOf } from './support/background.ts';
import { everyCase } from './support/cases.ts';
import { eachOf } from './support/dialogues.ts';
import type { Recorded } from './support/model.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { RandomConversation } from './support/world.ts';
import { createWorld, randomConversation, randomQuestion } from './support/world.ts';
import { clockOf } from './support/zone-clock.ts';

let platform: OwnPlatform;

beforeAll(async () => {
  platform = await startOwnPlatform({ listShards: 3, following: false, proxied: true });
});
afterAll(() => platform.close());

/** Pages and parts of a range are smaller as well, so that a few hundred conversations have several. */
const limitEntries = (most: number): void => {
  process.env.ENTRIES_PER_REQUEST = String(most);
};
const alone = { concurrent: false, timeout: 300_000 };

type Query = NonNullable<NonNullable<Parameters<Client['conversations']['summary']>[0]>['query']>;
type Summary = Awaited<ReturnType<Client['conversations']['summary']>>;
type Row = Summary['rows'][number];

const seed = 7;
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'];
/** Half a year, with both changes of the clocks. */
const first = Date.UTC(2025, 9, 15);
const anyTime = fc.integer({ min: 0, max: 180 * 24 * 60 }).map((minute) => first + minute * 60_000);

const further = fc.record({
  start: anyTime,
  duration_ms: fc.integer({ min: 0, max: 600_000 }),
  direction: fc.constantFrom('inbound', 'outbound', null),
  provider: fc.constantFrom({ name: 'vapi' }, { name: 'own' }, null),
  quality: fc.constantFrom({ successful: true }, { successful: false }, { score: 0.5 }, null),
  cost: fc.constantFrom({ amount: '0.25', currency: 'USD' }, { amount: '1.5', currency: 'EUR' }, null),
});

const dimensions: readonly SummaryDimension[] = SummaryDimension.options;

const randomSummary = fc.record({
  question: randomQuestion,
  from: anyTime,
  days: fc.constantFrom(0.1, 1, 2.5, 30, 200, 400),
  interval: fc.constantFrom('hour', 'day', 'week', 'month', 'total'),
  group_by: fc.option(fc.uniqueArray(fc.constantFrom(...dimensions), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
  }),
});

const nameOf = (interval: Query['interval'], { date, hour }: ReturnType<typeof clockOf>): string => {
  if (interval === 'hour') return hour;
  if (interval === 'month') return date.slice(0, 7);
  if (interval === 'day') return date;
  const noon = new Date(`${date}T12:00:00Z`);
  return new Date(noon.getTime() - ((noon.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
};

const halfHourMs = 30 * 60_000;
const known = new Map<string, Map<number, string>>();

/** The interval of a time, according to the clocks of a zone, all of which change by half hours. */
const intervalOf = (interval: Query['interval'], zone: string, time: number): string => {
  if (interval === 'total') return '';
  const start = Math.floor(time / halfHourMs) * halfHourMs;
  const names = known.get(`${interval} ${zone}`) ?? new Map<number, string>();
  known.set(`${interval} ${zone}`, names);
  const name = names.get(start) ?? nameOf(interval, clockOf(zone, start));
  names.set(start, name);
  return name;
};

const percentile = (durations: readonly number[], share: number): number | null =>
  durations
    .toSorted((one, other) => one - other)
    .find((it) => durations.filter((other) => other <= it).length >= share * durations.length) ?? null;

interface Walked {
  readonly item: ConversationItem;
  readonly recorded: Recorded;
}

const figuresOf = (walked: readonly Walked[]): Summary['total'] => {
  const count = (is: (it: Walked) => boolean) => walked.filter(is).length;
  const durations = walked.flatMap(({ item }) => item.duration_ms ?? []);
  const costs = ['EUR', 'USD'].map((currency) => {
    const paid = walked.filter(({ item }) => item.cost?.currency === currency);
    return { amount: String(paid.reduce((sum, { item }) => sum + Number(item.cost?.amount), 0)), currency };
  });
  const verdict = ({ recorded }: Walked) => recorded.conversation.quality?.successful ?? null;
  return {
    conversations: walked.length,
    completed: count(({ item }) => item.status === 'completed'),
    failed: count(({ item }) => item.status === 'failed'),
    successful: count((it) => verdict(it) === true),
    judged: count((it) => verdict(it) !== null),
    with_recording: count(({ item }) => item.audio.status === 'available'),
    duration_ms: {
      sum: durations.reduce((sum, duration) => sum + duration, 0),
      p50: percentile(durations, 0.5),
      p95: percentile(durations, 0.95),
    },
    costs: costs.filter(({ amount }) => amount !== '0'),
  };
};

const groupOf = (
  { item, recorded }: Walked,
  owner: string | undefined,
  names: readonly SummaryDimension[],
) => {
  const { conversation, path } = recorded;
  const values = {
    ...item,
    child: owner === undefined ? path[0] : (path[path.indexOf(owner) + 1] ?? owner),
    provider: conversation.provider?.name ?? null,
    successful: conversation.quality?.successful ?? null,
  };
  return Object.fromEntries(
    dimensions.filter((name) => names.includes(name)).map((name) => [name, values[name]]),
  );
};

test('a summary counts what a walk through the list finds, at every level', alone, async () => {
  const users = usersOf(platform.description);
  const { operator } = users;
  limitEntries(200_000);
  const world = await createWorld(users, {
    size: 8,
    seed,
    reportUpload: backgroundOf(platform.description).reportUpload,
  });
  for (const [at, { client }] of world.organizations.entries()) {
    const settings = { timezone: zones[at % zones.length] };
    await operator.clients.replace({
      params: { client_id: client.id },
      body: { name: client.name, settings },
    });
  }
  const bodies = fc.sample(fc.tuple(randomConversation, further), { numRuns: everyCase ? 500 : 250, seed });
  await eachOf(bodies, 4, async ([conversation, { start, duration_ms, ...more }]) => {
    const { body } = conversation;
    const start_time = new Date(start).toISOString();
    const over = body.status === 'active' ? {} : { duration_ms };
    await world.record({
      ...conversation,
      body: { ...body, ...more, start_time, ...over },
    } as unknown as RandomConversation);
  });
  const recordedOf = new Map(world.recorded.map((recorded) => [recorded.conversation.id, recorded]));

  // With 1,000 entries a request, the first page of a list has ten.
  limitEntries(1000);
  const asked = { found: 0, grouped: 0 };
  const agrees = fc.asyncProperty(randomSummary, async ({ question, from, days, interval, group_by }) => {
    const levels = [undefined, ...world.organizations];
    const org = levels[question.at % levels.length];
    const api = org?.api ?? operator;
    const { order: _order, start_after: _after, start_before: _before, ...filters } = question.asked;
    const range = {
      start_after: new Date(from).toISOString(),
      start_before: new Date(from + days * dayMs).toISOString(),
    };
    const query = {
      ...filters,
      ...(question.of && { agent_id: [...new Set(question.of.map((of) => world.agents[of % 2]))] }),
      ...range,
    };
    const walked: Walked[] = [];
    for await (const item of api.conversations.list.all({ query: { ...query, limit: '100' } as Query })) {
      const recorded = recordedOf.get(item.id);
      if (recorded) walked.push({ item, recorded });
    }
    const owner = org?.client.id;
    const zone = (owner && world.organizations.findIndex(({ client }) => client.id === owner)) ?? 0;
    const timezone = owner === undefined ? 'UTC' : (zones[Number(zone) % zones.length] as string);

    const intervals = new Set<string>();
    // No date is shorter than that.
    const step = interval === 'hour' ? halfHourMs : 12 * 60 * 60_000;
    for (let at = from; at < from + days * dayMs; at += step) {
      intervals.add(intervalOf(interval, timezone, at));
    }
    intervals.add(intervalOf(interval, timezone, from + days * dayMs - 1));
    const groups = new Set(walked.map((it) => JSON.stringify(groupOf(it, owner, group_by ?? []))));
    const count = intervals.size * Math.max(1, groups.size);
    const asking = api.conversations.summary({ query: { ...query, interval, group_by } as Query });
    if (count > 10_000) {
      expect((await problemOf(asking)).errors).toMatchObject([{ parameter: 'interval', code: 'too_big' }]);
      return;
    }
    const { rows, total, ...summary } = await asking;
    expect(summary).toEqual({ timezone, from: range.start_after, to: range.start_before });
    expect(total).toEqual(figuresOf(walked));

    const cellOf = (time: string, group: object) =>
      JSON.stringify([intervalOf(interval, timezone, Date.parse(time)), group]);
    const expected = Map.groupBy(walked, (it) =>
      cellOf(it.item.start_time, groupOf(it, owner, group_by ?? [])),
    );
    const filled = rows.filter(({ conversations }) => conversations > 0);
    const byName = (row: Row) => cellOf(row.start, row.group);
    expect(new Set(filled.map(byName)).size).toBe(expected.size);
    for (const { start, group, ...figures } of filled) {
      expect(figures).toEqual(figuresOf(expected.get(cellOf(start, group)) ?? []));
    }

    expect(new Set(rows.map(byName)).size).toBe(count);
    expect(rows).toHaveLength(count);
    expect(rows.map(({ start }) => start)).toEqual(rows.map(({ start }) => start).toSorted());
    asked.found += Number(walked.length > 0);
    asked.grouped += Number(groups.size > 1);
  });
  const questions = everyCase ? 200 : 60;
  await fc.assert(agrees, { numRuns: questions, seed });
  // Else nothing would be compared with nothing.
  expect(asked.found).toBeGreaterThan(questions / 5);
  expect(asked.grouped).toBeGreaterThan(questions / 10);
});

test('a filter that more conversations may meet than one call reads is answered', alone, async () => {
  const { organization } = usersOf(platform.description);
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const conversations = Array.from({ length: 21 }, () => ({ agent_id, metadata: { campaign: 'fall' } }));
  for (let batch = 0; batch < 5; batch += 1) await api.conversations.batch({ body: { conversations } });
  limitEntries(200_000);
  const { total } = await api.conversations.summary({ query: { metadata: { campaign: 'fall' } } });
  expect(total.conversations).toBe(105);
});

test(
  'calls that began at the same time are refused with a range after them, if there is one',
  alone,
  async () => {
    const { organization } = usersOf(platform.description);
    const { api } = await organization(await organization());
    const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
    const days = ['2026-06-10', '2026-06-11', '2026-06-12'];
    const conversations = days.flatMap((day) =>
      Array.from({ length: 25 }, () => ({ agent_id, start_time: `${day}T00:00:00Z`, outcome: 'lost' })),
    );
    await api.conversations.batch({ body: { conversations } });
    limitEntries(20);
    const june: Query = { start_after: '2026-06-01T00:00:00Z', start_before: '2026-07-01T00:00:00Z' };
    for (const more of [{}, { outcome: 'lost' }]) {
      const { problem } = await problemOf(api.conversations.summary({ query: { ...june, ...more } }));
      expect(problem.code).toBe('range_too_large');
      const { start_after, start_before } = problem as Query;
      const { total } = await api.conversations.summary({ query: { start_after, start_before, ...more } });
      expect(total.conversations).toBe(0);
    }
    const moment = { start_after: '2026-06-10T00:00:00Z', start_before: '2026-06-10T00:00:00.001Z' };
    const { problem } = await problemOf(api.conversations.summary({ query: moment }));
    expect([problem.code, problem.start_after]).toEqual(['range_too_large', undefined]);
    limitEntries(30);
    const day = { start_after: '2026-06-10T00:00:00Z', start_before: '2026-06-11T00:00:00Z' };
    expect((await api.conversations.summary({ query: day })).total.conversations).toBe(25);
  },
);

test(
  'a range with one conversation more than a request reads is refused, with one that would fit',
  alone,
  async () => {
    const { organization } = usersOf(platform.description);
    const { api } = await organization(await organization());
    const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
    for (let minute = 0; minute < 21; minute += 1) {
      const start_time = new Date(Date.UTC(2026, 5, 10, 12, minute)).toISOString();
      const caller = { number: minute % 10 === 0 ? '+4930123456' : '+4930654321' };
      await api.conversations.create({ body: { agent_id, start_time, status: 'completed', caller } });
    }
    limitEntries(20);
    const june: Query = {
      start_after: '2026-06-01T00:00:00Z',
      start_before: '2026-07-01T00:00:00Z',
      interval: 'total',
    };
    const summaryOf = async (more: Query) =>
      (await api.conversations.summary({ query: { ...june, ...more } })).total;

    const problem = await problemOf(summaryOf({}));
    expect([problem.status, problem.code]).toEqual([422, 'range_too_large']);
    const { start_after, start_before } = problem.problem as Query;
    expect(start_before).toBe('2026-07-01T00:00:00.000Z');
    expect((await summaryOf({ start_after, start_before })).conversations).toBeGreaterThan(0);

    const all = { start_after: '2026-06-10T12:01:00Z' };
    expect((await summaryOf(all)).conversations).toBe(20);
    expect((await summaryOf({ ...all, caller: '+4930123456' })).conversations).toBe(2);
    limitEntries(30);
    expect((await summaryOf({ caller: '+4930123456' })).conversations).toBe(3);
  },
);
