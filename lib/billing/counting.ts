import { setTimeout as wait } from 'node:timers/promises';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { keepingPaid } from '#lib/domain/billing/paid-answers.ts';
import { newId } from '#lib/domain/ids.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { ownDepth } from '#lib/domain/organizations/depth.ts';
import type { Fact } from '#lib/domain/usage/fact.ts';
import { factOf } from '#lib/domain/usage/fact.ts';
import { keyOf } from '#lib/store/keys.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { ItemContended, Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import type { Item } from '#lib/store/table.ts';
import { sumTask } from '#lib/store/tasks/sum-usage.ts';
import type { Entry, Head, Lane } from '#lib/usage/log.ts';
import { appendEntries, laneOf, readHeads } from '#lib/usage/log.ts';
import { meterOperations } from './metering.ts';

/*
 * The fact that was counted is stored with its conversation and changed in one transaction with the logs of
 * all owners. The logs get the difference between that and the fact to count now. It therefore does not
 * matter how often or in which order the conversation's events are followed.
 */

/** The organizations that count a conversation, or what a model did about one. */
interface CountedConversation {
  readonly id: string;
  readonly path: readonly string[];
  readonly test_from?: Depth | undefined;
  /** The depth of the lowest organization that counts it; absent: its own. */
  readonly counted_to?: Depth | undefined;
}

interface Change extends CountedConversation {
  readonly before: Fact | null;
  readonly version: number;
  readonly after: Fact;
  /** The answers for which the minutes of the call have paid. Absent: none. */
  readonly paid_answers?: number | undefined;
}

/** The change of what is counted under an id; none if it is counted so already. */
const changesTo = (counted: CountedConversation, item: Item | undefined, fact: Fact): Change[] => {
  const before = factFromText(item?.fact);
  const paid_answers = item?.paid_answers as number | undefined;
  const after = keepingPaid(fact, before, paid_answers);
  if (item?.fact === JSON.stringify(after)) return [];
  return [{ ...counted, before, version: Number(item?.version ?? 0), after, paid_answers }];
};

/** The fact that is stored with a conversation, or with its stub during an erasure. */
export const factFromText = (text: unknown): Fact | null =>
  typeof text === 'string' ? (JSON.parse(text) as Fact) : null;

/** The fact to count for a conversation; undefined: keep what was counted. */
const wantedOf = (item: Item | undefined): Fact | undefined => {
  if (!item) return undefined;
  return (isErasing(item) ? factFromText(item.fact) : factOf(conversationFromItem(item))) ?? undefined;
};

const changesOf = async (ids: readonly string[]): Promise<Change[]> => {
  const items = await batchGet(
    ids.flatMap((id) => [keyOf('conversation', id), keyOf('conversation_usage', id)]),
  );
  return ids.flatMap((id, at) => {
    const [conversation, counted] = items.slice(at * 2, at * 2 + 2);
    const wanted = wantedOf(conversation);
    if (!wanted) return [];
    const { path, test_from } = conversation as unknown as Pick<CountedConversation, 'path' | 'test_from'>;
    return changesTo({ id, path, test_from }, counted, wanted);
  });
};

/**
 * The logs that count a conversation, with its organization as each owner sees it. Organizations above the
 * highest one for tests do not count it. What an analyzer used is counted for its organization and those
 * above.
 */
export const placesOf = ({
  id,
  path,
  test_from = 0,
  counted_to = ownDepth(path),
}: CountedConversation): (Lane & { readonly client: string })[] =>
  ownersOf(path)
    .map((owner, at) => ({ owner, lane: laneOf(owner, id), client: path[at] ?? owner }))
    .slice(test_from, counted_to + 1);

const entriesByLane = (changes: readonly Change[]): Map<string, Lane & { readonly entries: Entry[] }> => {
  const lanes = new Map<string, Lane & { readonly entries: Entry[] }>();
  for (const { before, after, ...counted } of changes) {
    for (const { owner, lane, client } of placesOf(counted)) {
      const key = `${owner}#${lane}`;
      const known = lanes.get(key) ?? { owner, lane, entries: [] };
      if (before) known.entries.push({ sign: -1, fact: { ...before, client } });
      known.entries.push({ sign: 1, fact: { ...after, client } });
      lanes.set(key, known);
    }
  }
  return lanes;
};

const countedOperation = (change: Change): Operation<Stale> => {
  const { id, path, test_from, counted_to, version, after, paid_answers } = change;
  const item = {
    ...keyOf('conversation_usage', id),
    path,
    ...(test_from !== undefined && { test_from }),
    ...(counted_to !== undefined && { counted_to }),
    fact: JSON.stringify(after),
    ...(paid_answers !== undefined && { paid_answers }),
    version: version + 1,
  };
  return version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version });
};

/** The number of full pages after which a log is summed up. */
const pagesAtOnce = 16;

const isDue = (before: Head, pages: number): boolean =>
  Math.floor(pages / pagesAtOnce) > Math.floor((before.page - 1) / pagesAtOnce);

/**
 * The most writes of a transaction
 * (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html).
 */
const maxWrites = 100;

const countHalves = async (changes: readonly Change[]): Promise<void> => {
  const half = Math.ceil(changes.length / 2);
  await countTogether(changes.slice(0, half));
  await countTogether(changes.slice(half));
};

/** Counts changes in one transaction, or in several if there are too many. */
const countTogether = async (changes: readonly Change[]): Promise<void> => {
  const lanes = [...entriesByLane(changes).values()];
  const isDivisible = changes.length > 1;
  if (isDivisible && changes.length + lanes.length > maxWrites) return countHalves(changes);
  const heads = await readHeads(lanes);
  // A transaction may write each item only once, and several lanes of an owner may be due.
  const due = new Set<string>();
  const appended = lanes.flatMap(({ owner, entries }, at) => {
    const head = heads[at] as Head;
    const { operations, pages } = appendEntries(head, entries);
    if (isDue(head, pages)) due.add(owner);
    return operations;
  });
  const billed = lanes.filter((_, at) => heads[at]?.billed);
  const operations = [
    ...changes.map(countedOperation),
    ...appended,
    ...[...due].map(sumTask),
    ...(await meterOperations(billed)),
  ];
  // Besides, pages become full, and organizations are billed.
  return isDivisible && operations.length > maxWrites ? countHalves(changes) : commit(operations);
};

const maxAttempts = 10;
const longestWaitMs = 500;

/** The head of a busy organization changes often. A late writer reads it again. */
const countPatiently = async (changesNow: () => Promise<readonly Change[]>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const changes = await changesNow();
      return changes.length > 0 ? await countTogether(changes) : undefined;
    } catch (error) {
      if (!(error instanceof Stale || error instanceof ItemContended) || attempt === maxAttempts) throw error;
      await wait(Math.random() * Math.min(longestWaitMs, 10 * 2 ** attempt));
    }
  }
};

/** The number of conversations per call: each has two items, and a call reads a hundred. */
const atOnce = 50;

/**
 * Counts the present state of conversations that have ended. It can be called at any time, in any order and
 * repeatedly. A conversation that is being erased is counted as it was before.
 */
export const countConversations = async (ids: readonly string[]): Promise<void> => {
  for (const different of inBatches([...new Set(ids)], atOnce)) {
    await countPatiently(() => changesOf(different));
  }
};

/** The use of a model, which no conversation contains. */
export interface Use extends Omit<CountedConversation, 'id'> {
  readonly fact: Fact;
}

/** Counts uses of models, each under an id of its own, because no conversation contains them. */
export const countUses = (uses: readonly Use[]): Promise<void> => {
  const changes = uses.map(({ fact, ...counted }): Change => {
    return { ...counted, id: newId('conv'), before: null, version: 0, after: fact };
  });
  return countPatiently(async () => changes);
};

/** The use that is counted under an id; undefined: none is. */
export const readUse = async (id: string): Promise<Use | undefined> => {
  const [item] = await batchGet([keyOf('conversation_usage', id)]);
  const fact = factFromText(item?.fact);
  if (!item || !fact) return undefined;
  const { path, test_from, counted_to } = item as unknown as CountedConversation;
  return { path, test_from, counted_to, fact };
};

/** Counts a use under an id, in place of what was counted under it before. */
export const recountUse = (id: string, { fact, ...counted }: Use): Promise<void> =>
  countPatiently(async () => {
    const [item] = await batchGet([keyOf('conversation_usage', id)]);
    return changesTo({ ...counted, id }, item, fact);
  });

/** A call that is counted, as far as its minutes pay for answers. */
export interface PayingCall {
  readonly fact: Fact;
  /** The answers for which they have paid. */
  readonly paid: number;
  /** The write by which they pay for further ones, unless the call is counted otherwise meanwhile. */
  readonly pay: (answers: number) => Operation<Stale>;
}

export const readPayingCall = async (id: string): Promise<PayingCall | undefined> => {
  const [item] = await batchGet([keyOf('conversation_usage', id)]);
  const fact = factFromText(item?.fact);
  if (!item || !fact) return undefined;
  const version = Number(item.version);
  const paid = Number(item.paid_answers ?? 0);
  return {
    fact,
    paid,
    pay: (answers) =>
      putUnchanged({ ...item, paid_answers: paid + answers, version: version + 1 }, { version }),
  };
};
