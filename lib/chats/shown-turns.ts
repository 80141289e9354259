import type { Turn } from '#lib/contract/transcripts.ts';
import type { Caller } from '#lib/domain/caller.ts';

/**
 * A turn as the holder of a session token sees it, who must not learn how the agent came to its words, or
 * which ones it would have said.
 */
const shownTurn = ({ usage: _usage, unheard: _unheard, ...turn }: Turn): Turn => ({
  ...turn,
  tool_calls: [],
  metadata: {},
});

/** The turns as a caller sees them. */
export const shownTurns = (
  { conversation_id }: Pick<Caller, 'conversation_id'>,
  turns: readonly Turn[],
): Turn[] => (conversation_id === undefined ? [...turns] : turns.map(shownTurn));
