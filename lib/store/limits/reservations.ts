import { updateIf } from '../operations/update.ts';
import type { Key } from '../table.ts';

/*
 * Whatever is paid for is reserved before it is asked for and settled afterwards, in counts that conditional
 * writes bound: of any number of requests at once, those for which there is no room are refused before they
 * cost something. A function that ends in between leaves its reservation, so that no limit is exceeded.
 */

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

/**
 * When a count has room: for the `whole` amount, or for a `part` of it, so that the last request may exceed
 * the limit, and is the only one.
 */
export type Room = 'whole' | 'part';

/** Adds an amount, under the condition that there is room. Undefined: there is none. */
const addTo = async (
  { key, attributes, limits, expires }: Count,
  amount: number,
  room: Room | 'any',
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const bounds = room === 'any' ? [] : limits;
  const most = (limit: number) => (room === 'whole' ? limit - amount : limit - 1);
  // Without a count there is room, unless the limit alone is too low.
  if (bounds.some(({ limit }) => most(limit) < 0)) return undefined;
  const conditions = bounds.map((_, at) => `(attribute_not_exists(#l${at}) OR #l${at} <= :l${at})`);
  return updateIf(key, {
    UpdateExpression: `ADD ${attributes.map((_, at) => `#a${at} :amount`).join(', ')} SET expires = :expires`,
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ExpressionAttributeNames: Object.fromEntries([
      ...attributes.map((attribute, at) => [`#a${at}`, attribute]),
      ...bounds.map(({ attribute }, at) => [`#l${at}`, attribute]),
    ]),
    ExpressionAttributeValues: {
      ':amount': amount,
      ':expires': expires,
      ...Object.fromEntries(bounds.map(({ limit }, at) => [`:l${at}`, most(limit)])),
    },
    ReturnValues: 'UPDATED_NEW',
  });
};

/** Adds an amount to every count, whether there is room or not, and returns what they have then. */
export const settleIn = <C extends Count>(counts: readonly C[], amount: number) =>
  Promise.all(counts.map(async (count) => ({ count, counted: (await addTo(count, amount, 'any')) ?? {} })));

/** Reserves an amount in every count, or in none: returns the one that has no room. */
export const reserveIn = async <C extends Count>(
  counts: readonly C[],
  amount: number,
  room: Room,
): Promise<C | undefined> => {
  for (const [at, count] of counts.entries()) {
    if (await addTo(count, amount, room)) continue;
    await settleIn(counts.slice(0, at), -amount);
    return count;
  }
  return undefined;
};
