import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Documents } from './documents.ts';
import { copyDocument, decodeDocuments, emptyDocuments, encodeDocuments } from './documents.ts';
import type { BlockStart } from './postings.ts';
import { decodeStarts, encodeStarts } from './postings.ts';

/*
 * A segment is an inverted index of some documents that never changes. A small one is a single part. A larger one is a root, parts
 * with its documents and parts with its postings; the root says which part to read for a term or a document.
 */

/** A part of a segment, by its name within the segment. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

export const rootPart = 'root';

const numbered = (kind: string, at: number): string => `${kind}#${String(at).padStart(6, '0')}`;
export const documentsPart = (at: number): string => numbered('documents', at);
export const postingsPart = (at: number): string => numbered('postings', at);

/** How large the parts of a segment are. */
export interface PartSizes {
  /** Documents in a part. */
  readonly documents: number;
  /** Bytes of postings in a part, before they are compressed. */
  readonly postings: number;
  /** A segment of fewer bytes, before they are compressed, is a single part. */
  readonly whole: number;
}

/** Most parts then weigh nearly 4 KB, which half a read unit pays for. */
export const partSizes: PartSizes = { documents: 200, postings: 7500, whole: 24_000 };

/** The most bytes that a write unit pays for. */
const writeUnitBytes = 1024;

/** Compressed, where that saves something. */
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

/** All of a small segment. */
export interface Whole {
  readonly kind: 'whole';
  readonly size: number;
  readonly documents: Documents;
  readonly postings: Buffer;
}

export interface Root {
  readonly kind: 'root';
  readonly size: number;
  /** In each part. */
  readonly documentsPerPart: number;
  /** The first document of each part, and at the end the last of all. */
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

/** What the first part of a segment says. */
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

/** The documents of one part. */
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
