import type { DocumentPlace, Documents } from './documents.ts';
import {
  comparePlaces,
  copyDocument,
  documentsOf,
  emptyDocuments,
  encodeDocuments,
  erasedVersion,
  versionAt,
} from './documents.ts';
import type { Block, BlockStart, Postings } from './postings.ts';
import { BlockWriter } from './postings.ts';
import type { Part, PartSizes } from './segment.ts';
import {
  documentsPart,
  encodeRoot,
  encodeWhole,
  partSizes,
  postingsPart,
  rootPart,
  squeeze,
} from './segment.ts';

/** A segment to merge: its documents, and its postings page by page in the order of terms. */
export interface Source {
  readonly documents: Documents;
  readonly postings: AsyncIterable<readonly Postings[]> | Iterable<readonly Postings[]>;
}

/** A conversation to index. */
export interface IndexedDocument extends DocumentPlace {
  /** Without duplicates, in any order. */
  readonly terms: Iterable<string>;
}

/** A source of new documents. Each conversation must occur once. */
export const sourceOf = (documents: readonly IndexedDocument[]): Source => {
  const sorted = documents.toSorted((one, other) => (one.sort < other.sort ? -1 : 1));
  const ordinals = new Map<string, number[]>();
  for (const [ordinal, { terms }] of sorted.entries()) {
    for (const term of terms) {
      const known = ordinals.get(term);
      if (known) known.push(ordinal);
      else ordinals.set(term, [ordinal]);
    }
  }
  const postings = [...ordinals]
    .map(([term, of]) => ({ term, ordinals: of }))
    .sort((one, other) => (one.term < other.term ? -1 : 1));
  return { documents: documentsOf(sorted), postings: [postings] };
};

/**
 * The new ordinal of a document without a place in the merged segment: it was erased, or another source has a
 * later version.
 */
const dropped = -1;

interface MergedDocuments {
  readonly documents: Documents;
  /** The new ordinals of each source's documents. */
  readonly places: readonly Int32Array[];
}

/** A heap of the sources' positions, by the item that each has reached. */
class Heap<T> {
  readonly #items: T[] = [];
  readonly #compare: (one: T, other: T) => number;

  constructor(compare: (one: T, other: T) => number) {
    this.#compare = compare;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(this.#items[parent] as T, item) <= 0) break;
      this.#items[at] = this.#items[parent] as T;
      at = parent;
    }
    this.#items[at] = item;
  }

  pop(): T | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (this.#items.length > 0 && last !== undefined) this.#sink(last);
    return first;
  }

  #sink(item: T): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1] as T, items[child] as T) < 0) child += 1;
      if (this.#compare(item, items[child] as T) <= 0) break;
      items[at] = items[child] as T;
      at = child;
    }
    items[at] = item;
  }
}

/** Merges the documents of all sources: the latest version of each conversation, without erased ones. */
const mergeDocuments = (sources: readonly Documents[]): MergedDocuments => {
  const places = sources.map(({ size }) => new Int32Array(size).fill(dropped));
  const all = emptyDocuments(sources.reduce((sum, { size }) => sum + size, 0));
  interface Position {
    readonly source: number;
    ordinal: number;
  }
  const heap = new Heap<Position>((one, other) =>
    comparePlaces(
      sources[one.source] as Documents,
      one.ordinal,
      sources[other.source] as Documents,
      other.ordinal,
    ),
  );
  for (const [source, { size }] of sources.entries()) if (size > 0) heap.push({ source, ordinal: 0 });

  let count = 0;
  /** The source and the ordinal of the last document. */
  let last: Position | undefined;
  for (let next = heap.pop(); next; next = heap.pop()) {
    const { source, ordinal } = next;
    const documents = sources[source] as Documents;
    const version = versionAt(documents, ordinal);
    const isSame = last && comparePlaces(documents, ordinal, all, count - 1) === 0;
    if (version !== erasedVersion && (!isSame || version > versionAt(all, count - 1))) {
      if (isSame && last) (places[last.source] as Int32Array)[last.ordinal] = dropped;
      if (!isSame) count += 1;
      copyDocument(documents, ordinal, all, count - 1);
      (places[source] as Int32Array)[ordinal] = count - 1;
      last = { source, ordinal };
    }
    if (ordinal + 1 < documents.size) heap.push({ source, ordinal: ordinal + 1 });
  }
  return { documents: firstOf(all, count), places };
};

const firstOf = ({ times, ids, versions }: Documents, size: number): Documents => ({
  size,
  times: times.subarray(0, size),
  ids: ids.subarray(0, size * 16),
  versions: versions.subarray(0, size),
});

/** Iterates over a source's postings. */
class Cursor {
  readonly source: number;
  readonly #pages: AsyncIterator<readonly Postings[]> | Iterator<readonly Postings[]>;
  #page: readonly Postings[] = [];
  #at = -1;

  constructor(source: number, { postings }: Source) {
    this.source = source;
    this.#pages =
      Symbol.asyncIterator in postings ? postings[Symbol.asyncIterator]() : postings[Symbol.iterator]();
  }

  get postings(): Postings {
    return this.#page[this.#at] as Postings;
  }

  /** Whether the next posting is on the current page, so that no read is needed. */
  get isAhead(): boolean {
    return this.#at + 1 < this.#page.length;
  }

  step(): void {
    this.#at += 1;
  }

  /** Advances to the next posting. Returns false at the end. */
  async turn(): Promise<boolean> {
    do {
      const { done, value } = await this.#pages.next();
      if (done) return false;
      this.#page = value;
    } while (this.#page.length === 0);
    this.#at = 0;
    return true;
  }
}

const isAscending = (ordinals: readonly number[]): boolean => {
  for (let at = 1; at < ordinals.length; at += 1) {
    if ((ordinals[at - 1] as number) >= (ordinals[at] as number)) return false;
  }
  return true;
};

/** Merges the postings of all sources, with the ordinals of the merged segment. */
const mergePostings = async function* (
  sources: readonly Source[],
  places: readonly Int32Array[],
): AsyncGenerator<Postings> {
  const heap = new Heap<Cursor>(
    (one, other) =>
      (one.postings.term < other.postings.term ? -1 : one.postings.term > other.postings.term ? 1 : 0) ||
      one.source - other.source,
  );
  for (const [at, source] of sources.entries()) {
    const cursor = new Cursor(at, source);
    if (await cursor.turn()) heap.push(cursor);
  }
  while (heap.first) {
    const { term } = heap.first.postings;
    const ordinals: number[] = [];
    while (heap.first?.postings.term === term) {
      const cursor = heap.pop() as Cursor;
      const map = places[cursor.source] as Int32Array;
      for (const ordinal of cursor.postings.ordinals) {
        const place = map[ordinal] as number;
        if (place !== dropped) ordinals.push(place);
      }
      if (cursor.isAhead) {
        cursor.step();
        heap.push(cursor);
      } else if (await cursor.turn()) heap.push(cursor);
    }
    // Segments of different times are already in order.
    if (!isAscending(ordinals)) ordinals.sort((one, other) => one - other);
    if (ordinals.length > 0) yield { term, ordinals };
  }
};

/** The properties of a merged segment. */
export interface MergedParts {
  readonly documents: Documents;
  /** The sum over all parts. */
  readonly bytes: number;
}

/**
 * Merges segments into one and yields its parts, the root last. Only the latest version of each conversation
 * remains. If no document remains, there are no parts.
 */
export const mergeSegments = async function* (
  sources: readonly Source[],
  sizes: PartSizes = partSizes,
): AsyncGenerator<Part, MergedParts> {
  const { documents, places } = mergeDocuments(sources.map((source) => source.documents));
  let bytes = 0;
  const part = (name: string, content: Buffer): Part => {
    const squeezed = squeeze(content);
    bytes += squeezed.length;
    return { name, bytes: squeezed };
  };
  if (documents.size === 0) return { documents, bytes };

  const starts: BlockStart[] = [];
  const writer = new BlockWriter(sizes.postings, documents.size);
  /** Blocks held back as long as all of them may fit into one part. */
  let held: Block[] | undefined = [];
  let heldBytes = documents.size * 18;

  function* place(blocks: readonly Block[]): Generator<Part> {
    for (const block of blocks) {
      if (held) {
        held.push(block);
        heldBytes += block.bytes.length;
        if (heldBytes <= sizes.whole) continue;
        const all = held;
        held = undefined;
        yield* place(all);
        continue;
      }
      const { bytes: content, ...start } = block;
      yield part(postingsPart(starts.length), content);
      starts.push(start);
    }
  }

  for await (const postings of mergePostings(sources, places)) yield* place(writer.add(postings));
  yield* place(writer.end());

  if (held) {
    yield part(rootPart, encodeWhole(documents, Buffer.concat(held.map((block) => block.bytes))));
    return { documents, bytes };
  }
  for (let at = 0; at * sizes.documents < documents.size; at += 1) {
    const until = Math.min(documents.size, (at + 1) * sizes.documents);
    yield part(documentsPart(at), encodeDocuments(documents, at * sizes.documents, until));
  }
  yield part(rootPart, encodeRoot(documents, sizes.documents, starts));
  return { documents, bytes };
};
