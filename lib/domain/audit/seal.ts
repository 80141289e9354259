import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { hourMs } from '../durations.ts';
import { leafHash, merkleRoot } from './merkle.ts';

/**
 * A record as the API represents it, with its fields in that order: its line in the file is its JSON text.
 */
export interface SealedRecord {
  readonly id: string;
}

/** The digest of an hour. Each contains the hash of the one before it, so none can be changed or left out. */
export interface AuditDigest {
  readonly version: 1;
  /** The beginning of the hour, such as `2026-11-24T10:00:00.000Z`. */
  readonly hour: string;
  /** The name of the file with the records. */
  readonly file: string;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** The root of the Merkle tree over the lines of the file (RFC 9162), in hexadecimal. */
  readonly root: string;
  /** The id of each record with the hash of its leaf, in the order of the file. */
  readonly leaves: readonly (readonly [id: string, hash: string])[];
  /** The SHA-256 of the previous digest’s text; null for the first one. */
  readonly previous: string | null;
}

/** The two objects that are stored for an hour, and never changed. */
export interface Seal {
  readonly digest: AuditDigest;
  /** The text of the digest, which is signed and whose hash the next digest contains. */
  readonly text: string;
  /** The file: NDJSON, compressed with gzip. */
  readonly bytes: Buffer;
}

/** The beginning of the hour that contains a time. */
export const hourOf = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / hourMs) * hourMs).toISOString();

/** The beginning of the names of files and digests. */
export const auditFolder = 'audit/';

/** The names sort by time, without characters that need encoding. */
const nameOf = (hour: string, extension: string): string =>
  `${auditFolder}${hour.slice(0, 13).replaceAll(/[-T]/g, '/')}.${extension}`;
export const fileName = (hour: string): string => nameOf(hour, 'ndjson.gz');
export const digestName = (hour: string): string => nameOf(hour, 'digest.json');
export const signatureName = (hour: string): string => nameOf(hour, 'digest.sig.json');

/** The hour of a file, a digest or a signature. */
export const hourOfName = (name: string): string =>
  name.replace(/^\w+\/(\d+)\/(\d+)\/(\d+)\/(\d+)\..*$/, '$1-$2-$3T$4:00:00.000Z');

export const isDigestName = (name: string): boolean => name.endsWith('.digest.json');

export const digestHash = (text: string): string => hash('sha256', text);

export const lineOf = (record: SealedRecord): string => JSON.stringify(record);

/** The hash of a record in the tree of its hour. */
export const recordHash = (record: SealedRecord): string => leafHash(Buffer.from(lineOf(record)));

/**
 * The lines of a file, which are decompressed as they are asked for: an hour may have more than a function
 * could hold.
 */
export async function* linesOf(bytes: Uint8Array): AsyncGenerator<string> {
  const text = createGunzip();
  text.end(bytes);
  let rest = '';
  for await (const part of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${part}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

type Records = AsyncIterable<SealedRecord> | Iterable<SealedRecord>;

async function* textOf(records: Records): AsyncGenerator<string> {
  for await (const record of records) yield `${lineOf(record)}\n`;
}

/** The file of an hour's records, in their order. They are compressed as they are read. */
export const fileOf = (records: Records): Promise<Buffer> =>
  pipeline(Readable.from(textOf(records)), createGzip(), (file) => buffer(file));

/**
 * Seals a file that is stored, also one without records: a gap in the chain is then always a missing digest.
 * `previous` is the text of the digest before.
 */
export const sealFile = async (hour: string, bytes: Buffer, previous: string | null): Promise<Seal> => {
  const leaves: [id: string, hash: string][] = [];
  for await (const line of linesOf(bytes)) {
    const { id } = JSON.parse(line) as SealedRecord;
    leaves.push([id, leafHash(Buffer.from(line))]);
  }
  const digest: AuditDigest = {
    version: 1,
    hour,
    file: fileName(hour),
    sha256: hash('sha256', bytes),
    root: merkleRoot(leaves.map(([, leaf]) => leaf)),
    leaves,
    previous: previous === null ? null : digestHash(previous),
  };
  return { digest, text: JSON.stringify(digest), bytes };
};
