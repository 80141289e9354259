import type { Documents } from './documents.ts';
import { ordinalOf, sortAt } from './documents.ts';
import { afterPrefix, blocksOf, readPostings } from './postings.ts';
import type { Root, Whole } from './segment.ts';
import { decodeDocumentsPart, documentsPart, postingsPart } from './segment.ts';

/*
 * Which conversations may be what a search looks for, in the order of lists, from any number of segments. Nothing that is to be
 * found is left out. What is proposed may lack a word, where reading more of the index would cost more than to look at the
 * conversation itself.
 */

/** Terms of which a document must have one: from the lowest to the highest, both included. */
export interface Requirement {
  readonly low: string;
  readonly high: string;
}

export const requireTerm = (term: string): Requirement => ({ low: term, high: term });
export const requirePrefix = (prefix: string): Requirement => ({ low: prefix, high: afterPrefix(prefix) });

/** Places are `<start time>#<id>`, as in lists; a time alone comes before all that started then. */
export interface Question {
  readonly requirements: readonly Requirement[];
  readonly order: 'asc' | 'desc';
  /** From this place on. */
  readonly low: string;
  /** Before this place. */
  readonly high: string;
  /** How many are enough. */
  readonly wanted: number;
}

/** A segment whose first part was read. */
export interface OpenSegment {
  readonly id: string;
  readonly first: Whole | Root;
}

export interface PartOf {
  readonly segment: string;
  readonly part: string;
}

/** Reads parts of segments: mostly no more than `maxParts`. */
export type ReadParts = (parts: readonly PartOf[]) => Promise<readonly Buffer[]>;

export interface Proposal {
  /** In the order that was asked for, each conversation once. */
  readonly places: readonly string[];
  /** Absent: these are all. Else where to go on: the question's `high` if the newest come first, its `low` if the oldest do. */
  readonly next?: string | undefined;
}

export const maxParts = 100;

/** Where the beginning of a word takes more parts of a segment, to look at conversations takes less. */
const maxPrefixParts = 6;

/** Ordinals: from the first on, and before the second. */
type Range = readonly [low: number, high: number];

const isWithin = ([low, high]: Range, ordinal: number): boolean => ordinal >= low && ordinal < high;

/** A segment of several parts, as far as a question reaches into it. */
interface Reached {
  readonly id: string;
  readonly root: Root;
  /** The ordinals of the parts that may be asked for. */
  readonly range: Range;
  readonly readings: readonly Reading[];
}

/** What is read of a segment for a requirement, and the ordinals for which that decides. */
interface Reading extends Requirement {
  readonly blocks: readonly number[];
  readonly covers: Range;
}

/** Documents that have what is required. */
interface Known {
  readonly covers: Range;
  readonly ordinals: ReadonlySet<number>;
}

/** Documents of one part of a segment that may be what is looked for. */
interface Group {
  readonly id: string;
  readonly root: Root;
  readonly part: number;
  readonly ordinals: readonly number[];
  /** In the order that was asked for, none of them is before this place. */
  readonly bound: string;
}

const partOf = ({ documentsPerPart }: Root, ordinal: number): number =>
  Math.floor(ordinal / documentsPerPart);

/** The ordinals of a part. */
const ordinalsOf = ({ documentsPerPart, size }: Root, part: number): Range => [
  part * documentsPerPart,
  Math.min(size, (part + 1) * documentsPerPart),
];

/** The part of a range that comes first in an order. */
const firstPartOf = (root: Root, [from, until]: Range, order: Question['order']): Range =>
  ordinalsOf(root, partOf(root, order === 'desc' ? until - 1 : from));

const rangeOf = (root: Root, { low, high }: Question): Range => {
  const { documentsPerPart } = root;
  const parts = root.bounds.size - 1;
  const countBefore = (place: string) => Math.min(parts, ordinalOf(root.bounds, place));
  if (sortAt(root.bounds, parts) < low) return [0, 0];
  // The last part that begins before may have it.
  const behind = countBefore(low);
  const first = sortAt(root.bounds, behind) === low ? behind : Math.max(0, behind - 1);
  return [first * documentsPerPart, Math.min(root.size, countBefore(high) * documentsPerPart)];
};

/**
 * A term in many blocks is read from where the search is, as far as one part of the documents at least. The beginning of a
 * word is only read as a whole, because each of its blocks has other words; undefined: that would be too much.
 */
const readingOf = (
  root: Root,
  { low, high }: Requirement,
  range: Range,
  order: Question['order'],
): Reading | undefined => {
  const { starts, size } = root;
  const [first, end] = blocksOf(starts, low, high);
  const all = Array.from({ length: end - first }, (_, at) => first + at);
  if (low !== high && all.length > maxPrefixParts) return undefined;
  if (low !== high || all.length <= 1) return { low, high, blocks: all, covers: [0, size] };
  /** The first ordinal that a block decides. */
  const begin = (block: number): number =>
    block <= first ? 0 : block >= end ? size : (starts[block]?.ordinal ?? size);
  const least = firstPartOf(root, range, order);
  const blocks = all.filter((block) => begin(block) < least[1] && begin(block + 1) > least[0]);
  return { low, high, blocks, covers: [begin(blocks[0] ?? first), begin((blocks.at(-1) ?? end) + 1)] };
};

/** What is decided of a range, in whole parts of its documents. */
const decidedOf = (root: Root, known: readonly Known[], range: Range, order: Question['order']): Range => {
  const [from, until] = range;
  // Where nothing is read, every document of the next part may be it.
  if (known.length === 0) return firstPartOf(root, range, order);
  const { documentsPerPart } = root;
  const low = Math.max(from, Math.min(...known.map(({ covers }) => covers[0])));
  const high = Math.min(until, Math.max(...known.map(({ covers }) => covers[1])));
  return order === 'desc'
    ? [Math.ceil(low / documentsPerPart) * documentsPerPart, until]
    : [from, high === until ? until : partOf(root, high) * documentsPerPart];
};

/** The documents that have all that is known to be required, where it is known. */
const intersect = (known: readonly Known[], decided: Range, order: Question['order']): number[] => {
  const covering = known.filter(({ covers }) => covers[0] <= decided[0] && covers[1] >= decided[1]);
  const [driver] = covering.sort((one, other) => one.ordinals.size - other.ordinals.size);
  const proposed =
    driver?.ordinals ?? Array.from({ length: decided[1] - decided[0] }, (_, at) => decided[0] + at);
  return [...proposed]
    .filter((ordinal) => isWithin(decided, ordinal))
    .filter((ordinal) =>
      known.every(({ covers, ordinals }) => !isWithin(covers, ordinal) || ordinals.has(ordinal)),
    )
    .sort((one, other) => (order === 'desc' ? other - one : one - other));
};

/** The documents of a small segment that have all that is required. */
const findInWhole = ({ size, postings }: Whole, requirements: readonly Requirement[]): number[] => {
  const sets = requirements.map(
    ({ low, high }) => new Set(readPostings(postings, size, low, high).flatMap(({ ordinals }) => ordinals)),
  );
  const [first, ...others] = sets;
  const proposed = first ?? Array.from({ length: size }, (_, at) => at);
  return [...proposed].filter((ordinal) => others.every((set) => set.has(ordinal)));
};

/** Reads each part once, though several requirements may be in it. */
const readAll = async (parts: readonly PartOf[], read: ReadParts): Promise<(part: PartOf) => Buffer> => {
  const nameOf = ({ segment, part }: PartOf) => `${segment} ${part}`;
  const different = [...new Map(parts.map((part) => [nameOf(part), part])).values()];
  const bytes = different.length > 0 ? await read(different) : [];
  const found = new Map(different.map((part, at) => [nameOf(part), bytes[at] as Buffer]));
  return (part) => found.get(nameOf(part)) as Buffer;
};

/** Proposes what comes next, within two readings of parts. */
export const propose = async (
  question: Question,
  segments: readonly OpenSegment[],
  read: ReadParts,
): Promise<Proposal> => {
  const { requirements, order, low, high, wanted } = question;
  const descending = order === 'desc';
  const compare = (one: string, other: string): number =>
    one === other ? 0 : descending === one > other ? -1 : 1;
  const found = new Set<string>();
  const add = (documents: Documents, ordinal: number): void => {
    const place = sortAt(documents, ordinal);
    if (place >= low && place < high) found.add(place);
  };
  /** Where the documents of an ordinal's part, and all behind it, are not before. */
  const boundOf = (root: Root, ordinal: number): string => {
    const part = partOf(root, ordinal);
    if (!descending) return sortAt(root.bounds, part);
    const behind = sortAt(root.bounds, part + 1);
    return part === partOf(root, root.size - 1) ? `${behind}~` : behind;
  };
  /** Whether it is where the search begins: what is there must be read now, or the search would never get further. */
  const isHere = (bound: string): boolean => (descending ? bound >= high : bound <= low);
  /** From these places on something is undecided. */
  const undecided: string[] = [];

  for (const { first } of segments) {
    if (first.kind !== 'whole') continue;
    for (const ordinal of findInWhole(first, requirements)) add(first.documents, ordinal);
  }

  const reached: Reached[] = segments.flatMap(({ id, first }) => {
    if (first.kind !== 'root') return [];
    const range = rangeOf(first, question);
    if (range[0] >= range[1]) return [];
    const readings = requirements.flatMap((one) => readingOf(first, one, range, order) ?? []);
    return [{ id, root: first, range, readings }];
  });
  const begin = ({ root, range }: Reached): string => boundOf(root, descending ? range[1] - 1 : range[0]);
  reached.sort((one, other) => compare(begin(one), begin(other)));
  let count = 0;
  const beyond = reached.findIndex((one) => {
    count += one.readings.reduce((sum, { blocks }) => sum + blocks.length, 0);
    return count > maxParts && !isHere(begin(one));
  });
  const open = beyond < 0 ? reached : reached.slice(0, beyond);
  undecided.push(...reached.slice(open.length).map(begin));

  const blockOf = await readAll(
    open.flatMap(({ id, readings }) =>
      readings.flatMap(({ blocks }) => blocks.map((block) => ({ segment: id, part: postingsPart(block) }))),
    ),
    read,
  );
  const groups: Group[] = [];
  for (const { id, root, range, readings } of open) {
    const known = readings.map((reading): Known => {
      const postings = reading.blocks.flatMap((block) =>
        readPostings(
          blockOf({ segment: id, part: postingsPart(block) }),
          root.size,
          reading.low,
          reading.high,
        ),
      );
      return { covers: reading.covers, ordinals: new Set(postings.flatMap(({ ordinals }) => ordinals)) };
    });
    const decided = decidedOf(root, known, range, order);
    if (descending && decided[0] > range[0]) undecided.push(boundOf(root, decided[0] - 1));
    if (!descending && decided[1] < range[1]) undecided.push(boundOf(root, decided[1]));
    const byPart = Map.groupBy(intersect(known, decided, order), (ordinal) => partOf(root, ordinal));
    for (const [part, ordinals] of byPart) {
      groups.push({ id, root, part, ordinals, bound: boundOf(root, ordinals[0] as number) });
    }
  }

  // The parts with the documents that come first are read, until there are enough.
  groups.sort((one, other) => compare(one.bound, other.bound));
  const known = [...found].sort(compare);
  const [limit] = [...undecided].sort(compare);
  let enough = 0;
  const unread = groups.findIndex(({ bound, ordinals }, at) => {
    const nearer = known.filter((place) => compare(place, bound) < 0).length;
    const isEnough = enough + nearer >= wanted || at >= maxParts;
    enough += ordinals.length;
    return !isHere(bound) && (isEnough || (limit !== undefined && compare(bound, limit) >= 0));
  });
  const chosen = unread < 0 ? groups : groups.slice(0, unread);
  const first = groups[chosen.length];
  if (first) undecided.push(first.bound);
  const tableOf = await readAll(
    chosen.map(({ id, part }) => ({ segment: id, part: documentsPart(part) })),
    read,
  );
  for (const { id, root, part, ordinals } of chosen) {
    const table = decodeDocumentsPart(tableOf({ segment: id, part: documentsPart(part) }), root, part);
    for (const ordinal of ordinals) add(table, ordinal - part * root.documentsPerPart);
  }

  const places = [...found].sort(compare);
  const [nearest] = undecided.sort(compare);
  if (nearest === undefined) return { places };
  // What is undecided is before this place where the newest come first, and at it or behind it where the oldest do.
  const isDecided = (place: string) => (descending ? place >= nearest : place < nearest);
  return { places: places.filter(isDecided), next: nearest };
};
