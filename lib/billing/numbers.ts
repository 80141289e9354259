import { platform } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';

/**
 * The next number of an issuer, and the write that takes it: only one of several writers at once succeeds.
 */
export const nextNumber = async (
  issuer: string | null,
): Promise<{ readonly sequence: number; readonly taken: Operation<Stale> }> => {
  const key = keyOf('statement_numbers', issuer ?? platform);
  const known = await get(key);
  const last = Number(known?.last ?? 0);
  const item = { ...key, last: last + 1 };
  const taken = known ? putUnchanged(item, { last }) : putNew(item, () => new Stale());
  return { sequence: last + 1, taken };
};
