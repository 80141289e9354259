import type { Analysis, Turn } from 'voice-agent-platform-client';
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

/** A criterion that was decided, and the second of the words that this rests on. */
export interface Judgment {
  readonly name: string;
  readonly verdict: 'passed' | 'failed';
  readonly seconds: number;
}

/** The decisions whose words have a time. A correction by a person replaces a verdict. */
export const judgmentsOf = (
  { results, review }: Pick<Analysis, 'results' | 'review'>,
  turns: readonly Turn[],
): readonly Judgment[] => {
  const reviewed = new Map(review?.results.map((one) => [one.name, one.verdict]));
  return results.flatMap((result) => {
    const { name, evidence } = result;
    const verdict = reviewed.get(name) ?? result.verdict;
    if (verdict !== 'passed' && verdict !== 'failed') return [];
    return evidence.flatMap(({ index }) => {
      const start = turns.find((turn) => turn.index === index)?.start_ms ?? null;
      return start === null ? [] : { name, verdict, seconds: start / 1000 };
    });
  });
};
