import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSession } from '../api/session.ts';

/** All turns of a conversation, page after page. */
export const useTranscript = (conversationId: string, refetchInterval: number | false = false) => {
  const { api } = useSession();
  const found = useInfiniteQuery({
    queryKey: ['transcript', conversationId],
    queryFn: ({ pageParam, signal }) =>
      api.transcripts.get({
        params: { conversation_id: conversationId },
        query: { limit: 100, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval,
  });
  const { hasNextPage, isFetching, fetchNextPage } = found;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const turns = useMemo(() => found.data?.pages.flatMap(({ data }) => data) ?? [], [found.data]);
  return { turns, found };
};
