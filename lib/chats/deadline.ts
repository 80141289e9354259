import { outOfTime } from '#lib/model/failures.ts';

/** The limits of one answer. */
export const answerLimits = { maxCalls: 16, maxLength: 20_000 } as const;

/**
 * The time that remains for storing an answer, or for saying that there is none, and for freeing its chat.
 */
const reservedMs = 4000;

/**
 * The time by which an answer must be there, so that the function can store it before it is ended.
 * Milliseconds since 1970.
 */
export const deadlineOf = (ends_at: number): number => ends_at - reservedMs;

/** Calls of models and tools end at the deadline by themselves, and say more about it. */
const graceMs = 500;

/**
 * The same events and the same answer, or an error if it is not there by the deadline, whatever it waits for.
 * The source ends with it, and a model that is left half-way through its answer counts what it has begun.
 * After the deadline, nobody waits for that.
 */
export async function* endsBy<E, A>(deadline: number, source: AsyncGenerator<E, A>): AsyncGenerator<E, A> {
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  let isLate = false;
  const giveUp = () => {
    isLate = true;
    late.reject(outOfTime());
  };
  const timer = setTimeout(giveUp, Math.max(0, deadline + graceMs - Date.now()));
  try {
    let next = await Promise.race([source.next(), late.promise]);
    for (; !next.done; next = await Promise.race([source.next(), late.promise])) yield next.value;
    return next.value;
  } finally {
    clearTimeout(timer);
    const ended = source.return(undefined as never);
    if (isLate) ended.catch(() => {});
    else await ended;
  }
}
