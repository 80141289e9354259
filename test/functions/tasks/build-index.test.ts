import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxTextBytes } from '#lib/domain/conversations/transcript.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { Organization } from '../../fixtures.ts';
import { usersOf } from '../../fixtures.ts';
import { eachOf } from '../../support/dialogues.ts';
import type { Fault } from '../../support/fault-proxy.ts';
import { inject } from '../../support/fault-proxy.ts';
import { indexItemsOf, restorerOf } from '../../support/index-items.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { record } from '../../support/recorded.ts';
import { whileRemembered } from '../../support/remembered.ts';
import { tableOf } from '../../support/table.ts';

let platform: OwnPlatform;
let users: ReturnType<typeof usersOf>;
let table: ReturnType<typeof tableOf>;
/** Runs the follower of events. */
let index: (ids: readonly string[]) => Promise<void>;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
  // Only now, because the table's client takes its settings from the environment.
  index = (await import('#lib/search/search-index.ts')).indexConversations;
});
afterAll(() => platform.close());

/** The SDK repeats a call twice, so the third failure is final. */
const troubles: readonly Pick<Fault, 'kind' | 'times'>[] = [
  { kind: 'lost-answer', times: 1 },
  { kind: 'lost-answer', times: 3 },
  { kind: 'overtaken', times: 1 },
];

/** Runs the function for an owner's index, as its queue would. */
const build = async (owner: string): Promise<TaskItem | undefined> => {
  const { taskItem } = await import('#lib/store/tasks/tasks.ts');
  const task = taskItem({ kind: 'build_index', id: owner, group: owner });
  await table.put(task);
  const event = { Records: [{ body: JSON.stringify({ pk: task.pk, sk: task.sk }) }] };
  await loadFunctions()('tasks.buildIndex')(event, toContext('tasks.buildIndex', 60_000));
  const tasks = (await table.tasks()).filter(({ id }) => id === owner);
  // Beside those with which the follower lets somebody look soon.
  return tasks.find(({ due }) => Date.parse(String(due)) > Date.now() + 30_000) as TaskItem | undefined;
};

const itemsOf = async (owner: string) => {
  const items = await indexItemsOf(table, owner);
  return {
    fresh: items.filter(({ pk }) => pk === `${owner}#fresh`),
    parts: items.filter(({ pk }) => pk.startsWith('segment#')),
  };
};

test('fresh conversations move into a segment once there are enough, and a page goes on where it was', async () => {
  const org = await users.organization();
  const texts = Array.from({ length: 80 }, (_, at) => `walrus w${at}`);
  const made = await record(org, texts);
  const owner = org.client.id;
  await index(made.slice(0, 30).map(({ id }) => id));
  await build(owner);
  expect(await itemsOf(owner)).toMatchObject({ fresh: [{}], parts: [] });

  await index(made.slice(30).map(({ id }) => id));
  const query = { q: 'walrus', limit: '30' };
  const first = await org.api.conversations.list({ query });
  await build(owner);
  const { fresh, parts } = await itemsOf(owner);
  expect([fresh.length, parts.length]).toEqual([0, 1]);

  const ids = first.data.map(({ id }) => id);
  for (let cursor = first.next_cursor; cursor; ) {
    const page = await org.api.conversations.list({ query: { ...query, cursor } });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  const newest = made
    .map(({ start_time, id }) => `${start_time} ${id}`)
    .sort()
    .reverse();
  expect(ids).toEqual(newest.map((one) => one.split(' ')[1]));
  const { data } = await org.api.conversations.list({ query: { q: 'w7* walrus' } });
  expect(data).toHaveLength(11);
});

/** As many words that no other conversation has make 70 conversations a segment of several parts. */
const rareWords = 80;

test('a page is full although segments are of the same time, and if a filter that the index lacks leaves one in three', async () => {
  const org = await users.organization();
  const agent = await org.api.agents.create({ body: { name: 'Reception' } });
  const ids: string[] = [];
  await eachOf(Array.from({ length: 140 }), 8, async (_, at) => {
    const rare = Array.from({ length: rareWords }, (_, word) => (at * rareWords + word).toString(36));
    const { id } = await org.api.conversations.create({
      body: {
        agent_id: agent.id,
        start_time: new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString(),
        status: 'completed',
        outcome: at % 3 === 0 ? 'lost' : 'booked',
        turns: [{ role: 'user', text: `heron ${rare.join(' ')}` }],
      },
    });
    ids[at] = id;
  });
  const owner = org.client.id;
  for (const odd of [0, 1]) {
    await index(ids.filter((_, at) => at % 2 === odd));
    await build(owner);
  }
  const { parts } = await itemsOf(owner);
  const segments = Map.groupBy(parts, ({ pk }) => pk);
  expect([...segments.values()].map(({ length }) => length > 2)).toEqual([true, true]);

  const lost = ids.filter((_, at) => at % 3 === 0);
  for (const [more, all, maxCalls] of [
    // One of them records who has read.
    [{}, ids, 7],
    [{ outcome: 'lost' }, lost, 13],
  ] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const query = { q: 'heron', limit: '40', order, ...more };
      const { reply, response } = await whileRemembered(
        () => users.makeKey(owner),
        async (key) => {
          const { conversations } = users.clientFor(key);
          await conversations.list({ query: { limit: '1' } });
          return conversations.list.withResponse({ query });
        },
      );
      const [, calls] = response.headers.get('server-timing')?.match(/"(\d+) calls/) ?? [];
      const expected = order === 'asc' ? all : all.toReversed();
      expect(reply.data.map(({ id }) => id)).toEqual(expected.slice(0, 40));
      expect(Number(calls)).toBeLessThanOrEqual(maxCalls);
    }
  }
});

test('segments that were replaced stay for searches that still read them, and the task comes again to remove them', async () => {
  const org = await users.organization();
  const owner = org.client.id;
  const made = await record(
    org,
    Array.from({ length: 256 }, () => 'otter'),
  );
  for (let round = 0; round < 4; round += 1) {
    await index(made.slice(round * 64, (round + 1) * 64).map(({ id }) => id));
    const left = await build(owner);
    const { fresh, parts } = await itemsOf(owner);
    expect([round, fresh.length]).toEqual([round, 0]);
    // The fourth is merged with the three before it.
    expect(new Set(parts.map(({ pk }) => pk)).size).toBe(round + 1);
    expect(left === undefined).toBe(round < 3);
  }
  const found = [];
  for await (const { id } of org.api.conversations.list.all({ query: { q: 'otter', limit: '100' } })) {
    found.push(id);
  }
  expect(new Set(found).size).toBe(256);
});

describe('an index stays complete after', { concurrent: false }, () => {
  let org: Organization;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    org = await users.organization();
    const made = await record(
      org,
      Array.from({ length: 64 }, () => 'badger'),
    );
    await index(made.map(({ id }) => id));
    restore = await restorerOf(table, org.client.id);
  });

  test.for(troubles)('$times × $kind at any of its changes', async (trouble) => {
    const owner = org.client.id;
    for (let skip = 0, met = 1; met > skip; skip += 1) {
      await restore();
      const injected = await inject(platform.description.dynamodb_endpoint, {
        ...trouble,
        contains: keyOf('index', owner).pk,
        operation: 'PutItem',
        skip,
      });
      await build(owner);
      met = (await injected.end()).length;
      // The next run completes what this one has left.
      await build(owner);
      expect([skip, await itemsOf(owner)]).toMatchObject([skip, { fresh: [], parts: [{}] }]);
      const { data } = await org.api.conversations.list({ query: { q: 'badger', limit: '100' } });
      expect([skip, data.length]).toEqual([skip, 64]);
    }
  });
});

test('the largest transcript that there can be is found by its words, and is not read by other searches', async () => {
  const org = await users.organization();
  const owner = org.client.id;
  // As many different words as fit: none is told twice.
  let text = '';
  for (let at = 0; text.length < maxTextBytes - 10; at += 1) text += `${at.toString(36)} `;
  const turns = text.match(/.{1,18000} /g) ?? [];
  const agent = await users.operator.agents.create({ body: { name: 'Reception', client_id: owner } });
  const body = (of: readonly string[]) => ({
    agent_id: agent.id,
    status: 'completed' as const,
    turns: of.map((said) => ({ role: 'user' as const, text: said })),
  });
  const large = await org.api.conversations.create({ body: body(turns) });
  const small = await org.api.conversations.create({ body: body(['a zebra']) });
  await index([large.id]);
  await index([small.id]);
  for (const q of ['zz', '1000', '1jh2 7ps']) {
    const { data } = await org.api.conversations.list({ query: { q } });
    expect([q, data.map(({ id }) => id)]).toEqual([q, [large.id]]);
  }
  const { data } = await org.api.conversations.list({ query: { q: 'zebra' } });
  expect(data.map(({ id }) => id)).toEqual([small.id]);
  const { fresh, parts } = await itemsOf(owner);
  expect(fresh).toHaveLength(1);
  expect(parts.length).toBeGreaterThan(10);
  for (const { bytes } of parts) expect((bytes as Uint8Array).length).toBeLessThan(16_384);
});

test('the index of an organization that is gone is removed as a whole', async () => {
  const org = await users.organization();
  const owner = org.client.id;
  const made = await record(
    org,
    Array.from({ length: 80 }, (_, at) => `otter o${at}`),
  );
  await index(made.slice(0, 70).map(({ id }) => id));
  await build(owner);
  await index(made.slice(70).map(({ id }) => id));
  expect(await itemsOf(owner)).toMatchObject({ fresh: [{}], parts: [{}] });
  await table.remove({ pk: `client#${owner}`, sk: 'record' });
  expect(await build(owner)).toBeUndefined();
  expect(await itemsOf(owner)).toEqual({ fresh: [], parts: [] });
  expect(await table.get({ pk: `${owner}#index`, sk: 'segments' })).toBeUndefined();
});
