import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSession } from '../api/session.ts';

interface Rest {
  /** The cursor at which it begins; null and undefined: there is none. */
  readonly from: string | null | undefined;
  readonly refetchInterval: number | false;
}

/** All turns of a conversation, page after page, or the rest of those that a first answer had. */
export const useTranscript = (conversationId: string, rest?: Rest) => {
  const { api } = useSession();
  const found = useInfiniteQuery({
    queryKey: ['transcript', conversationId, rest ? 'rest' : 'whole'],
    queryFn: ({ pageParam, signal }) =>
      api.transcripts.get({
        params: { conversation_id: conversationId },
        query: { limit: 100, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: rest?.from ?? '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: rest?.refetchInterval ?? false,
    enabled: !rest || Boolean(rest.from),
  });
  const { hasNextPage, isFetching, fetchNextPage } = found;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const turns = useMemo(() => found.data?.pages.flatMap(({ data }) => data) ?? [], [found.data]);
  return { turns, found };
};
