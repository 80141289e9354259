import type { AuditDigest, SealedRecord } from '#lib/domain/audit/seal.ts';
import { digestName, fileName, fileOf, hourOf, isDigestName, sealFile } from '#lib/domain/audit/seal.ts';
import { hourMs, minuteMs } from '#lib/domain/durations.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { SweepSummary, TimeLeft } from '#lib/store/lists/sweep.ts';
import { recordsBetween } from './audit-records.ts';
import { listSealed } from './sealed/list-sealed.ts';
import { putSealed } from './sealed/put-sealed.ts';
import { readSealed } from './sealed/read-sealed.ts';
import { signDigest } from './sign-digest.ts';

/** Longer than any request takes, so that all records of an hour are written when it is sealed. */
const lagMs = 10 * minuteMs;

/**
 * The newest digest is sought this far back. If there is none, a new chain begins, and `verify-audit` reports
 * the gap.
 */
const lookBackMs = 40 * 24 * hourMs;

const hourAfter = (hour: string, hours = 1): string =>
  hourOf(new Date(Date.parse(hour) + hours * hourMs).toISOString());

/** The newest digest, with its text. */
const newestDigest = async (now: number): Promise<string | undefined> => {
  let newest: string | undefined;
  const since = hourOf(new Date(now - lookBackMs).toISOString());
  for await (const name of listSealed(digestName(since))) if (isDigestName(name)) newest = name;
  return newest === undefined ? undefined : (await readSealed(newest))?.toString();
};

/**
 * Whether the table has no record. A new stack has none until it is used, or until the table of another one
 * takes its place, whose chain is then in the bucket: a chain begun before could not be joined to it.
 */
const isUnused = async (): Promise<boolean> => {
  for await (const _ of recordsBetween(ownerAt([]), hourOf(new Date(0).toISOString()), '9')) return false;
  return true;
};

/** The records of an hour, as the API shows them, in the order of their list. */
export async function* recordsOfHour(hour: string): AsyncGenerator<SealedRecord> {
  for await (const { path: _path, ...record } of recordsBetween(ownerAt([]), hour, hourAfter(hour))) {
    yield record;
  }
}

/** Stores an object, or returns the one that an earlier run has stored. */
const stored = async (name: string, body: Buffer, contentType: string): Promise<Buffer> =>
  (await putSealed(name, body, contentType)) ? body : ((await readSealed(name)) ?? body);

/** Seals an hour, and returns the text of its digest. `previous` is that of the hour before. */
export const sealOne = async (hour: string, previous: string | null): Promise<string> => {
  const bytes = await stored(fileName(hour), await fileOf(recordsOfHour(hour)), 'application/gzip');
  const { text } = await sealFile(hour, bytes, previous);
  const digest = (await stored(digestName(hour), Buffer.from(text), 'application/json')).toString();
  await signDigest(digest);
  return digest;
};

/**
 * Seals the hours that are over, oldest first. A run that is interrupted, or that overlaps with another,
 * changes nothing.
 */
export const sealHours = async (timeLeft: TimeLeft, now = Date.now()): Promise<SweepSummary> => {
  const last = hourAfter(new Date(now - lagMs).toISOString(), -1);
  let previous = (await newestDigest(now)) ?? null;
  // A run may have ended between this digest and its signature.
  if (previous !== null) await signDigest(previous);
  else if (await isUnused()) return { done: 0, failed: 0 };
  let hour = previous === null ? last : hourAfter((JSON.parse(previous) as AuditDigest).hour);
  let done = 0;
  for (; hour <= last && timeLeft(); hour = hourAfter(hour)) {
    previous = await sealOne(hour, previous);
    done += 1;
  }
  return { done, failed: 0 };
};
