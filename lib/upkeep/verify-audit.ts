import type { KeyObject } from 'node:crypto';
import { recordsOfHour } from '#lib/data/audit/seal-hours.ts';
import { listSealed } from '#lib/data/audit/sealed/list-sealed.ts';
import { readSealed } from '#lib/data/audit/sealed/read-sealed.ts';
import type { AuditDigest } from '#lib/domain/audit/seal.ts';
import { fileName, hourMs, isDigestName, signatureName } from '#lib/domain/audit/seal.ts';
import { isSigned } from '#lib/domain/audit/signature.ts';
import type { AuditFault, StoredHour } from '#lib/domain/audit/verify.ts';
import { verifyHours, verifyRecords } from '#lib/domain/audit/verify.ts';

/** The result of a verification. */
export interface AuditVerification {
  readonly hours: number;
  readonly records: number;
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

/**
 * A digest with its file and its signature. Their names follow from the digest's own, so that no digest can point to those of
 * another one.
 */
const readHour = async (name: string): Promise<SignedHour> => {
  const text = (await readSealed(name))?.toString() ?? '';
  const { hour } = parsed(text) ?? {};
  if (hour === undefined) return { text, file: undefined, signature: undefined };
  const [file, signature] = await Promise.all([readSealed(fileName(hour)), readSealed(signatureName(hour))]);
  return { text, file, signature: signature?.toString() };
};

/** A missing signature is a fault only after the first one: the chain covers the hours before it. */
const faultsOfSignature = (hour: string, { text, signature }: SignedHour, key: KeyObject): AuditFault[] => {
  if (signature === undefined) return [{ hour, record: null, fault: 'the signature is missing' }];
  if (isSigned(text, signature, key)) return [];
  return [{ hour, record: null, fault: 'the signature is not that of the digest by this key' }];
};

/** With a key, at least one hour must be signed: an attacker could otherwise remove every signature and change any hour. */
const neverSigned = (last: string | null, signedSince: string | null): AuditFault[] =>
  last !== null && signedSince === null
    ? [{ hour: last, record: null, fault: 'neither this hour nor one before it is signed' }]
    : [];

const missingEnd = (last: string | null, now: number): AuditFault[] =>
  last !== null && now - Date.parse(last) > latestMs + hourMs
    ? [{ hour: last, record: null, fault: 'no later hour has been sealed' }]
    : [];

/**
 * Compares the digests with each other, with their signatures, with their files and with the table, hour by hour. Without a key,
 * signatures are not checked.
 */
export const verifyAudit = async (key?: KeyObject, now = Date.now()): Promise<AuditVerification> => {
  const faults: AuditFault[] = [];
  let hours = 0;
  let records = 0;
  let before: StoredHour | undefined;
  let last: string | null = null;
  let signedSince: string | null = null;
  for await (const name of listSealed()) {
    if (!isDigestName(name)) continue;
    const hour = await readHour(name);
    faults.push(...(await verifyHours([hour], before)));
    const digest = parsed(hour.text);
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
  return { hours, records, last, signedSince, faults: [...faults, ...missingEnd(last, now)] };
};
