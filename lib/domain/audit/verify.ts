import { hash } from 'node:crypto';
import { hourMs } from '../durations.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import type { AuditDigest, SealedRecord } from './seal.ts';
import { digestHash, linesOf, recordHash } from './seal.ts';

/** A place where the records, the files and the digests disagree. */
export interface AuditFault {
  readonly hour: string;
  /** The id of the record; null if the fault is one of the digest or of the whole file. */
  readonly record: string | null;
  readonly fault: string;
}

/** The objects of an hour: the text of its digest, and its file. */
export interface StoredHour {
  readonly text: string;
  readonly file: Uint8Array | undefined;
}

export const nextHour = (hour: string): string => new Date(Date.parse(hour) + hourMs).toISOString();

const missingHours = (after: string, until: string): string[] => {
  const hours: string[] = [];
  for (let hour = nextHour(after); hour < until; hour = nextHour(hour)) hours.push(hour);
  return hours;
};

type Leaves = ReadonlyMap<string, string>;

/** The leaves by the id of their record. A line that is not a record has its number as id. */
const leavesOfFile = async (file: Uint8Array): Promise<Leaves> => {
  const leaves = new Map<string, string>();
  let at = 0;
  for await (const line of linesOf(file)) {
    at += 1;
    try {
      leaves.set((JSON.parse(line) as SealedRecord).id, leafHash(Buffer.from(line)));
    } catch {
      leaves.set(`line ${at}`, '');
    }
  }
  return leaves;
};

/** The differences between sealed leaves and those that were found, named by record. */
const differences = ({ hour, leaves }: AuditDigest, found: Leaves, place: string): AuditFault[] => {
  const sealed = new Map(leaves);
  const lost = leaves.flatMap(([record, leaf]): AuditFault[] => {
    const actual = found.get(record);
    if (actual === leaf) return [];
    const fault = actual === undefined ? `was deleted from ${place}` : `was changed in ${place}`;
    return [{ hour, record, fault }];
  });
  const added = [...found.keys()]
    .filter((record) => !sealed.has(record))
    .map((record) => ({ hour, record, fault: `was inserted into ${place} after the hour was sealed` }));
  return [...lost, ...added];
};

const faultsOfFile = async (digest: AuditDigest, file: Uint8Array | undefined): Promise<AuditFault[]> => {
  const { hour } = digest;
  const whole = (fault: string): AuditFault[] => [{ hour, record: null, fault }];
  if (!file) return whole('the file is missing');
  if (hash('sha256', file) === digest.sha256) return [];
  const found = await leavesOfFile(file).catch(() => undefined);
  if (!found) return whole('the file is not what was sealed, and cannot be read');
  const named = differences(digest, found, 'the file');
  if (named.length > 0) return named;
  return whole('the file is not what was sealed: its records have another order, or were written twice');
};

const parsed = (text: string): AuditDigest | undefined => {
  try {
    return JSON.parse(text) as AuditDigest;
  } catch {
    return undefined;
  }
};

/**
 * Compares the hours in the order in which they are stored: each digest with the one before it, with its own
 * root and with its file. `earlier` is the hour that is stored before them. The digest of `firstKept`, if it
 * is given, may continue one that has expired.
 */
export const verifyHours = async (
  hours: readonly StoredHour[],
  earlier?: StoredHour,
  firstKept?: string,
): Promise<AuditFault[]> => {
  const faults: AuditFault[] = [];
  const known = earlier && parsed(earlier.text);
  let before = earlier && known && { digest: known, text: earlier.text };
  for (const [at, { text, file }] of hours.entries()) {
    const digest = parsed(text);
    if (!digest) {
      faults.push({ hour: `number ${at + 1}`, record: null, fault: 'the digest is not JSON' });
      continue;
    }
    const { hour, leaves, root, previous } = digest;
    const whole = (fault: string) => faults.push({ hour, record: null, fault });
    if (before) {
      if (hour <= before.digest.hour) whole(`the digest comes after that of ${before.digest.hour}`);
      for (const missing of missingHours(before.digest.hour, hour)) {
        faults.push({ hour: missing, record: null, fault: 'the digest is missing' });
      }
      if (previous !== digestHash(before.text)) whole('the digest does not continue the one before it');
    } else if (previous !== null && hour !== firstKept) whole('the digest continues one that is missing');
    if (merkleRoot(leaves.map(([, leaf]) => leaf)) !== root)
      whole('the root does not follow from the leaves');
    faults.push(...(await faultsOfFile(digest, file)));
    before = { digest, text };
  }
  return faults;
};

type Records = AsyncIterable<SealedRecord> | Iterable<SealedRecord>;

/**
 * Compares the records of the table with what was sealed of their hour. Expired records are not in the table.
 */
export const verifyRecords = async (digest: AuditDigest, records: Records): Promise<AuditFault[]> => {
  const found = new Map<string, string>();
  for await (const record of records) found.set(record.id, recordHash(record));
  return differences(digest, found, 'the table');
};
