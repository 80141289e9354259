import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { countConversations, factFromText, placesOf } from '#lib/billing/counting.ts';
import { meterReporters } from '#lib/billing/meters-since.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { platform } from '#lib/domain/caller.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import type { Figures } from '#lib/domain/usage/figures.ts';
import { addFact, noFigures } from '#lib/domain/usage/figures.ts';
import { dimensions } from '#lib/domain/usage/report.ts';
import { idIn, keyOf, partitionOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Item } from '#lib/store/table.ts';
import { sumTask } from '#lib/store/tasks/sum-usage.ts';
import type { Entry, LogPage } from '#lib/usage/log.ts';
import { appendEntries, lanesOf, readHeads, readPages } from '#lib/usage/log.ts';
import { rebuildSums } from '#lib/usage/rebuild.ts';
import type { Manifest } from '#lib/usage/sums.ts';
import { packSums, readManifest, targetsOf, total, unpackSums } from '#lib/usage/sums.ts';
import { scan } from './scan.ts';

/*
 * Compares the logs of usage with the facts of all conversations, and the sums with the logs.
 */

/** The number of facts and the sum of their hashes, which are equal for equal facts in any order. */
interface Fingerprint {
  readonly facts: number;
  readonly hashes: bigint;
}

const nothing: Fingerprint = { facts: 0, hashes: 0n };

const hashOf = ({ fact }: Pick<Entry, 'fact'>): bigint =>
  hash('sha256', JSON.stringify(fact), 'buffer').readBigUInt64BE();

const added = ({ facts, hashes }: Fingerprint, entry: Entry): Fingerprint => ({
  facts: facts + entry.sign,
  hashes: BigInt.asUintN(64, hashes + BigInt(entry.sign) * hashOf(entry)),
});

const isCounted = ({ pk, sk }: Item): boolean => pk.startsWith('conversation#') && sk === 'usage';
const isHead = ({ pk, sk }: Item): boolean => pk.startsWith('usage#') && sk === 'head';

/** The entries that a conversation's fact requires in the log of each owner. */
const entriesOf = ({
  pk,
  path,
  test_from,
  counted_to,
  fact: text,
}: Item): { readonly owner: string; readonly entry: Entry }[] => {
  const fact = factFromText(text);
  if (!fact) return [];
  const counted = {
    id: idIn(pk),
    path: path as string[],
    test_from: test_from as Depth | undefined,
    counted_to: counted_to as Depth | undefined,
  };
  return placesOf(counted).map(({ owner, client }) => ({
    owner,
    entry: { sign: 1, fact: { ...fact, client } },
  }));
};

/** The expected content of all logs, collected while the table is read. */
export class CountedUsage {
  readonly owners = new Map<string, Fingerprint>();

  add(item: Item): void {
    if (isHead(item)) {
      const owner = item.pk.split('#')[1] ?? '';
      this.owners.set(owner, this.owners.get(owner) ?? nothing);
    }
    if (!isCounted(item)) return;
    for (const { owner, entry } of entriesOf(item)) {
      this.owners.set(owner, added(this.owners.get(owner) ?? nothing, entry));
    }
  }
}

/** An owner's logs, page by page, each followed by its head. */
async function* readLogs(owner: string): AsyncGenerator<LogPage & { readonly lane: number }> {
  const lanes = Array.from({ length: lanesOf(owner) }, (_, lane) => ({ owner, lane }));
  for (const { lane, page, entries } of await readHeads(lanes)) {
    for await (const full of readPages({ owner, lane }, 0, page - 1)) yield { ...full, lane };
    yield { lane, page, entries };
  }
}

const readAllSums = async (
  owner: string,
  { generation }: Manifest,
): Promise<Map<string, Map<string, Figures>>> => {
  const found = new Map<string, Map<string, Figures>>();
  for (const dimension of [total, ...dimensions]) {
    const pk = partitionOf('usage_days', owner, generation, dimension);
    const pages = queryPages({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    });
    for await (const { items } of pages) {
      for (const { sk, sums } of items) found.set(`${pk} ${sk}`, unpackSums(sums as Uint8Array));
    }
  }
  return found;
};

/** The expected sums of the pages that the sums include. */
const sumsOf = async (owner: string, manifest: Manifest): Promise<Map<string, Map<string, Figures>>> => {
  const wanted = new Map<string, Map<string, Figures>>();
  for await (const page of readLogs(owner)) {
    if (page.page > (manifest.through[page.lane] ?? 0)) continue;
    for (const { key, entries } of targetsOf([page], owner, manifest)) {
      const sums = wanted.get(`${key.pk} ${key.sk}`) ?? new Map<string, Figures>();
      wanted.set(`${key.pk} ${key.sk}`, sums);
      for (const { at, entry } of entries) {
        const figures = sums.get(at) ?? noFigures();
        sums.set(at, figures);
        addFact(figures, entry.fact, entry.sign);
      }
    }
  }
  return wanted;
};

/** The figures as they are stored, without those that add up to nothing. */
const stored = (all: Map<string, Map<string, Figures>>): Record<string, unknown> =>
  Object.fromEntries(
    [...all]
      .map(([key, sums]) => [key, unpackSums(packSums(sums))] as const)
      .filter(([, sums]) => sums.size > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

export interface UsageProblem {
  readonly owner: string;
  readonly problem: string;
}

const checkSums = async (owner: string): Promise<string[]> => {
  const manifest = await readManifest(owner);
  if (!manifest) return [];
  const [found, wanted] = await Promise.all([readAllSums(owner, manifest), sumsOf(owner, manifest)]);
  const now = await readManifest(owner);
  // If the sums changed while they were read, check again.
  if (!isDeepStrictEqual(now, manifest)) return checkSums(owner);
  return isDeepStrictEqual(stored(found), stored(wanted)) ? [] : ['its sums differ from its log'];
};

/** Compares each owner's logs with the counted facts, and its sums with its logs. */
export const checkUsage = async (counted: CountedUsage): Promise<UsageProblem[]> => {
  const problems: UsageProblem[] = [];
  for (const [owner, { facts, hashes }] of counted.owners) {
    // An erased organization has no usage. The organizations above keep theirs.
    if (owner !== platform && !(await get(keyOf('client', owner)))) continue;
    let found = nothing;
    for await (const { entries } of readLogs(owner)) found = entries.reduce(added, found);
    if (found.facts !== facts) {
      problems.push({
        owner,
        problem: `its log has ${found.facts} conversations, and ${facts} were counted`,
      });
    } else if (found.hashes !== hashes) {
      problems.push({ owner, problem: 'its log differs from the counted figures' });
    }
    for (const problem of await checkSums(owner)) problems.push({ owner, problem });
  }
  return problems;
};

const segments = 4;

const readTable = async (visit: (item: Item) => void): Promise<void> => {
  await Promise.all(
    Array.from({ length: segments }, async (_, segment) => {
      for await (const page of scan(segment, segments)) for (const item of page) visit(item);
    }),
  );
};

/** The same, after reading the whole table. */
export const verifyUsage = async (): Promise<UsageProblem[]> => {
  const counted = new CountedUsage();
  await readTable((item) => counted.add(item));
  return checkUsage(counted);
};

/** By owner and fact, how often an entry is missing in the log, or is in it too often if it is negative. */
type Differences = ReadonlyMap<string, ReadonlyMap<string, number>>;

const differencesOf = async (owners: ReadonlySet<string>): Promise<Differences> => {
  const counts = new Map<string, Map<string, number>>();
  const count = (owner: string, fact: string, change: number): void => {
    const facts = counts.get(owner) ?? new Map<string, number>();
    counts.set(owner, facts);
    facts.set(fact, (facts.get(fact) ?? 0) + change);
  };
  await readTable((item) => {
    if (!isCounted(item)) return;
    for (const { owner, entry } of entriesOf(item)) {
      if (owners.has(owner)) count(owner, JSON.stringify(entry.fact), 1);
    }
  });
  for (const owner of owners) {
    for await (const { entries } of readLogs(owner)) {
      for (const { sign, fact } of entries) count(owner, JSON.stringify(fact), -sign);
    }
  }
  return counts;
};

const isNone = (all: Differences): boolean =>
  [...all.values()].every((facts) => [...facts.values()].every((difference) => difference === 0));

/**
 * The entries that are missing in the owners' logs or that must be reversed. The table is read before the
 * logs, so a conversation that is counted in between differs, but only this once: only what differs twice
 * does.
 */
const correctionsOf = async (owners: ReadonlySet<string>): Promise<Map<string, Entry[]>> => {
  const first = await differencesOf(owners);
  const second = isNone(first) ? first : await differencesOf(owners);
  const lasting = (owner: string, fact: string, now: number): number => {
    const before = first.get(owner)?.get(fact) ?? 0;
    return Math.sign(before) === Math.sign(now) ? Math.min(Math.abs(before), Math.abs(now)) : 0;
  };
  return new Map(
    [...second].map(([owner, facts]) => [
      owner,
      [...facts].flatMap(([fact, difference]) =>
        Array.from(
          { length: lasting(owner, fact, difference) },
          (): Entry => ({
            sign: difference > 0 ? 1 : -1,
            fact: JSON.parse(fact),
          }),
        ),
      ),
    ]),
  );
};

/** The number of entries to append at once. Their pages fit into one transaction. */
const appendedAtOnce = 500;

const appendTo = (owner: string, entries: readonly Entry[]): Promise<void> =>
  retryStale(async () => {
    const [head] = await readHeads([{ owner, lane: 0 }]);
    if (head) await commit([...appendEntries(head, entries).operations, sumTask(owner)]);
  });

/** Repairs logs and sums of owners: appends missing entries, reverses excess ones, and rebuilds the sums. */
export const mendUsage = async (owners: ReadonlySet<string>): Promise<void> => {
  for (const [owner, entries] of await correctionsOf(owners)) {
    for (const together of inBatches(entries, appendedAtOnce)) await appendTo(owner, together);
  }
  for (const owner of owners) await rebuildSums(owner, () => true, { anyway: true });
};

const countedAtOnce = 50;

export interface RecountSummary {
  readonly conversations: number;
  readonly owners: number;
}

/** Counts every conversation again, and repairs all logs and sums. */
export const recount = async (onProgress?: (conversations: number) => void): Promise<RecountSummary> => {
  let conversations = 0;
  let ids: string[] = [];
  const countIds = async () => {
    await countConversations(ids);
    conversations += ids.length;
    ids = [];
    onProgress?.(conversations);
  };
  for (let segment = 0; segment < segments; segment += 1) {
    for await (const page of scan(segment, segments)) {
      for (const { pk, sk } of page) {
        if (!pk.startsWith('conversation#') || sk !== 'record') continue;
        ids.push(idIn(pk));
        if (ids.length === countedAtOnce) await countIds();
      }
    }
  }
  await countIds();
  const counted = new CountedUsage();
  await readTable((item) => counted.add(item));
  const owners = new Set(counted.owners.keys());
  await mendUsage(owners);
  for (const owner of owners) await meterReporters(owner);
  return { conversations, owners: owners.size };
};
