import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** A list of the API, page after page, as one array. */
export const useList = <T>(
  queryKey: readonly unknown[],
  read: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<T>>,
  { enabled = true, refetchInterval = false as number | false, limit = 50 } = {},
) => {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ limit, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled,
    refetchInterval,
  });
  const items = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return { items, query };
};
