import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { leafHash, merkleRoot } from './merkle.ts';

/** A record as the API represents it, with its fields in that order: its line in the file is its JSON text. */
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

export const hourMs = 3_600_000;

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

export const isDigestName = (name: string): boolean => name.endsWith('.digest.json');

export const digestHash = (text: string): string => hash('sha256', text);

export const lineOf = (record: SealedRecord): string => JSON.stringify(record);

/** The hash of a record in the tree of its hour. */
export const recordHash = (record: SealedRecord): string => leafHash(Buffer.from(lineOf(record)));

/** The lines of a file. */
export const linesOf = (bytes: Uint8Array): string[] =>
  gunzipSync(bytes).toString().split('\n').filter(Boolean);

/** The file of an hour's records. */
export const fileOf = (records: readonly SealedRecord[]): Buffer => {
  const sorted = records.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return gzipSync(sorted.map((record) => `${lineOf(record)}\n`).join(''));
};

/** Seals a file that is stored. `previous` is the text of the digest before. */
export const sealFile = (hour: string, bytes: Buffer, previous: string | null): Seal => {
  const leaves = linesOf(bytes).map((line) => {
    const { id } = JSON.parse(line) as SealedRecord;
    return [id, leafHash(Buffer.from(line))] as const;
  });
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

/** Seals the records of an hour, also an hour without any: a gap in the chain is then always a missing digest. */
export const sealHour = (hour: string, records: readonly SealedRecord[], previous: string | null): Seal =>
  sealFile(hour, fileOf(records), previous);
