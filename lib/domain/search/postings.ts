import { ByteReader, ByteWriter } from './bytes.ts';

/*
 * Terms with the ordinals of their documents, in the order of terms and in blocks of limited size. A list
 * that exceeds a block continues in the next ones, so that a search reads only the part that it needs.
 */

/** A term and the documents that have it, in ascending order. */
export interface Postings {
  readonly term: string;
  readonly ordinals: readonly number[];
}

const ascii = /^[\0-\x7f]*$/;

/**
 * A token as stored in the index: UTF-8 with one character for each byte. Comparing two such strings compares
 * their bytes, and a term can be cut anywhere.
 */
export const termOf = (token: string): string =>
  ascii.test(token) ? token : Buffer.from(token).toString('latin1');

/** An upper bound of all terms with this prefix. */
export const afterPrefix = (prefix: string): string => `${prefix}\xff`;

/** The first term and the first ordinal of a block. */
export interface BlockStart {
  readonly term: string;
  readonly ordinal: number;
  /** Whether the block continues the list of a term from the block before. */
  readonly continues: boolean;
}

export interface Block extends BlockStart {
  readonly bytes: Buffer;
}

/** Lengths up to this fit into half a byte. */
const shortLength = 15;

const sharedLength = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
};

/**
 * Writes a term without the prefix that it shares with the term before. A length that exceeds half a byte
 * follows as a number.
 */
const writeTerm = (writer: ByteWriter, before: string, term: string): void => {
  const shared = sharedLength(before, term);
  const rest = term.length - shared;
  writer.byte((Math.min(shared, shortLength) << 4) | Math.min(rest, shortLength));
  if (shared >= shortLength) writer.varint(shared - shortLength);
  if (rest >= shortLength) writer.varint(rest - shortLength);
  writer.text(term.slice(shared));
};

const readTerm = (reader: ByteReader, before: string): string => {
  const lengths = reader.byte();
  const shared = lengths >> 4 === shortLength ? shortLength + reader.varint() : lengths >> 4;
  const rest = (lengths & 15) === shortLength ? shortLength + reader.varint() : lengths & 15;
  return before.slice(0, shared) + reader.text(rest);
};

/** Divides terms and their documents into blocks. Terms must arrive in ascending order. */
export class BlockWriter {
  readonly #block = new ByteWriter(16_384);
  readonly #scratch = new ByteWriter();
  readonly #size: number;
  readonly #single: boolean;
  #start: BlockStart | undefined;
  #before = '';

  /** `size`: the approximate size of a block in bytes; `documents`: their number in the whole segment. */
  constructor(size: number, documents: number) {
    this.#size = size;
    this.#single = documents === 1;
  }

  /** Adds a term. Returns the blocks that are full. */
  add({ term, ordinals }: Postings): Block[] {
    if (this.#single) return this.#place(term, ordinals[0] ?? 0, false, undefined);
    const full: Block[] = [];
    let from = 0;
    while (from < ordinals.length) {
      const [until, bytes] = this.#piece(ordinals, from);
      full.push(...this.#place(term, ordinals[from] as number, from > 0, { count: until - from, bytes }));
      from = until;
    }
    return full;
  }

  /** Returns the last block, unless it is empty. */
  end(): Block[] {
    if (!this.#start) return [];
    const block = { ...this.#start, bytes: this.#block.take() };
    this.#start = undefined;
    this.#before = '';
    return [block];
  }

  /** The ordinals that fit into a quarter of a block: the position after the last one, and their bytes. */
  #piece(ordinals: readonly number[], from: number): [until: number, bytes: Buffer] {
    let at = from;
    let before = 0;
    while (at < ordinals.length && this.#scratch.length < this.#size / 4) {
      const ordinal = ordinals[at] as number;
      this.#scratch.varint(ordinal - before);
      before = ordinal;
      at += 1;
    }
    return [at, this.#scratch.take()];
  }

  #place(
    term: string,
    ordinal: number,
    continues: boolean,
    documents: { readonly count: number; readonly bytes: Buffer } | undefined,
  ): Block[] {
    const weight = term.length + (documents?.bytes.length ?? 0);
    const full = this.#start && this.#block.length + weight > this.#size ? this.end() : [];
    this.#start ??= { term, ordinal, continues };
    writeTerm(this.#block, this.#before, term);
    this.#before = term;
    if (documents) {
      this.#block.varint(documents.count);
      // The length of a single ordinal follows from its encoding.
      if (documents.count > 1) this.#block.varint(documents.bytes.length);
      this.#block.raw(documents.bytes);
    }
    return full;
  }
}

const readOrdinals = (reader: ByteReader, count: number): number[] => {
  const ordinals = new Array<number>(count);
  let ordinal = 0;
  for (let at = 0; at < count; at += 1) {
    ordinal += reader.varint();
    ordinals[at] = ordinal;
  }
  return ordinals;
};

/**
 * The terms of a block within a range, both ends included. A list that was divided yields several items.
 * `documents`: their number in the whole segment.
 */
export const readPostings = (bytes: Buffer, documents: number, low = '', high = '\xff\xff'): Postings[] => {
  const reader = new ByteReader(bytes);
  const found: Postings[] = [];
  let term = '';
  while (!reader.done) {
    term = readTerm(reader, term);
    if (term > high) break;
    const count = documents === 1 ? 0 : reader.varint();
    const length = count > 1 ? reader.varint() : undefined;
    if (term >= low) found.push({ term, ordinals: documents === 1 ? [0] : readOrdinals(reader, count) });
    else if (length !== undefined) reader.skip(length);
    else if (count === 1) reader.varint();
  }
  return found;
};

/** The range of blocks that may contain terms of a range: the first one, and the one after the last. */
export const blocksOf = (
  starts: readonly BlockStart[],
  low: string,
  high: string,
): [first: number, end: number] => {
  const countWhere = (holds: (start: BlockStart) => boolean): number => {
    let [from, until] = [0, starts.length];
    while (from < until) {
      const middle = (from + until) >>> 1;
      if (holds(starts[middle] as BlockStart)) from = middle + 1;
      else until = middle;
    }
    return from;
  };
  const end = countWhere(({ term }) => term <= high);
  const behind = countWhere(({ term }) => term < low);
  const begins = starts[behind];
  // A block that begins with this very term, and does not continue its list, contains all of it.
  const first = begins && begins.term === low && !begins.continues ? behind : Math.max(0, behind - 1);
  return [first, Math.max(first, end)];
};

const writeStart = (writer: ByteWriter, before: string, { term, ordinal, continues }: BlockStart): void => {
  writeTerm(writer, before, term);
  writer.varint(ordinal * 2 + (continues ? 1 : 0));
};

export const encodeStarts = (starts: readonly BlockStart[]): Buffer => {
  const writer = new ByteWriter(starts.length * 12);
  for (const [at, start] of starts.entries()) writeStart(writer, starts[at - 1]?.term ?? '', start);
  return writer.take();
};

export const decodeStarts = (bytes: Buffer): BlockStart[] => {
  const reader = new ByteReader(bytes);
  const starts: BlockStart[] = [];
  let term = '';
  while (!reader.done) {
    term = readTerm(reader, term);
    const place = reader.varint();
    starts.push({ term, ordinal: Math.floor(place / 2), continues: place % 2 === 1 });
  }
  return starts;
};
