import { forEachConcurrently } from '../concurrently.ts';
import { upgraded } from '../shapes.ts';
import type { Item } from '../table.ts';
import { claimedPlaces } from './claimed.ts';
import type { ListQuery, ReadPage } from './listing.ts';
import { confirmed, isInRange, listOwner, planOf, readEntries, readers } from './listing.ts';
import type { Plan } from './plan.ts';
import { withoutIndex } from './plan.ts';

/** A range of a list of which all entries are read, so it has both ends. */
export interface WholeRange extends Omit<ListQuery, 'limit' | 'position' | 'order'> {
  readonly from: string;
  readonly until: string;
  /** The attributes to read. A reader of a hundred thousand entries names those that it needs. */
  readonly attributes: readonly string[];
}

/** The maximum number of entries of a range. Tests set a lower one. */
const mostEntries = (): number => Number(process.env.ENTRIES_PER_REQUEST ?? 200_000);

/**
 * The price of an entry that a BatchGetItem reads by a key from an index, in entries that a Query of the list
 * reads: half a read unit instead of a twentieth.
 */
const priceThroughIndex = 10;

/**
 * The entries of the first pages, which show whether there are more and how densely they follow each other:
 * 2,000. The other pages end at 1 MB, which has room for about as many.
 */
const firstEntries = (): number => Math.ceil(mostEntries() / 100);
const pageEntries = (): number => Math.ceil(mostEntries() / 20);

/** The number of pages that are read at the same time, and the maximum number of the parts of a range. */
const atOnce = 16;
const parts = 32;

/** A range that would fit by estimation is shortened to this share, because calls are not spread evenly. */
const tolerance = 0.9;

/** A stretch of time in milliseconds, and its number of entries. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly entries: number;
}

/** A part of a range, in milliseconds. It is read from its end to its beginning. */
interface Part {
  readonly shard: number;
  readonly from: number;
  readonly read: ReadPage;
  /** The sort key at which the last page ended; undefined: before the first page, and at the end. */
  after: string | undefined;
  /** The time down to which it was read. */
  reached: number;
  /** The last page; undefined: none was read. */
  page: Stretch | undefined;
}

type Take = (items: readonly Item[]) => void | Promise<void>;

const timeOf = (sk: string): number => Date.parse(sk.slice(0, sk.indexOf('#')));

/** The entries of a stretch from a time on, as if they were spread evenly. */
const entriesSince = ({ from, until, entries }: Stretch, time: number): number =>
  time <= from ? entries : (entries * Math.max(0, until - time)) / (until - from || 1);

/**
 * The unread rest of a part. Its number of entries is extrapolated from the density of the part’s last page.
 */
const restOf = ({ from, reached, page }: Part): Stretch => ({
  from,
  until: reached,
  entries: page ? (page.entries * (reached - from)) / Math.max(1, page.until - page.from) : 0,
});

/** Reads a range by one plan: the list itself, or keys in an index. */
class WholeListRead {
  readonly #asked: WholeRange;
  readonly #plan: Plan;
  readonly #most: number;
  readonly #pages: Stretch[] = [];
  #parts: Part[] = [];
  #entries = 0;

  constructor(asked: WholeRange, plan: Plan, most: number) {
    this.#asked = asked;
    this.#plan = plan;
    this.#most = most;
  }

  #readers(from: number, until: number): ReadPage[] {
    const range = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
    return readers({ ...this.#asked, ...range, order: 'desc', eventuallyConsistent: true }, this.#plan);
  }

  #partsOf(from: number, until: number): Part[] {
    return this.#readers(from, until).map((read, shard) => ({
      shard,
      from,
      read,
      after: undefined,
      reached: until,
      page: undefined,
    }));
  }

  async #readPage(part: Part, limit: number, take: Take): Promise<void> {
    const { items, scanned, last } = await part.read(limit, part.after);
    const until = part.reached;
    part.after = last?.sk;
    part.reached = last ? timeOf(last.sk) : part.from;
    const page = { from: part.reached, until, entries: scanned };
    this.#pages.push(page);
    // A page whose entries all have the same time has no density.
    part.page =
      page.from === until && part.page ? { ...part.page, entries: part.page.entries + scanned } : page;
    this.#entries += scanned;
    await take(items);
  }

  /** Reads the first page of every shard. Returns whether there are more. */
  async begin(take: Take): Promise<boolean> {
    const { from, until } = this.#asked;
    this.#parts = this.#partsOf(Date.parse(from), Date.parse(until));
    const limit = Math.ceil(firstEntries() / this.#parts.length);
    await Promise.all(this.#parts.map((part) => this.#readPage(part, limit, take)));
    return this.#parts.some(({ after }) => after !== undefined);
  }

  /** The pages that were read, and the estimated rest. */
  get #stretches(): Stretch[] {
    return [...this.#pages, ...this.#parts.map(restOf)];
  }

  /** The expected number of entries in the whole range. */
  get expected(): number {
    return this.#stretches.reduce((sum, { entries }) => sum + entries, 0);
  }

  /** Divides the rest of a shard into parts that are read at the same time, from the newest to the oldest. */
  #divided(part: Part, most: number): Part[] {
    const { shard, from, reached } = part;
    const pages = Math.ceil(restOf(part).entries / firstEntries());
    const count = Math.max(1, Math.min(pages, most));
    const bounds = Array.from({ length: count }, (_, at) =>
      Math.floor(reached - ((reached - from) * (at + 1)) / count),
    );
    return [...new Set(bounds)].flatMap((bound, at, all) => {
      const before = all[at - 1];
      if (before !== undefined) return this.#partsOf(bound, before)[shard] ?? [];
      // The first part continues after the page that was read, whose last entry is within its range.
      return { ...part, from: bound, read: this.#readers(bound, reached + 1)[shard] as ReadPage };
    });
  }

  /** Reads the rest. Returns whether that was possible within the limit. */
  async finish(take: Take): Promise<boolean> {
    const open = this.#parts.filter(({ after }) => after !== undefined);
    const divided = open.flatMap((part) => this.#divided(part, Math.ceil(parts / open.length)));
    this.#parts = divided;
    const newestFirst = divided.toSorted((one, other) => other.reached - one.reached);
    await forEachConcurrently(newestFirst, atOnce, async (part) => {
      do {
        if (this.#entries > this.#most) return;
        await this.#readPage(part, pageEntries(), take);
      } while (part.after !== undefined);
    });
    return this.#entries <= this.#most;
  }

  /** The beginning of the longest range with the same end that is within the limit by estimation. */
  get fitting(): number {
    const stretches = this.#stretches;
    const aim = this.#most * tolerance;
    let [low, high] = [Date.parse(this.#asked.from), Date.parse(this.#asked.until)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const entries = stretches.reduce((sum, stretch) => sum + entriesSince(stretch, middle), 0);
      if (entries <= aim) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/**
 * Reads all entries of a range, in parallel and in no order. What costs less is read: the list, or the keys
 * in the index of a filter and then their entries; the first page of each shows which. Returns undefined, or
 * if there are too many entries, the beginning of a range that would fit.
 */
export const readAll = async (
  asked: WholeRange,
  take: (entries: readonly Item[]) => void,
): Promise<string | undefined> => {
  const { where = () => true, confirm } = asked;
  const most = mostEntries();
  const places = asked.places ?? (await claimedPlaces(asked.facets, listOwner(asked.owner)));
  if (places) {
    const found = places.filter((place) => isInRange(place, asked));
    take(await confirmed((await readEntries(found, { ...asked, order: 'desc' })).map(upgraded), confirm));
    return undefined;
  }
  const plan = planOf({ ...asked, order: 'desc' });
  const list = new WholeListRead(
    { ...asked, attributes: [...asked.attributes, 'shape'] },
    withoutIndex(plan),
    most,
  );
  const takeAsked = async (items: readonly Item[]): Promise<void> =>
    take(await confirmed(items.map(upgraded).filter(where), confirm));
  const first: Item[] = [];
  const hasMore = await list.begin((items) => void first.push(...items));

  const index =
    hasMore && plan.served
      ? new WholeListRead({ ...asked, attributes: [] }, plan, most / priceThroughIndex)
      : undefined;
  if (index) {
    const keys: Item[] = [];
    const takeKeys = (items: readonly Item[]): void => void keys.push(...items);
    await index.begin(takeKeys);
    const isPreferred = index.expected * priceThroughIndex < list.expected || list.expected > most;
    if (isPreferred && (await index.finish(takeKeys))) {
      // An entry with several of the values of a filter is in the index several times.
      const different = [...new Set(keys.map(({ sk }) => sk))];
      const entries = (await readEntries(different, { ...asked, order: 'desc' })).map(upgraded);
      take(await confirmed(entries, confirm));
      return undefined;
    }
  }
  await takeAsked(first);
  if (await list.finish(takeAsked)) return undefined;
  const shorter = [list, index]
    .flatMap((reading) => reading?.fitting ?? [])
    .filter((start) => start > Date.parse(asked.from));
  return new Date(Math.min(...shorter)).toISOString();
};
