import type { QueryClient } from '@tanstack/react-query';

/** Removes everything that was read of conversations that were erased, so that nothing shows it again. */
export const forgetCalls = (queries: QueryClient, ids: Iterable<string>): void => {
  const erased = new Set<unknown>(ids);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey.some((part) => erased.has(part)) });
};
