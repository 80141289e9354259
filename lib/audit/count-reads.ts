import { hourMs, minuteMs } from '#lib/domain/durations.ts';
import { because, nothingConsumed } from '#lib/store/cause.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { expiring } from '#lib/store/memory.ts';
import { update } from '#lib/store/operations/update.ts';
import type { StoredRecord } from './audit-records.ts';
import { auditRecordKey } from './audit-records.ts';

/*
 * The reads of an API key after the first one of an hour write nothing before they are answered: an instance
 * of a function counts them in its memory, and adds the counts to its own records at most every ten seconds,
 * with a later request. An instance that gets no further request, or is ended, loses those of its last
 * seconds, so a count is the number of reads at least. What was read, by whom and from where is never lost.
 */

/** The time after which counts are added, in milliseconds. */
const addedAfterMs = 10_000;

/** The hour of a record is sealed ten minutes after its end. Until then, all counts must have been added. */
const countedAfterMs = 5 * minuteMs;

interface CountedReads {
  readonly id: string;
  /** Settled when the record exists. */
  readonly first: Promise<void>;
  /** The end of its hour, in milliseconds since 1970. */
  readonly end: number;
  /** The reads that are not in the record yet, and the time of the last one. */
  more: number;
  last: number;
}

const remembered = expiring<CountedReads>(10_000);
const unwritten = new Set<CountedReads>();
let addedAt = Date.now();

const endOfHour = (now: number): number => (Math.floor(now / hourMs) + 1) * hourMs;

const add = async (counted: CountedReads): Promise<void> => {
  const { id, more, last } = counted;
  unwritten.delete(counted);
  counted.more = 0;
  try {
    await update(auditRecordKey(id), {
      UpdateExpression: 'ADD #count :more SET last_time = :last',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':more': more, ':last': new Date(last).toISOString() },
    });
  } catch (error) {
    // Its read is in the log already: another request adds the count.
    counted.more += more;
    unwritten.add(counted);
    console.warn({ message: 'The number of reads could not be recorded', record: id, error: String(error) });
  }
};

const addAll = async (now: number): Promise<void> => {
  addedAt = now;
  const due = [...unwritten];
  for (const counted of due) if (now > counted.end + countedAfterMs) unwritten.delete(counted);
  await forEachConcurrently(
    due.filter((counted) => unwritten.has(counted)),
    16,
    add,
  );
};

/**
 * Writes the record of a read, unless this instance has done so, and counts the read otherwise. Reads of an
 * hour with the same name share a record, which is made for the first one.
 */
export const countRead = async (
  name: string,
  now: number,
  recordOf: () => StoredRecord,
  write: (record: StoredRecord) => Promise<void>,
): Promise<void> => {
  const end = endOfHour(now);
  const inHour = `${end} ${name}`;
  const known = remembered.get(inHour, now);
  if (known) {
    await known.first;
    known.more += 1;
    known.last = now;
    unwritten.add(known);
  } else {
    const record = recordOf();
    const first = write(record);
    remembered.set(inHour, { id: record.id, first, end, more: 0, last: now }, end);
    try {
      await first;
    } catch (error) {
      remembered.delete(inHour);
      throw error;
    }
  }
  if (unwritten.size === 0 || now - addedAt < addedAfterMs) return;
  // The counts are of other requests too, so no answer and no line of the log has their cost.
  await because({ requestId: null, consumed: nothingConsumed() }, () => addAll(now));
};

/** More senders of a key than this, within an hour, share one record, which names none of them. */
const maxSenders = 16;

const sendersOf = expiring<Set<string>>(10_000);

/** Whether a sender has its own record: nobody who changes the name of a program writes at every read. */
export const isAmongSenders = (group: string, sender: string, now: number): boolean => {
  const end = endOfHour(now);
  const inHour = `${end} ${group}`;
  const known = sendersOf.get(inHour, now) ?? new Set<string>();
  if (!known.has(sender) && known.size >= maxSenders) return false;
  known.add(sender);
  sendersOf.set(inHour, known, end);
  return true;
};
