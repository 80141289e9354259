import { useEffect, useState } from 'react';
import type { Turn } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession, watchRefusal } from '../api/session.ts';

const pageSize = 100;
const pauseMs = 2000;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });

/** The turns of an active conversation. Looks for new ones while the page is seen, and reads each full page once. */
export const useGrowingTranscript = (conversationId: string) => {
  const { api } = useSession();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const params = { conversation_id: conversationId };

    const watch = async () => {
      let before: readonly Turn[] = [];
      let cursor: string | undefined;
      while (!signal.aborted) {
        if (!document.hidden) {
          const query = { limit: pageSize, ...(cursor && { cursor }) };
          const { data, next_cursor } = await api.transcripts.get({ params, query, signal });
          setTurns([...before, ...data]);
          if (next_cursor !== null) {
            before = [...before, ...data];
            cursor = next_cursor;
            continue;
          }
        }
        await pause(signal);
      }
    };

    watch().catch((problem: unknown) => {
      if (signal.aborted) return;
      watchRefusal(problem);
      // It was erased, or its page is about to go: the list of active conversations says so next.
      if (!(problem instanceof ApiProblem && problem.status === 404)) setError(problem);
    });
    return () => stopped.abort();
  }, [api, conversationId]);

  return { turns, error };
};
