import { UsageDimension } from '#lib/contract/usage.ts';
import { listOwnersOf } from '#lib/store/lists/shards.ts';
import { startReceiver } from '../test/support/receiver.ts';
import type { UnitsUsed } from './figure.ts';
import { rounded, sum } from './figure.ts';
import type { MeasuredLocation, MeasuredPlatform } from './platform.ts';
import { costIn, each, noUnits, plus, turnsFrom } from './platform.ts';

/** The search index of many conversations, for each of them. */
interface IndexedUnits {
  readonly conversations: number;
  /** To write terms and text. */
  readonly writeUnits: number;
  /** To move terms into segments, and to merge these. */
  readonly buildUnits: number;
  /** Of the segments of all levels. */
  readonly segmentBytes: number;
}

/** The units of the work that follows writes. */
export interface FollowingUnits {
  /** Conversations of 18 turns, and calls of five minutes. */
  readonly indexed: { readonly short: IndexedUnits; readonly long: IndexedUnits };
  /** For each conversation: its facts and logs with their pages, and its part of the sums. */
  readonly counting: {
    readonly conversations: number;
    readonly counted: UnitsUsed;
    readonly summed: UnitsUsed;
    /** Read units of a month by days, ungrouped or grouped, at most. */
    readonly month: { readonly organization: number; readonly platform: number };
  };
  /** An event with so many webhooks: its messages, and their delivery. */
  readonly messages: readonly {
    readonly webhooks: number;
    readonly written: UnitsUsed;
    readonly delivered: UnitsUsed;
  }[];
}

type Measure<T> = (platform: MeasuredPlatform, place: MeasuredLocation, count: number) => Promise<T>;

/** So many fresh conversations begin a segment. */
const between = 64;

/** Indexes conversations one by one, as a quiet platform does, and builds what there is to build. */
const measureIndexed =
  (words: number): Measure<IndexedUnits> =>
  async ({ operator, costOf }, { agent, location, path }, conversations) => {
    const { buildIndex } = await import('#lib/search/build.ts');
    const { readOwnerIndex } = await import('#lib/search/owner-index.ts');
    const { indexConversations } = await import('#lib/search/search-index.ts');
    const owners = listOwnersOf(path).map(({ id }) => id);
    const build = async () => {
      for (const owner of owners) await buildIndex(owner, () => true);
    };
    const bytes = async (): Promise<number> => {
      const indexes = await Promise.all(owners.map(readOwnerIndex));
      return sum(indexes.flatMap(({ segments }) => segments.map((segment) => segment.bytes)));
    };
    await build();
    const before = await bytes();
    const of = { agent_id: agent.id, client_id: location.client.id };
    let [writeUnits, buildUnits] = [0, 0];
    for (let at = 0; at < conversations; at += 1) {
      const { turns } = turnsFrom(at * 4, words);
      const body = { ...of, status: 'completed' as const, duration_ms: 300_000, turns };
      const { id } = await operator.conversations.create({ body });
      writeUnits += (await costOf(() => indexConversations([id]))).writeUnits;
      if ((at + 1) % between === 0) buildUnits += (await costOf(build)).writeUnits;
    }
    return {
      conversations,
      writeUnits: rounded(writeUnits / conversations),
      buildUnits: rounded(buildUnits / conversations),
      segmentBytes: Math.round(((await bytes()) - before) / conversations),
    };
  };

const pick = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;

/** Counts conversations of three months one at a time, and sums them up whenever that is due. */
const measureCounting: Measure<FollowingUnits['counting']> = async (
  { operator, costOf },
  { agent, location, client },
  conversations,
) => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { sumUp } = await import('#lib/usage/sums.ts');
  const { removeTask, tasksDue } = await import('#lib/store/tasks/tasks.ts');
  const [first, dayMs] = [Date.UTC(2026, 7, 1), 24 * 60 * 60 * 1000];
  let [counted, summed] = [noUnits, noUnits];
  for (let at = 0; at < conversations; at += 1) {
    const { id } = await operator.conversations.create({
      body: {
        agent_id: agent.id,
        client_id: location.client.id,
        status: at % 20 === 0 ? 'failed' : 'completed',
        start_time: new Date(first + Math.floor((at / conversations) * 90 * dayMs)).toISOString(),
        duration_ms: (at * 7919) % 600_000,
        channel: pick(['phone', 'phone', 'web', 'chat'], at),
        outcome: pick(['success', 'failure', 'unknown'], at),
        sentiment: pick(['positive', 'neutral', 'negative'], at + (at % 5)),
        cost: { amount: ((at % 100) / 1000).toFixed(4), currency: 'USD' },
        provider: { name: pick(['elevenlabs', 'vapi', 'retell'], at) },
      },
    });
    counted = plus(counted, await costOf(() => countConversations([id])));
    for await (const tasks of tasksDue('9'))
      for (const task of tasks) {
        if (task.kind !== 'sum_usage') continue;
        summed = plus(summed, await costOf(() => sumUp(task.id, () => true)));
        await removeTask(task);
      }
  }
  const month = { organization: 0, platform: 0 };
  for (const group_by of [undefined, ...UsageDimension.options]) {
    const query = {
      start_after: '2026-09-01',
      start_before: '2026-10-01',
      interval: 'day',
      ...(group_by && { group_by }),
    } as const;
    const params = { client_id: client.client.id };
    const { response: organization } = await operator.usage.get.withResponse({ params, query });
    const { response: platform } = await operator.usage.own.withResponse({ query });
    month.organization = Math.max(month.organization, costIn(organization).readUnits);
    month.platform = Math.max(month.platform, costIn(platform).readUnits);
  }
  return { conversations, counted: each(counted, conversations), summed: each(summed, conversations), month };
};

const context = { getRemainingTimeInMillis: () => 60_000 };

/** An event without webhooks, with one and three: its messages, and their delivery at the first attempt. */
const measureMessages: Measure<FollowingUnits['messages']> = async ({ operator, organization, costOf }) => {
  const { eventsPartition, shardOf } = await import('#lib/store/keys.ts');
  const { query } = await import('#lib/store/operations/query.ts');
  const { tasksDue } = await import('#lib/store/tasks/tasks.ts');
  const { fanOut } = await import('#lib/webhooks/fan-out.ts');
  const { handler } = await import('#functions/tasks/deliver-message.ts');
  const receiver = await startReceiver();
  const messages: FollowingUnits['messages'][number][] = [];
  for (const webhooks of [0, 1, 3]) {
    const { client } = await organization();
    for (let at = 0; at < webhooks; at += 1) {
      const url = `${receiver.url}/${at}`;
      await operator.webhooks.create({ body: { client_id: client.id, url, events: ['agent.created'] } });
    }
    const { id } = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
    const { items } = await query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': eventsPartition(shardOf(id)) },
      ConsistentRead: true,
    });
    const event = items.filter(({ entity }) => entity === id) as unknown as Parameters<typeof fanOut>[0];
    const written = await costOf(() => fanOut(event));
    let delivered = noUnits;
    for await (const page of tasksDue('9'))
      for (const { pk, sk, kind } of page) {
        if (kind !== 'deliver_message') continue;
        const input = { Records: [{ body: JSON.stringify({ pk, sk }) }] } as Parameters<typeof handler>[0];
        const used = await costOf(() => handler(input, context as Parameters<typeof handler>[1]));
        delivered = plus(delivered, used);
      }
    messages.push({ webhooks, written, delivered });
  }
  await receiver.close();
  return messages;
};

/** Each function of the clock when it finds nothing to do. */
export const measureClock = async ({ costOf }: MeasuredPlatform): Promise<Record<string, UnitsUsed>> => {
  const handlers = {
    'clock.endStaleConversations': (await import('#functions/clock/end-stale-conversations.ts')).handler,
    'clock.restartTasks': (await import('#functions/clock/restart-tasks.ts')).handler,
    'clock.retryParked': (await import('#functions/clock/retry-parked.ts')).handler,
    'clock.checkWatchers': (await import('#functions/clock/check-watchers.ts')).handler,
    'clock.applyRetention': (await import('#functions/clock/apply-retention.ts')).handler,
  };
  const used: Record<string, UnitsUsed> = {};
  for (const [functionName, handler] of Object.entries(handlers)) {
    const run = () =>
      handler({}, { functionName, awsRequestId: 'bench', getRemainingTimeInMillis: () => 240_000 });
    // The first run does what there is to do.
    await run();
    used[functionName] = await costOf(run);
  }
  return used;
};

export const measureFollowing: Measure<FollowingUnits> = async (platform, place, size) => {
  const messages = await measureMessages(platform, place, 0);
  const indexed = Math.min(512, size);
  return {
    messages,
    // As many words as 18 turns have, and five minutes.
    indexed: {
      short: await measureIndexed(180)(platform, place, indexed),
      long: await measureIndexed(706)(platform, place, indexed),
    },
    counting: await measureCounting(platform, place, Math.min(3000, size)),
  };
};
