import type { KeyObject } from 'node:crypto';
import { recordsBetween } from '#lib/audit/audit-records.ts';
import { recordsOfHour } from '#lib/audit/seal-hours.ts';
import { readSealed } from '#lib/audit/sealed/read-sealed.ts';
import type { AuditDigest } from '#lib/domain/audit/seal.ts';
import { fileName, hourOf, hourOfName, isDigestName, signatureName } from '#lib/domain/audit/seal.ts';
import { isSigned } from '#lib/domain/audit/signature.ts';
import type { AuditFault, StoredHour } from '#lib/domain/audit/verify.ts';
import { nextHour, verifyHours, verifyRecords } from '#lib/domain/audit/verify.ts';
import { hourMs } from '#lib/domain/durations.ts';
import { createdAt } from '#lib/domain/ids.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { SealedObject } from './sealed-versions.ts';
import { sealedVersions } from './sealed-versions.ts';

/** The result of a verification. */
export interface AuditVerification {
  readonly hours: number;
  readonly records: number;
  /** The first hour that was compared; null: none. */
  readonly first: string | null;
  /** Whether the digest of the first hour continues an earlier one. */
  readonly isContinued: boolean;
  /** The newest sealed hour; null: none. */
  readonly last: string | null;
  /** The first hour with a signature; null: none. */
  readonly signedSince: string | null;
  readonly faults: readonly AuditFault[];
}

/** Records are removed from the table after 400 days, up to two days late. */
const inTableMs = 399 * 24 * hourMs;

/** Seals are written ten minutes after their hour, and an hour later if a run fails. */
const latestMs = 3 * hourMs;

const parsed = (text: string): AuditDigest | undefined => {
  try {
    return JSON.parse(text) as AuditDigest;
  } catch {
    return undefined;
  }
};

interface SignedHour extends StoredHour {
  readonly signature: string | undefined;
}

type SealedObjects = ReadonlyMap<string, SealedObject>;

/** The first version of an object: the function that seals writes none over another. */
const readFirst = async (objects: SealedObjects, name: string): Promise<Buffer | undefined> => {
  const [version] = objects.get(name)?.versions ?? [];
  return version === undefined ? undefined : readSealed(name, version);
};

/** Objects of which there is more than one version, or that were deleted. What is locked has stayed below. */
const faultsOfVersions = (objects: SealedObjects): AuditFault[] =>
  [...objects].flatMap(([name, { versions, isDeleted }]) => {
    const fault = { hour: hourOfName(name), record: null };
    return [
      ...(versions.length > 1 ? [{ ...fault, fault: `${name} has ${versions.length} versions` }] : []),
      ...(isDeleted ? [{ ...fault, fault: `${name} has a delete marker` }] : []),
    ];
  });

/**
 * A digest with its file and its signature. Their names follow from the digest's own, so that no digest can
 * point to those of another one.
 */
const readHour = async (objects: SealedObjects, name: string): Promise<SignedHour> => {
  const text = (await readFirst(objects, name))?.toString() ?? '';
  const { hour } = parsed(text) ?? {};
  if (hour === undefined) return { text, file: undefined, signature: undefined };
  const [file, signature] = await Promise.all(
    [fileName, signatureName].map((nameOf) => readFirst(objects, nameOf(hour))),
  );
  return { text, file, signature: signature?.toString() };
};

/** A missing signature is a fault only after the first one: the chain covers the hours before it. */
const faultsOfSignature = (hour: string, { text, signature }: SignedHour, key: KeyObject): AuditFault[] => {
  if (signature === undefined) return [{ hour, record: null, fault: 'the signature is missing' }];
  if (isSigned(text, signature, key)) return [];
  return [{ hour, record: null, fault: 'the signature is not that of the digest by this key' }];
};

/**
 * With a key, at least one hour must be signed: an attacker could otherwise remove every signature and change
 * any hour.
 */
const neverSigned = (last: string | null, signedSince: string | null): AuditFault[] =>
  last !== null && signedSince === null
    ? [{ hour: last, record: null, fault: 'neither this hour nor one before it is signed' }]
    : [];

const missingEnd = (last: string | null, now: number): AuditFault[] =>
  last !== null && now - Date.parse(last) > latestMs + hourMs
    ? [{ hour: last, record: null, fault: 'no later hour has been sealed' }]
    : [];

/**
 * A record from before the first sealed hour: the chain was begun again, or the first hours were never
 * sealed.
 */
const neverSealed = async (since: number, until: string): Promise<AuditFault[]> => {
  for await (const { id } of recordsBetween(ownerAt([]), new Date(since).toISOString(), until)) {
    return [{ hour: hourOf(createdAt(id)), record: id, fault: 'is older than the first sealed hour' }];
  }
  return [];
};

export interface AuditVerifyOptions {
  /** The public key of the signatures. Without it, they are not checked. */
  readonly key?: KeyObject | undefined;
  /** The days for which seals are kept. Without them, no seal may have expired. */
  readonly days?: number | undefined;
  readonly now?: number;
}

/**
 * Compares the digests with each other, with their signatures, with their files and with the table, hour by
 * hour. Of each object, it compares the first version, and names those that have others.
 *
 * S3 removes the objects of an hour one by one, at a midnight after their days. Nothing is expected of such
 * hours. The first hour that is younger must be there.
 */
export const verifyAudit = async ({
  key,
  days,
  now = Date.now(),
}: AuditVerifyOptions): Promise<AuditVerification> => {
  const expired = days === undefined ? undefined : hourOf(new Date(now - days * 24 * hourMs).toISOString());
  const firstKept = expired && nextHour(expired);
  // Of the objects of an hour, the name of the file is the last.
  const objects = await sealedVersions(expired && fileName(expired));
  const faults = faultsOfVersions(objects);
  let hours = 0;
  let records = 0;
  let before: StoredHour | undefined;
  let first: AuditDigest | undefined;
  let last: string | null = null;
  let signedSince: string | null = null;
  for (const name of objects.keys()) {
    if (!isDigestName(name) || objects.get(name)?.versions.length === 0) continue;
    const hour = await readHour(objects, name);
    faults.push(...(await verifyHours([hour], before, firstKept)));
    const digest = parsed(hour.text);
    first ??= digest;
    if (digest && now - Date.parse(digest.hour) < inTableMs) {
      faults.push(...(await verifyRecords(digest, recordsOfHour(digest.hour))));
    }
    if (digest && hour.signature !== undefined) signedSince ??= digest.hour;
    if (digest && key && signedSince !== null) faults.push(...faultsOfSignature(digest.hour, hour, key));
    hours += 1;
    records += digest?.leaves.length ?? 0;
    last = digest?.hour ?? last;
    before = hour;
  }
  if (key) faults.push(...neverSigned(last, signedSince));
  faults.push(...missingEnd(last, now));
  const since = Math.max(now - inTableMs, firstKept ? Date.parse(firstKept) : 0);
  faults.push(...(await neverSealed(since, first?.hour ?? new Date(now - latestMs - hourMs).toISOString())));
  const isContinued = (first?.previous ?? null) !== null;
  return { hours, records, first: first?.hour ?? null, isContinued, last, signedSince, faults };
};
