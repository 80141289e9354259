import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

export interface PageRequest {
  limit: number;
  cursor?: string;
}

export interface ListOptions {
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  readonly refetchOnWindowFocus?: boolean;
  readonly limit?: number;
}

/**
 * A list of the API, page after page, as one array. The key names what is listed, then whose it is, then the
 * filters.
 */
export const useList = <T>(
  queryKey: readonly unknown[],
  read: (page: PageRequest, signal: AbortSignal) => Promise<Page<T>>,
  { enabled = true, refetchInterval = false, refetchOnWindowFocus = true, limit = 50 }: ListOptions = {},
) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ limit, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled,
    refetchInterval,
    refetchOnWindowFocus,
    // A filter leaves the rows in place until its own have arrived. Those of another organization would be
    // misread.
    placeholderData: (previous, before) => (before?.queryKey[1] === queryKey[1] ? previous : undefined),
  });
  const items = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return { items, query };
};

/** A whole list of the API, of which people choose one: none is left out. */
export const useAll = <T>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => AsyncIterable<T>,
  { enabled = true } = {},
) =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found: T[] = [];
      for await (const item of read(signal)) found.push(item);
      return found;
    },
    enabled,
    placeholderData: (previous, before) => (before?.queryKey[1] === queryKey[1] ? previous : undefined),
  });

export type List<T> = ReturnType<typeof useList<T>>;
