import type { Documents } from './documents.ts';
import { ordinalOf, sortAt } from './documents.ts';
import { afterPrefix, blocksOf, readPostings } from './postings.ts';
import type { Root, Whole } from './segment.ts';
import { decodeDocumentsPart, documentsPart, postingsPart } from './segment.ts';

/*
 * Proposes conversations that may match a search, in the order of lists, from any number of segments. No
 * match is omitted. A proposed conversation may lack a word if reading more of the index would cost more than
 * comparing the conversation itself.
 */

/** A range of terms, both ends included, of which a document must have at least one. */
export interface Requirement {
  readonly low: string;
  readonly high: string;
}

export const requireTerm = (term: string): Requirement => ({ low: term, high: term });
export const requirePrefix = (prefix: string): Requirement => ({ low: prefix, high: afterPrefix(prefix) });

/**
 * Places are `<start time>#<id>`, as in lists. A time alone sorts before all conversations that started then.
 */
export interface Question {
  readonly requirements: readonly Requirement[];
  readonly order: 'asc' | 'desc';
  /** Inclusive. */
  readonly low: string;
  /** Exclusive. */
  readonly high: string;
  /** The number of places after which the search can stop. */
  readonly wanted: number;
}

/** A segment whose first part has been read. */
export interface OpenSegment {
  readonly id: string;
  readonly first: Whole | Root;
}

export interface PartOf {
  readonly segment: string;
  readonly part: string;
}

/** Reads parts of segments, in most cases at most `maxParts`. */
export type ReadParts = (parts: readonly PartOf[]) => Promise<readonly Buffer[]>;

export interface Proposal {
  /** In the requested order, without duplicates. */
  readonly places: readonly string[];
  /**
   * Absent if there are no more. Otherwise the next question's `high` in descending order, its `low` in
   * ascending order.
   */
  readonly next?: string | undefined;
}

export const maxParts = 100;

/**
 * If the beginning of a word needs more parts of a segment, comparing the conversations takes fewer reads.
 */
const maxPrefixParts = 6;

/** Ordinals from the first (inclusive) to the second (exclusive). */
type Range = readonly [low: number, high: number];

const isWithin = ([low, high]: Range, ordinal: number): boolean => ordinal >= low && ordinal < high;

/** A segment of several parts, limited to the range of a question. */
interface ReachedSegment {
  readonly id: string;
  readonly root: Root;
  /** The ordinals of the parts that may contain matches. */
  readonly range: Range;
  readonly readings: readonly BlockRequirement[];
}

/** The blocks of a segment to read for a requirement, and the ordinals that they cover. */
interface BlockRequirement extends Requirement {
  readonly blocks: readonly number[];
  readonly covers: Range;
}

/** Documents that meet a requirement, within the ordinals that have been read. */
interface KnownRange {
  readonly covers: Range;
  readonly ordinals: ReadonlySet<number>;
}

/** Possible matches in one part of a segment. */
interface Group {
  readonly id: string;
  readonly root: Root;
  readonly part: number;
  readonly ordinals: readonly number[];
  /** No document of the group comes before this place in the requested order. */
  readonly bound: string;
  /** No document of the group comes after this place. */
  readonly end: string;
}

const partOf = ({ documentsPerPart }: Root, ordinal: number): number =>
  Math.floor(ordinal / documentsPerPart);

/** The ordinals of the documents in a part. */
const ordinalsOf = ({ documentsPerPart, size }: Root, part: number): Range => [
  part * documentsPerPart,
  Math.min(size, (part + 1) * documentsPerPart),
];

/** The first part of a range in the requested order. */
const firstPartOf = (root: Root, [from, until]: Range, order: Question['order']): Range =>
  ordinalsOf(root, partOf(root, order === 'desc' ? until - 1 : from));

const rangeOf = (root: Root, { low, high }: Question): Range => {
  const { documentsPerPart } = root;
  const parts = root.bounds.size - 1;
  const countBefore = (place: string) => Math.min(parts, ordinalOf(root.bounds, place));
  if (sortAt(root.bounds, parts) < low) return [0, 0];
  // The last part that begins before the place may contain it.
  const behind = countBefore(low);
  const first = sortAt(root.bounds, behind) === low ? behind : Math.max(0, behind - 1);
  return [first * documentsPerPart, Math.min(root.size, countBefore(high) * documentsPerPart)];
};

/**
 * The blocks to read for a requirement; undefined if there are too many. A term in many blocks is read from
 * the position of the search, for at least one part of the documents. The beginning of a word is only read as
 * a whole, because each of its blocks has other words.
 */
const readingOf = (
  root: Root,
  { low, high }: Requirement,
  range: Range,
  order: Question['order'],
): BlockRequirement | undefined => {
  const { starts, size } = root;
  const [first, end] = blocksOf(starts, low, high);
  const all = Array.from({ length: end - first }, (_, at) => first + at);
  if (low !== high && all.length > maxPrefixParts) return undefined;
  if (low !== high || all.length <= 1) return { low, high, blocks: all, covers: [0, size] };
  /** The first ordinal that a block covers. */
  const begin = (block: number): number =>
    block <= first ? 0 : block >= end ? size : (starts[block]?.ordinal ?? size);
  const least = firstPartOf(root, range, order);
  const blocks = all.filter((block) => begin(block) < least[1] && begin(block + 1) > least[0]);
  return { low, high, blocks, covers: [begin(blocks[0] ?? first), begin((blocks.at(-1) ?? end) + 1)] };
};

/** The part of a range that the read blocks cover, in whole parts of documents. */
const decidedOf = (
  root: Root,
  known: readonly KnownRange[],
  range: Range,
  order: Question['order'],
): Range => {
  const [from, until] = range;
  // If no block was read, every document of the next part is a possible match.
  if (known.length === 0) return firstPartOf(root, range, order);
  const { documentsPerPart } = root;
  const low = Math.max(from, Math.min(...known.map(({ covers }) => covers[0])));
  const high = Math.min(until, Math.max(...known.map(({ covers }) => covers[1])));
  return order === 'desc'
    ? [Math.ceil(low / documentsPerPart) * documentsPerPart, until]
    : [from, high === until ? until : partOf(root, high) * documentsPerPart];
};

/** The documents that meet all requirements, as far as these cover them. */
const intersect = (known: readonly KnownRange[], decided: Range, order: Question['order']): number[] => {
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

/** The documents of a small segment that meet all requirements. */
const findInWhole = ({ size, postings }: Whole, requirements: readonly Requirement[]): number[] => {
  const sets = requirements.map(
    ({ low, high }) => new Set(readPostings(postings, size, low, high).flatMap(({ ordinals }) => ordinals)),
  );
  const [first, ...others] = sets;
  const proposed = first ?? Array.from({ length: size }, (_, at) => at);
  return [...proposed].filter((ordinal) => others.every((set) => set.has(ordinal)));
};

/** Reads each part once, even if several requirements need it. */
const readAll = async (parts: readonly PartOf[], read: ReadParts): Promise<(part: PartOf) => Buffer> => {
  const nameOf = ({ segment, part }: PartOf) => `${segment} ${part}`;
  const different = [...new Map(parts.map((part) => [nameOf(part), part])).values()];
  const bytes = different.length > 0 ? await read(different) : [];
  const found = new Map(different.map((part, at) => [nameOf(part), bytes[at] as Buffer]));
  return (part) => found.get(nameOf(part)) as Buffer;
};

/** Proposes the next conversations, with at most two rounds of reads. */
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
  /** The places between which the documents of an ordinal's part are, in the requested order. */
  const endsOf = (root: Root, ordinal: number): [bound: string, end: string] => {
    const part = partOf(root, ordinal);
    const behind = sortAt(root.bounds, part + 1);
    const isLast = part === partOf(root, root.size - 1);
    const ends: [string, string] = [sortAt(root.bounds, part), isLast ? `${behind}~` : behind];
    return descending ? [ends[1], ends[0]] : ends;
  };
  const boundOf = (root: Root, ordinal: number): string => endsOf(root, ordinal)[0];
  /**
   * Whether the search begins at this place. Its parts must be read now, or the search would never make
   * progress.
   */
  const isHere = (bound: string): boolean => (descending ? bound >= high : bound <= low);
  /** Places from which on matches are unknown. */
  const undecided: string[] = [];

  for (const { first } of segments) {
    if (first.kind !== 'whole') continue;
    for (const ordinal of findInWhole(first, requirements)) add(first.documents, ordinal);
  }

  const reached: ReachedSegment[] = segments.flatMap(({ id, first }) => {
    if (first.kind !== 'root') return [];
    const range = rangeOf(first, question);
    if (range[0] >= range[1]) return [];
    const readings = requirements.flatMap((one) => readingOf(first, one, range, order) ?? []);
    return [{ id, root: first, range, readings }];
  });
  const begin = ({ root, range }: ReachedSegment): string =>
    boundOf(root, descending ? range[1] - 1 : range[0]);
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
    const known = readings.map((reading): KnownRange => {
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
      const [bound, end] = endsOf(root, ordinals[0] as number);
      groups.push({ id, root, part, ordinals, bound, end });
    }
  }

  /*
   * The place before which there are enough, wherever in their parts the documents are. Segments may be of
   * the same time, so all parts that begin before it are read: a match is decided only if no unread part may
   * have an earlier one.
   */
  const counted = [
    ...[...found].map((place) => ({ end: place, count: 1 })),
    // Of a part in which the search begins, documents may come before the range.
    ...groups.map(({ bound, end, ordinals }) => ({ end, count: isHere(bound) ? 0 : ordinals.length })),
  ].sort((one, other) => compare(one.end, other.end));
  let missing = wanted;
  const enough = counted.find(({ count: documents }) => {
    missing -= documents;
    return missing <= 0;
  });
  const [limit] = [...undecided, ...(enough ? [enough.end] : [])].sort(compare);
  groups.sort((one, other) => compare(one.bound, other.bound));
  const unread = groups.findIndex(
    ({ bound }, at) =>
      !isHere(bound) && (at >= maxParts || (limit !== undefined && compare(bound, limit) >= 0)),
  );
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
  // Unknown matches come before this place in descending order, and at it or after it in ascending order.
  const isDecided = (place: string) => (descending ? place >= nearest : place < nearest);
  return { places: places.filter(isDecided), next: nearest };
};
