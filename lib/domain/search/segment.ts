import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Documents } from './documents.ts';
import { copyDocument, decodeDocuments, emptyDocuments, encodeDocuments } from './documents.ts';
import type { BlockStart } from './postings.ts';
import { decodeStarts, encodeStarts } from './postings.ts';

/*
 * A segment is an immutable inverted index of documents. A small one is a single part. A larger one has a
 * root, parts with documents and parts with postings. The root tells which part to read for a term or a
 * document.
 */

/** A part of a segment, with its name within the segment. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

export const rootPart = 'root';

const numbered = (kind: string, at: number): string => `${kind}#${String(at).padStart(6, '0')}`;
export const documentsPart = (at: number): string => numbered('documents', at);
export const postingsPart = (at: number): string => numbered('postings', at);

/** Limits for the parts of a segment. */
export interface PartSizes {
  /** The number of documents per part. */
  readonly documents: number;
  /** Bytes of postings per part, before compression. */
  readonly postings: number;
  /** Segments below this number of bytes, before compression, are a single part. */
  readonly whole: number;
}

/** With these sizes, most parts have almost 4 KB, the maximum for half a read unit. */
export const partSizes: PartSizes = { documents: 200, postings: 7500, whole: 24_000 };

/** The maximum number of bytes for one write unit. */
const writeUnitBytes = 1024;

/** Compresses the bytes if that saves write units. */
export const squeeze = (bytes: Buffer): Buffer => {
  const deflated = deflateRawSync(bytes, { level: 9 });
  const units = (length: number) => Math.ceil(length / writeUnitBytes);
  return units(deflated.length) < units(bytes.length)
    ? Buffer.concat([Buffer.of(1), deflated])
    : Buffer.concat([Buffer.of(0), bytes]);
};

export const unsqueeze = (bytes: Uint8Array): Buffer => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 1);
  return bytes[0] === 1 ? inflateRawSync(content, { chunkSize: 4096 }) : content;
};

/** A small segment as a single part. */
export interface Whole {
  readonly kind: 'whole';
  readonly size: number;
  readonly documents: Documents;
  readonly postings: Buffer;
}

export interface Root {
  readonly kind: 'root';
  readonly size: number;
  /** The number of documents in each part. */
  readonly documentsPerPart: number;
  /** The first document of each part, followed by the last of all. */
  readonly bounds: Documents;
  readonly starts: readonly BlockStart[];
}

const kinds = { whole: 0, root: 1 } as const;

export const encodeWhole = (documents: Documents, postings: Buffer): Buffer => {
  const writer = new ByteWriter(documents.size * 20 + postings.length + 8);
  writer.byte(kinds.whole);
  writer.varint(documents.size);
  writer.raw(encodeDocuments(documents));
  writer.raw(postings);
  return writer.take();
};

export const encodeRoot = (
  documents: Documents,
  documentsPerPart: number,
  starts: readonly BlockStart[],
): Buffer => {
  const parts = Math.ceil(documents.size / documentsPerPart);
  const bounds = emptyDocuments(parts + 1);
  for (let at = 0; at < parts; at += 1) copyDocument(documents, at * documentsPerPart, bounds, at);
  copyDocument(documents, documents.size - 1, bounds, parts);
  const writer = new ByteWriter(parts * 20 + starts.length * 12);
  writer.byte(kinds.root);
  writer.varint(documents.size);
  writer.varint(documentsPerPart);
  writer.raw(encodeDocuments(bounds));
  writer.raw(encodeStarts(starts));
  return writer.take();
};

/** Decodes the first part of a segment. */
export const decodeFirst = (bytes: Buffer): Whole | Root => {
  const reader = new ByteReader(bytes);
  const kind = reader.byte();
  const size = reader.varint();
  if (kind === kinds.whole) {
    const documents = emptyDocuments(size);
    decodeDocuments(reader, documents, 0, size);
    return { kind: 'whole', size, documents, postings: reader.rest() };
  }
  const documentsPerPart = reader.varint();
  const bounds = emptyDocuments(Math.ceil(size / documentsPerPart) + 1);
  decodeDocuments(reader, bounds, 0, bounds.size);
  return { kind: 'root', size, documentsPerPart, bounds, starts: decodeStarts(reader.rest()) };
};

/** Decodes a part with documents. */
export const decodeDocumentsPart = (
  bytes: Buffer,
  { size, documentsPerPart }: Pick<Root, 'size' | 'documentsPerPart'>,
  at: number,
): Documents => {
  const count = Math.min(documentsPerPart, size - at * documentsPerPart);
  const documents = emptyDocuments(count);
  decodeDocuments(new ByteReader(bytes), documents, 0, count);
  return documents;
};
