import type { Turn } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';

/** While an analysis is being made, it is read again. */
const everyMs = 3000;

/** The analyses of a conversation, if the key may read them. */
export const useAnalyses = (conversationId: string, isAwaited = false) => {
  const { api, may } = useSession();
  const enabled = may('analysis:read') && may('conversations:read');
  const list = useList(
    ['analyses', conversationId],
    ({ limit, cursor }, signal) =>
      api.analyses.list({
        params: { conversation_id: conversationId },
        query: { limit: String(limit), ...(cursor && { cursor }) },
        signal,
      }),
    { enabled, refetchInterval: isAwaited ? everyMs : false },
  );
  return { ...list, enabled };
};

/** A criterion that a call failed, and the second of the words that it rests on. */
export interface Failure {
  readonly name: string;
  readonly seconds: number;
}

/** The failed criteria of a call, as far as their words have a time. A correction by a person decides. */
export const useFailures = (conversationId: string, turns: readonly Turn[]): readonly Failure[] => {
  const { items } = useAnalyses(conversationId);
  return items.flatMap(({ results, review }) => {
    const reviewed = new Map(review?.results.map(({ name, verdict }) => [name, verdict]));
    return results
      .filter(({ name, verdict }) => (reviewed.get(name) ?? verdict) === 'failed')
      .flatMap(({ name, evidence }) =>
        evidence.flatMap(({ index }) => {
          const start = turns.find((turn) => turn.index === index)?.start_ms ?? null;
          return start === null ? [] : { name, seconds: start / 1000 };
        }),
      );
  });
};
