import { useEffect, useRef, useState } from 'react';
import type { ConversationStatus, Handling, Turn } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';

export interface Messages {
  readonly turns: readonly Turn[];
  readonly status: ConversationStatus;
  readonly handling: Handling;
}

/** The turns with others added that it may have already, in order. */
export const withTurns = (turns: readonly Turn[], added: readonly Turn[]): readonly Turn[] => {
  const known = new Set(turns.map(({ index }) => index));
  return [...turns, ...added.filter(({ index }) => !known.has(index))].sort(
    (one, other) => one.index - other.index,
  );
};

const waitSeconds = '20';
const pauseMs = 3000;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });

/** Reads what is said in a chat as it is said, by requests that wait for it, until the chat ends. */
export const useMessages = (
  conversationId: string | undefined,
  onMessages: (messages: Messages) => void,
  enabled = true,
): unknown => {
  const { api } = useSession();
  const [error, setError] = useState<unknown>();
  const tell = useRef(onMessages);
  useEffect(() => {
    tell.current = onMessages;
  });

  useEffect(() => {
    if (conversationId === undefined || !enabled) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const params = { conversation_id: conversationId };

    const watch = async () => {
      let after: number | undefined;
      let isFirst = true;
      while (!signal.aborted) {
        // The first answer also says who answers, so it does not wait.
        const query = {
          ...(after !== undefined && { after: String(after) }),
          ...(!isFirst && { wait: waitSeconds }),
        };
        const found = await api.chats
          .messages({ params, query, signal, maxRetries: 0 })
          .catch((problem: unknown) => {
            if (signal.aborted) throw problem;
            setError(problem);
            if (problem instanceof ApiProblem && problem.status < 500 && problem.status !== 429)
              throw problem;
            return undefined;
          });
        if (!found) {
          await pause(signal);
          continue;
        }
        setError(undefined);
        const { data, status, handling } = found;
        after = data.at(-1)?.index ?? after;
        isFirst = false;
        tell.current({ turns: data, status, handling });
        if (status !== 'active') return;
        // A page that nobody sees waits until it is seen again.
        while (document.hidden && !signal.aborted) await pause(signal);
      }
    };

    // `error` has reported the failure.
    watch().catch(() => undefined);
    return () => stopped.abort();
  }, [api, conversationId, enabled]);

  return error;
};
