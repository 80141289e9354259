import type { Page, PageRequest } from '#lib/store/lists/listing.ts';

/** A page of a few items that have all been read, in the order of their ids. */
export const pageOfAll = <T>(
  all: readonly T[],
  { limit, order, position }: PageRequest,
  idOf: (item: T) => string,
): Page<T> => {
  const sign = order === 'asc' ? 1 : -1;
  const sorted = all.toSorted((one, other) => (idOf(one) < idOf(other) ? -sign : sign));
  const after = position?.after as string | undefined;
  const left =
    after === undefined
      ? sorted
      : sorted.filter((item) => (idOf(item) < after ? -1 : 1) === sign && idOf(item) !== after);
  const data = left.slice(0, limit);
  const last = data.at(-1);
  return { data, ...(left.length > limit && last !== undefined && { next: { after: idOf(last) } }) };
};
