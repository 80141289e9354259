import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { inBatches } from '#lib/domain/batches.ts';
import { platform } from '#lib/domain/caller.ts';
import type { Figures, PackedFigures } from '#lib/domain/usage/figures.ts';
import { addFact, isNothing, noFigures, packFigures, unpackFigures } from '#lib/domain/usage/figures.ts';
import { dimensions, groupOf } from '#lib/domain/usage/report.ts';
import { dateOf, quarterMs, startOfHour } from '#lib/domain/usage/time-zones.ts';
import { readClient, settingsOf } from '#lib/organizations/clients.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { keyOf, sortOf } from '#lib/store/keys.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { ItemContended } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import type { Item, Key } from '#lib/store/table.ts';
import type { Entry, Lane, LogPage } from './log.ts';
import { lanesOf, readPages } from './log.ts';

/*
 * Sums of the full pages of a log, so that a report reads only the newest part of the log. Each item of sums
 * stores the last page that it includes, so a page is added only once, however often the work is interrupted.
 */

/** The progress of the sums of an owner's logs, and the time zone of the days. */
export interface Manifest {
  readonly zone: string;
  /** Names the items. Rebuilt sums, for another time zone or after an error, are different items. */
  readonly generation: string;
  /** The previous generation, until all its items are removed. */
  readonly outdated?: string | undefined;
  /** By lane, the last page that all sums include. */
  readonly through: Readonly<Record<string, number>>;
  readonly version: number;
}

export const readManifest = async (owner: string): Promise<Manifest | undefined> => {
  const item = await get(keyOf('usage_manifest', owner));
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...manifest } = item;
  return manifest as unknown as Manifest;
};

/** The time zone of an owner's days. The platform uses UTC. */
export const zoneOf = async (owner: string): Promise<string> => {
  const client = owner === platform ? undefined : await readClient(owner);
  return (client && (await settingsOf(client.path)).timezone) ?? 'UTC';
};

/** The dimension of ungrouped figures. */
export const total = 'total';

/** An increasing number and the time zone, so that concurrent runs write the same items. */
export const generationOf = (before: string | undefined, zone: string): string =>
  `${Number.parseInt(before ?? '0', 10) + 1}@${zone}`;

/** A prefix distinguishes every value from the absence of a value. */
const spelled = (group: string | null): string => (group === null ? '-' : `=${group}`);
export const groupFromSpelled = (text: string): string | null => (text === '-' ? null : text.slice(1));

export const daysSort = (month: string, group: string | null): string =>
  sortOf('usage_days', month, spelled(group));
export const hoursSort = (date: string, group: string | null): string =>
  sortOf('usage_hours', date, spelled(group));

/** Figures by day, or by the beginning of an hour. */
export type SumsByTime = Map<string, Figures>;

export const packSums = (sums: SumsByTime): Uint8Array =>
  deflateRawSync(
    JSON.stringify(
      Object.fromEntries(
        [...sums]
          .filter(([, figures]) => !isNothing(figures))
          .map(([key, figures]) => [key, packFigures(figures)]),
      ),
    ),
  );

export const unpackSums = (bytes: Uint8Array): SumsByTime =>
  new Map(
    Object.entries(JSON.parse(inflateRawSync(bytes).toString()) as Record<string, PackedFigures>).map(
      ([key, packed]) => [key, unpackFigures(packed)],
    ),
  );

/** An item of sums, and the entries to add to it, by page. */
export interface Target {
  readonly key: Key;
  readonly entries: { readonly page: number; readonly at: string; readonly entry: Entry }[];
}

/** The items that include an entry: for each dimension, its month by day and its day by hour. */
const cellsOf = (
  { fact }: Entry,
  owner: string,
  { zone, generation }: Pick<Manifest, 'zone' | 'generation'>,
): { readonly key: Key; readonly at: string }[] => {
  const instant = fact.quarter * quarterMs;
  const date = dateOf(zone, instant);
  const hour = String(startOfHour(zone, instant));
  return [undefined, ...dimensions].flatMap((dimension) => {
    const sums = [owner, generation, dimension ?? total] as const;
    const value = spelled(groupOf(fact, dimension));
    return [
      { key: keyOf('usage_days', ...sums, date.slice(0, 7), value), at: date },
      { key: keyOf('usage_hours', ...sums, date, value), at: hour },
    ];
  });
};

export const throughOf = (item: Item | undefined): Record<string, number> =>
  (item?.through as Record<string, number> | undefined) ?? {};

/** Replaces an item if it has not changed since it was read. Returns false if it has. */
const replaced = async (item: Item, version: number): Promise<boolean> => {
  return putIf(
    { ...item, version: version + 1 },
    version === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } },
  );
};

/** Adds the entries that an item does not include yet. Returns false if another process changed the item. */
const addTo = async ({ key, entries }: Target, lane: number, known: Item | undefined): Promise<boolean> => {
  const through = throughOf(known);
  const open = entries.filter(({ page }) => page > (through[lane] ?? 0));
  const last = open.at(-1);
  if (!last) return true;
  const sums: SumsByTime = known ? unpackSums(known.sums as Uint8Array) : new Map();
  for (const { at, entry } of open) {
    const figures = sums.get(at) ?? noFigures();
    sums.set(at, figures);
    addFact(figures, entry.fact, entry.sign);
  }
  return replaced(
    { ...key, sums: packSums(sums), through: { ...through, [lane]: last.page } },
    Number(known?.version ?? 0),
  );
};

const readAtOnce = 100;
const writtenAtOnce = 16;

const addToAll = async (targets: readonly Target[], lane: number): Promise<void> => {
  let open = targets;
  for (let attempt = 1; open.length > 0; attempt += 1) {
    if (attempt > maxAttempts) throw new ItemContended();
    const left: Target[] = [];
    for (const together of inBatches(open, readAtOnce)) {
      const known = await batchGet(together.map(({ key }) => key));
      await forEachConcurrently(together.entries(), writtenAtOnce, async ([index, target]) => {
        if (!(await addTo(target, lane, known[index]))) left.push(target);
      });
    }
    open = left;
  }
};

export const maxAttempts = 10;
/** The number of pages per step: about two thousand entries. */
const pagesAtOnce = 48;

/** The items of sums that include the entries of pages. */
export const targetsOf = (
  pages: readonly LogPage[],
  owner: string,
  manifest: Pick<Manifest, 'zone' | 'generation'>,
): Target[] => {
  const targets = new Map<string, Target>();
  for (const { page, entries } of pages) {
    for (const entry of entries) {
      for (const { key, at } of cellsOf(entry, owner, manifest)) {
        const name = `${key.pk} ${key.sk}`;
        const known = targets.get(name) ?? { key, entries: [] };
        known.entries.push({ page, at, entry });
        targets.set(name, known);
      }
    }
  }
  return [...targets.values()];
};

export const replaceManifest = (owner: string, { version, ...content }: Manifest): Promise<boolean> =>
  replaced({ ...content, ...keyOf('usage_manifest', owner) }, version);

/** The manifest of an owner's sums. Creates it if there is none. */
const manifestOf = async (owner: string): Promise<Manifest> => {
  const known = await readManifest(owner);
  if (known) return known;
  const zone = await zoneOf(owner);
  const manifest: Manifest = { zone, generation: generationOf(undefined, zone), through: {}, version: 0 };
  await replaceManifest(owner, manifest);
  // If two runs create it at the same time, the first one wins.
  return (await readManifest(owner)) ?? manifest;
};

/** Records that all sums include a lane's pages up to one, unless the sums have been replaced. */
const advance = async (owner: string, generation: string, lane: number, page: number): Promise<void> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const manifest = await readManifest(owner);
    if (manifest?.generation !== generation || (manifest.through[lane] ?? 0) >= page) return;
    if (await replaceManifest(owner, { ...manifest, through: { ...manifest.through, [lane]: page } })) return;
  }
  throw new ItemContended();
};

/**
 * Adds the pages after one to sums, up to the last full page or about two thousand entries. Returns the last
 * page added.
 */
export const addPages = async (
  lane: Lane,
  after: number,
  sums: Pick<Manifest, 'zone' | 'generation'>,
): Promise<number> => {
  const pages: LogPage[] = [];
  for await (const page of readPages(lane, after, after + pagesAtOnce)) pages.push(page);
  await addToAll(targetsOf(pages, lane.owner, sums), lane.lane);
  return pages.at(-1)?.page ?? after;
};

/**
 * Adds the full pages of an owner's logs to its sums. Returns false if time ran out. The next run continues.
 */
export const sumUp = async (owner: string, timeLeft: TimeLeft): Promise<boolean> => {
  const manifest = await manifestOf(owner);
  for (let lane = 0; lane < lanesOf(owner); lane += 1) {
    for (let after = manifest.through[lane] ?? 0; ; ) {
      if (!timeLeft()) return false;
      const last = await addPages({ owner, lane }, after, manifest);
      if (last === after) break;
      await advance(owner, manifest.generation, lane, last);
      after = last;
    }
  }
  return true;
};
