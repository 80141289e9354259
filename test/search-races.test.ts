import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { hourMs } from '#lib/domain/durations.ts';
import { sortAt } from '#lib/domain/search/documents.ts';
import type { Whole } from '#lib/domain/search/segment.ts';
import { decodeFirst, unsqueeze } from '#lib/domain/search/segment.ts';
import type { ItemKey } from '#lib/store/table.ts';
import type { Organization } from './fixtures.ts';
import { usersOf } from './fixtures.ts';
import { eachOf } from './support/dialogues.ts';
import { indexItemsOf, restorerOf } from './support/index-items.ts';
import type { Interleaved, Task } from './support/interleave.ts';
import { interleaving, Killed } from './support/interleave.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { randomOf } from './support/random.ts';
import { tableOf } from './support/table.ts';

/** The platform's own code in this process, which the tests run in any order and end at any call. */
interface Internals {
  readonly index: typeof import('#lib/search/search-index.ts').indexConversations;
  readonly build: typeof import('#lib/search/build.ts').buildIndex;
  readonly read: typeof import('#lib/search/owner-index.ts').readOwnerIndex;
  readonly search: typeof import('#lib/search/search.ts').searchConversations;
  readonly finishErasure: typeof import('#lib/erasures/conversation-erasure.ts').finishErasure;
  readonly contentsOf: typeof import('#lib/upkeep/index-contents.ts').readIndexContents;
  readonly verify: () => Promise<readonly unknown[]>;
  readonly interleave: (random: () => number, tasks: readonly Task[]) => Promise<Interleaved>;
}

let platform: OwnPlatform;
let internals: Internals;
let users: ReturnType<typeof usersOf>;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
  // Only now, because the table's client takes its settings from the environment.
  const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
  const { dynamodb } = await import('#lib/store/table.ts');
  internals = {
    index: (await import('#lib/search/search-index.ts')).indexConversations,
    build: (await import('#lib/search/build.ts')).buildIndex,
    read: (await import('#lib/search/owner-index.ts')).readOwnerIndex,
    search: (await import('#lib/search/search.ts')).searchConversations,
    finishErasure: (await import('#lib/erasures/conversation-erasure.ts')).finishErasure,
    contentsOf: (await import('#lib/upkeep/index-contents.ts')).readIndexContents,
    verify: async () => (await verifyTable({ usage: false, rechecks: 0 })).findings,
    interleave: interleaving(dynamodb),
  };
});
afterAll(() => platform.close());

const always = () => true;

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

const record = async ({ api, client }: Organization, texts: readonly string[]): Promise<Conversation[]> => {
  const agent = await users.operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
  const made: Conversation[] = [];
  await eachOf([...texts], 8, async (text, minute) => {
    made[minute] = await api.conversations.create({
      body: {
        agent_id: agent.id,
        start_time: at(minute),
        status: 'completed',
        turns: [{ role: 'user', text }],
      },
    });
  });
  return made;
};

const paging = { order: 'desc', limit: 50 } as const;

const find = async (owner: string, q: string): Promise<string[]> =>
  (await internals.search({ id: owner, shards: 1, level: 1, path: [] }, { q }, paging)).data.map(
    ({ id }) => id,
  );

/** The conversations that an index knows, in fresh items and in segments, as `<start time>#<id>`. */
const placesIn = async (owner: string): Promise<string[]> => {
  const fresh = (await table.partitions(`${owner}#fresh`)).map(
    ({ bytes }) => (decodeFirst(unsqueeze(bytes as Uint8Array)) as Whole).documents,
  );
  const settled = (await internals.contentsOf(owner)).settled();
  return [
    ...fresh.flatMap((documents) =>
      Array.from({ length: documents.size }, (_, ordinal) => sortAt(documents, ordinal)),
    ),
    ...settled,
  ];
};

/** The failures other than those of conversations that had ended. */
const failures = ({ results }: Interleaved): unknown[] =>
  results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Killed) ? [result.reason] : [],
  );

/** Orders of calls, among them those of the first twelve in which an index that is opened wrongly is seen. */
const seeds = [0, 1, 2, 4, 8, 9];

/** A run, and an event that it meets, in a conversation of their own. */
interface Meeting {
  readonly run: () => Promise<unknown>;
  readonly happens: () => Promise<unknown>;
}

/** Lets something happen before each call that a run makes, and after the last one. */
const atEachCall = async (meet: (calls: number) => Promise<Meeting>): Promise<void> => {
  for (let calls = 0, made = 0; made >= calls; calls += 1) {
    const { run, happens } = await meet(calls);
    let happened: Promise<unknown> | undefined;
    const once = () => {
      happened ??= happens();
      return happened;
    };
    const met = await internals.interleave(randomOf(0), [{ run, after: { calls, happens: once } }]);
    await once();
    expect([calls, failures(met)]).toEqual([calls, []]);
    [made = 0] = met.calls;
  }
};

// One after the other, because the table is verified as a whole.
describe('The search index', { concurrent: false }, () => {
  test('of two states of a conversation the later one is found, however their indexing meets', async () => {
    const org = await users.organization();
    const ids: string[] = [];
    await atEachCall(async (calls) => {
      const [conversation] = (await record(org, [`reschedule s${calls}`])) as [Conversation];
      const { id } = conversation;
      ids.push(id);
      const index = () => internals.index([id]);
      const grow = async () => {
        await org.api.transcripts.append({
          params: { conversation_id: id },
          body: { turns: [{ role: 'user', text: `thursday l${calls}` }] },
        });
        await index();
      };
      return { run: index, happens: grow };
    });
    // In some of them, the run that read the earlier state was the last one to write.
    for (const [calls, id] of ids.entries()) {
      const asked = [`s${calls}`, `l${calls}`, `reschedule l${calls}`, `s${calls} thursday l${calls}`];
      for (const q of asked) expect([calls, q, await find(org.client.id, q)]).toEqual([calls, q, [id]]);
    }
    expect(await internals.verify()).toEqual([]);
  });

  test('turns that are appended while an earlier event is followed twice are found', async () => {
    const org = await users.organization();
    const [conversation] = (await record(org, ['reschedule'])) as [Conversation];
    const { id } = conversation;
    const turns = [{ role: 'user' as const, text: 'thursday' }];
    const append = () => org.api.transcripts.append({ params: { conversation_id: id }, body: { turns } });
    const index = () => internals.index([id]);
    const runs: Interleaved[] = [];
    /** Runs it until it has made so many calls, then lets something else happen, and goes on. */
    const runAround = async (calls: number, happens: () => Promise<unknown>) =>
      runs.push(await internals.interleave(randomOf(0), [{ run: index, after: { calls, happens } }]));

    // One run has read the record and the turns of the first state. The next one reads the record of that
    // state, and the turns after the append. A third run follows the append. Only then the first one writes.
    await runAround(2, async () => {
      await runAround(1, append);
      await index();
    });
    expect(runs.flatMap(failures)).toEqual([]);
    expect(await find(org.client.id, 'reschedule thursday')).toEqual([id]);
    expect(await internals.verify()).toEqual([]);
  });

  test('an erasure during the indexing of its conversation leaves nothing, wherever either is interrupted', async () => {
    const org = await users.organization();
    const owners = ['platform', org.client.id];
    const erased: string[] = [];
    const meet = async () => {
      const [conversation] = (await record(org, [`marzipan e${erased.length}`])) as [Conversation];
      const { id } = conversation;
      erased.push(id);
      const index = () => internals.index([id]);
      const begin = () => org.api.conversations.erase({ params: { conversation_id: id } });
      const finish = () => internals.finishErasure(id);
      const erase = async () => {
        await begin();
        await finish();
      };
      return { index, begin, finish, erase };
    };
    await atEachCall(async () => {
      const { index, erase } = await meet();
      return { run: index, happens: erase };
    });
    await atEachCall(async () => {
      const { index, begin, finish } = await meet();
      await begin();
      return { run: finish, happens: index };
    });
    for (let calls = 1, ended = 1; ended > 0; calls += 1) {
      const { index, erase } = await meet();
      const { results } = await internals.interleave(randomOf(0), [{ run: index, calls }]);
      ended = results.filter(({ status }) => status === 'rejected').length;
      await erase();
      // The event of what was ended comes again.
      await index();
    }
    for (const [at, id] of erased.entries()) {
      expect([at, await find(org.client.id, `e${at}`)]).toEqual([at, []]);
      expect([at, await table.get({ pk: `conversation#${id}`, sk: 'words' })]).toEqual([at, undefined]);
    }
    expect(await internals.verify()).toEqual([]);
    for (const owner of owners) await internals.build(owner, always, Date.now() + 2 * hourMs);
    for (const owner of owners) {
      expect(await placesIn(owner)).not.toContainEqual(expect.stringMatching(new RegExp(erased.join('|'))));
      expect(await table.partitions(`${owner}#erased`)).toEqual([]);
    }
    expect(await internals.verify()).toEqual([]);
  });

  /**
   * An organization with so many conversations that a segment is made of them, and the index items it has
   * before.
   */
  const filled = async () => {
    const org = await users.organization();
    const texts = Array.from({ length: 70 }, (_, minute) => `walrus w${minute}`);
    const conversations = await record(org, texts);
    await internals.index(conversations.slice(0, 40).map(({ id }) => id));
    await internals.index(conversations.slice(40).map(({ id }) => id));
    const owner = org.client.id;
    const own = () => indexItemsOf(table, owner);
    const reset = await restorerOf(table, owner);
    const newest = conversations.map(({ id }) => id).reverse();
    /** Everything is found, in order, over pages. */
    const findAll = async (): Promise<string[]> => {
      const found: string[] = [];
      let position: Awaited<ReturnType<Internals['search']>>['next'];
      do {
        const page = await internals.search(
          { id: owner, shards: 1, level: 1, path: [] },
          { q: 'walrus' },
          { order: 'desc', limit: 17, position },
        );
        found.push(...page.data.map(({ id }) => id));
        position = page.next;
      } while (position);
      return found;
    };
    return { owner, org, conversations, own, reset, newest, findAll };
  };

  const isPart = ({ pk }: ItemKey) => pk.startsWith('segment#');

  test('builders, searches and an erasure may meet: every search is right, and one segment is left', async () => {
    const { owner, org, own, reset, newest, findAll, conversations } = await filled();
    for (const seed of seeds) {
      await reset();
      const build = { run: () => internals.build(owner, always) };
      const search = { run: findAll };
      const met = await internals.interleave(randomOf(seed), [build, search, build, search]);
      expect(failures(met)).toEqual([]);
      const found = met.results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
      expect([seed, found[1], found[3]]).toEqual([seed, newest, newest]);
      expect(await findAll()).toEqual(newest);
      await internals.build(owner, always, Date.now() + hourMs);
      const parts = (await own()).filter(isPart);
      expect([seed, new Set(parts.map(({ pk }) => pk)).size]).toEqual([seed, 1]);
      expect((await own()).length).toBe(parts.length);
    }

    const [erased, ...others] = newest as [string, ...string[]];
    await reset();
    const met = await internals.interleave(randomOf(1), [
      { run: () => internals.build(owner, always) },
      { run: () => org.api.conversations.erase({ params: { conversation_id: erased } }) },
    ]);
    expect(failures(met)).toEqual([]);
    await internals.finishErasure(erased);
    expect(await findAll()).toEqual(others);
    for (const one of ['platform', owner]) await internals.build(one, always, Date.now() + 2 * hourMs);
    const places = await placesIn(owner);
    expect(places).toHaveLength(conversations.length - 1);
    expect(places.filter((place) => place.endsWith(erased))).toEqual([]);
    expect(await internals.verify()).toEqual([]);
  });

  test('after an interruption at any call of a builder, the next one completes the index and removes the leftovers', async () => {
    const { owner, own, reset, newest, findAll } = await filled();
    for (let calls = 1; ; calls += 1) {
      await reset();
      const { results } = await internals.interleave(randomOf(calls), [
        { run: () => internals.build(owner, always), calls },
      ]);
      expect([calls, await findAll()]).toEqual([calls, newest]);
      // Nobody takes a builder for ended that may still be writing.
      await internals.build(owner, always);
      await internals.build(owner, always, Date.now() + hourMs);
      await internals.build(owner, always, Date.now() + 2 * hourMs);
      expect([calls, await findAll()]).toEqual([calls, newest]);
      const left = await own();
      const segments = new Set(left.filter(isPart).map(({ pk }) => pk));
      expect([calls, left.filter((item) => !isPart(item)).length]).toEqual([calls, 0]);
      expect([calls, segments.size]).toEqual([calls, 1]);
      const { segments: named, pending, replaced } = await internals.read(owner);
      expect([calls, new Set(named.map(({ id }) => `segment#${id}`))]).toEqual([calls, segments]);
      expect([calls, pending, replaced]).toEqual([calls, [], []]);
      if (results[0]?.status === 'fulfilled') break;
    }
    expect(await internals.verify()).toEqual([]);
  });

  test('large transcripts are in every index, also if a builder with a wrong clock removes their segment', async () => {
    const org = await users.organization();
    // Together, they are too large for a fresh item, with few words, of which none begins like another.
    const texts = Array.from({ length: 4 }, (_, at) =>
      Array.from({ length: 400 }, (_, word) => hash('sha1', `${at} ${word}`)).join(' '),
    );
    const buildEarly = async () => {
      for (const hours of [1, 2]) await internals.build(org.client.id, always, Date.now() + hours * hourMs);
    };
    let refused = 0;
    for (let calls = 1, made = 1; made >= calls; calls += 1) {
      const ids = (await record(org, texts)).map(({ id }) => id);
      let built: Promise<void> | undefined;
      const happens = () => {
        built ??= buildEarly();
        return built;
      };
      const met = await internals.interleave(randomOf(0), [
        { run: () => internals.index(ids), after: { calls, happens } },
      ]);
      [made = 0] = met.calls;
      const failed = failures(met);
      expect(failed).toEqual(failed.map(() => expect.objectContaining({ name: 'ItemContended' })));
      refused += failed.length;
      // The follower repeats an event that failed.
      if (failed.length > 0) await internals.index(ids);
    }
    expect(await internals.verify()).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });
});
