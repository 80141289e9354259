import { recordsOfHour } from '#lib/data/audit/seal-hours.ts';
import { listSealed } from '#lib/data/audit/sealed/list-sealed.ts';
import { readSealed } from '#lib/data/audit/sealed/read-sealed.ts';
import type { AuditDigest } from '#lib/domain/audit/seal.ts';
import { fileName, hourMs, isDigestName } from '#lib/domain/audit/seal.ts';
import type { AuditFault, StoredHour } from '#lib/domain/audit/verify.ts';
import { verifyHours, verifyRecords } from '#lib/domain/audit/verify.ts';

/** The result of a verification. */
export interface AuditVerification {
  readonly hours: number;
  readonly records: number;
  /** The newest sealed hour; null: none. */
  readonly last: string | null;
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

/** The file of a digest. Its name follows from the digest's own, so that no digest can point to another one's. */
const readHour = async (name: string): Promise<StoredHour> => {
  const text = (await readSealed(name))?.toString() ?? '';
  const { hour } = parsed(text) ?? {};
  return { text, file: hour === undefined ? undefined : await readSealed(fileName(hour)) };
};

const missingEnd = (last: string | null, now: number): AuditFault[] =>
  last !== null && now - Date.parse(last) > latestMs + hourMs
    ? [{ hour: last, record: null, fault: 'no later hour has been sealed' }]
    : [];

/** Compares the digests with each other, with their files and with the table, hour by hour. */
export const verifyAudit = async (now = Date.now()): Promise<AuditVerification> => {
  const faults: AuditFault[] = [];
  let hours = 0;
  let records = 0;
  let before: StoredHour | undefined;
  let last: string | null = null;
  for await (const name of listSealed()) {
    if (!isDigestName(name)) continue;
    const hour = await readHour(name);
    faults.push(...verifyHours([hour], before));
    const digest = parsed(hour.text);
    if (digest && now - Date.parse(digest.hour) < inTableMs) {
      faults.push(...verifyRecords(digest, await recordsOfHour(digest.hour)));
    }
    hours += 1;
    records += digest?.leaves.length ?? 0;
    last = digest?.hour ?? last;
    before = hour;
  }
  return { hours, records, last, faults: [...faults, ...missingEnd(last, now)] };
};
