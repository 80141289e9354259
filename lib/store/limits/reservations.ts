import { dayMs } from '#lib/domain/durations.ts';
import { keyOf } from '../keys.ts';
import { updateIf } from '../operations/update.ts';
import type { Key } from '../table.ts';
import { addition } from './addition.ts';

/*
 * Whatever is paid for is reserved before it is asked for and settled afterwards, in counts that conditional
 * writes bound: of any number of requests at once, those for which there is no room are refused before they
 * cost something. A function that ends in between leaves its reservation, so that no limit is exceeded.
 */

/** The end of the counts of a day, which are kept for a day longer than they are read. */
export const expiryOf = (day: number): number => ((day + 3) * dayMs) / 1000;

/** A limit, and the attribute that counts against it. */
export interface CountLimit {
  readonly attribute: string;
  readonly limit: number;
}

/** An item that counts. */
export interface Count {
  readonly key: Key;
  /** The attributes to which an amount is added. */
  readonly attributes: readonly string[];
  readonly limits: readonly CountLimit[];
  /** In seconds since 1970. */
  readonly expires: number;
}

/** The counts of chats on a day, with what limits them. */
export const countsOfChats = <L extends { readonly client_id: string; readonly limit: number }>(
  limits: readonly L[],
  attribute: string,
  day: number,
) =>
  limits.map((of) => ({
    of,
    key: keyOf('chat_messages', of.client_id, day),
    attributes: [attribute],
    limits: [{ attribute, limit: of.limit }],
    expires: expiryOf(day),
  }));

/**
 * When a count has room: for the `whole` amount, or for a `part` of it, so that the last request may exceed
 * the limit, and is the only one.
 */
export type Room = 'whole' | 'part';

/** The greatest values that a count may have before an amount is added. */
const roomFor = ({ limits }: Count, amount: number, room: Room): Record<string, number> =>
  Object.fromEntries(
    limits.map(({ attribute, limit }) => [attribute, room === 'whole' ? limit - amount : limit - 1]),
  );

/** The update that adds an amount, on condition that there is room. */
export const additionTo = (count: Count, amount: number, room?: Room) =>
  addition({
    ...{ key: count.key, expires: count.expires },
    add: Object.fromEntries(count.attributes.map((attribute) => [attribute, amount])),
    room: room && roomFor(count, amount, room),
  });

/** Adds an amount, and returns what the count has then. Undefined: there is no room. */
const addTo = (count: Count, amount: number, room?: Room) =>
  updateIf(count.key, { ...additionTo(count, amount, room), ReturnValues: 'UPDATED_NEW' });

/** Adds an amount to every count, whether there is room or not, and returns what they have then. */
export const settleIn = <C extends Count>(counts: readonly C[], amount: number) =>
  Promise.all(counts.map(async (count) => ({ count, counted: (await addTo(count, amount)) ?? {} })));

/** Reserves an amount in every count, or in none: returns the one that has no room. */
export const reserveIn = async <C extends Count>(
  counts: readonly C[],
  amount: number,
  room: Room,
): Promise<C | undefined> => {
  for (const [at, count] of counts.entries()) {
    const canFit = Object.values(roomFor(count, amount, room)).every((most) => most >= 0);
    if (canFit && (await addTo(count, amount, room))) continue;
    await settleIn(counts.slice(0, at), -amount);
    return count;
  }
  return undefined;
};
