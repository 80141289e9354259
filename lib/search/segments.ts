import { inBatches } from '#lib/domain/batches.ts';
import type { OpenSegment, PartOf } from '#lib/domain/search/candidates.ts';
import type { Documents } from '#lib/domain/search/documents.ts';
import { copyDocument, emptyDocuments } from '#lib/domain/search/documents.ts';
import type { MergedParts, Source } from '#lib/domain/search/merge.ts';
import { mergeSegments } from '#lib/domain/search/merge.ts';
import type { Postings } from '#lib/domain/search/postings.ts';
import { readPostings } from '#lib/domain/search/postings.ts';
import type { Part, Root } from '#lib/domain/search/segment.ts';
import {
  decodeDocumentsPart,
  decodeFirst,
  documentsPart,
  postingsPart,
  rootPart,
  unsqueeze,
} from '#lib/domain/search/segment.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import type { Item } from '#lib/store/table.ts';

/** The segment was replaced and is being removed. Reading the owner's index again finds its replacement. */
export class SegmentGone extends Error {
  override readonly name = 'SegmentGone';
}

/** DynamoDB's maximum for one read. */
const readAtOnce = 100;

/** Counts the calls of DynamoDB. */
export type OnCall = () => void;

const bytesOf = (item: Item): Buffer => unsqueeze(item.bytes as Uint8Array);

/**
 * Reads any number of parts of segments. Parts never change, so reads are eventually consistent, and only
 * parts that seem to be missing are read again consistently.
 */
const readStored = async (parts: readonly PartOf[], onCall: OnCall = () => {}): Promise<Buffer[]> => {
  const found: Buffer[] = [];
  for (const together of inBatches(parts, readAtOnce)) {
    const keys = together.map(({ segment, part }) => keyOf('segment_part', segment, part));
    onCall();
    const items = await batchGet(keys, { eventuallyConsistent: true });
    const missing = keys.filter((_, index) => !items[index]);
    if (missing.length > 0) onCall();
    const again = await batchGet(missing);
    for (const item of items) {
      const stored = item ?? again.shift();
      if (!stored) throw new SegmentGone();
      found.push(bytesOf(stored));
    }
  }
  return found;
};

/** The size of a function instance's cache of parts, in bytes. */
const rememberedBytes = 32 * 1024 * 1024;

/** Cached parts, the least recently used first. */
const remembered = new Map<string, Buffer>();
let weight = 0;

const remember = (name: string, bytes: Buffer): void => {
  remembered.set(name, bytes);
  weight += bytes.length;
  for (const [oldest, { length }] of remembered) {
    if (weight <= rememberedBytes) break;
    remembered.delete(oldest);
    weight -= length;
  }
};

/** Reads parts of segments, some of them from the cache. */
export const readParts = async (parts: readonly PartOf[], onCall?: OnCall): Promise<Buffer[]> => {
  const named = parts.map((part) => ({ ...part, name: `${part.segment} ${part.part}` }));
  const known = new Map<string, Buffer>();
  for (const { name } of named) {
    const bytes = remembered.get(name);
    if (!bytes) continue;
    known.set(name, bytes);
    // Moves the part to the end, because the least recently used one is removed first.
    remembered.delete(name);
    remembered.set(name, bytes);
  }
  const missing = named.filter(({ name }) => !known.has(name));
  const read = await readStored(missing, onCall);
  for (const [at, { name }] of missing.entries()) {
    const bytes = read[at] as Buffer;
    known.set(name, bytes);
    remember(name, bytes);
  }
  return named.map(({ name }) => known.get(name) as Buffer);
};

/** Reads the roots of segments. */
export const openSegments = async (ids: readonly string[], onCall: OnCall): Promise<OpenSegment[]> => {
  const parts = await readParts(
    ids.map((segment) => ({ segment, part: rootPart })),
    onCall,
  );
  return ids.map((id, at) => ({ id, first: decodeFirst(parts[at] as Buffer) }));
};

const partItem = (owner: string, id: string, { name, bytes }: Part): Item => ({
  ...keyOf('segment_part', id, name),
  owner,
  bytes,
});

const writtenAtOnce = 100;

/** Writes a segment of an owner's index that merges others; undefined if there is no document in it. */
export const writeSegment = async (
  owner: string,
  id: string,
  sources: readonly Source[],
): Promise<MergedParts | undefined> => {
  let puts: Item[] = [];
  const parts = mergeSegments(sources);
  for (;;) {
    const { done, value } = await parts.next();
    if (!done) puts.push(partItem(owner, id, value));
    if (done || puts.length === writtenAtOnce) {
      await batchWrite({ puts });
      puts = [];
    }
    if (done) return value.documents.size > 0 ? value : undefined;
  }
};

export const removeSegment = async (id: string): Promise<void> => {
  await removeItems({ pk: partitionOf('segment_part', id) });
};

const readDocuments = async (id: string, root: Root): Promise<Documents> => {
  const { size, documentsPerPart } = root;
  const documents = emptyDocuments(size);
  const count = Math.ceil(size / documentsPerPart);
  for (let from = 0; from < count; from += readAtOnce) {
    const parts = Array.from({ length: Math.min(readAtOnce, count - from) }, (_, at) => from + at);
    const read = await readStored(parts.map((part) => ({ segment: id, part: documentsPart(part) })));
    for (const [at, part] of parts.entries()) {
      const table = decodeDocumentsPart(read[at] as Buffer, root, part);
      for (let ordinal = 0; ordinal < table.size; ordinal += 1) {
        copyDocument(table, ordinal, documents, part * documentsPerPart + ordinal);
      }
    }
  }
  return documents;
};

async function* readAllPostings(id: string, { starts, size }: Root): AsyncGenerator<Postings[]> {
  const read = (from: number) => {
    const parts = Array.from({ length: Math.min(readAtOnce, starts.length - from) }, (_, at) => from + at);
    return readStored(parts.map((part) => ({ segment: id, part: postingsPart(part) })));
  };
  let next = read(0);
  for (let from = 0; from < starts.length; from += readAtOnce) {
    const parts = await next;
    // The next postings are read while the caller processes these.
    if (from + readAtOnce < starts.length) {
      next = read(from + readAtOnce);
      next.catch(() => {});
    }
    for (const part of parts) yield readPostings(part, size);
  }
}

/** A whole segment to merge. Its postings are read on demand. */
export const readSegment = async (id: string): Promise<Source> => {
  const [bytes] = await readStored([{ segment: id, part: rootPart }]);
  const first = decodeFirst(bytes as Buffer);
  return first.kind === 'whole'
    ? { documents: first.documents, postings: [readPostings(first.postings, first.size)] }
    : { documents: await readDocuments(id, first), postings: readAllPostings(id, first) };
};
