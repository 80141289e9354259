import type { Money } from '#lib/contract/fields.ts';
import type { ToolCall, TurnUsage } from '#lib/contract/transcripts.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Author, TurnRecord } from '#lib/domain/chats/author.ts';
import type { SpokenWords } from '#lib/voice/state.ts';

/** A turn to add. The transcript decides its index. */
export type NewTurn = Omit<TurnRecord, 'index'>;

/** The time of a turn, which clocks of different functions never place before the start. */
export const msSince = ({ start_time }: Pick<ConversationRecord, 'start_time'>, now: number): number =>
  Math.max(0, now - Date.parse(start_time));

/** The fields of an answer in a call that are stored with its words. */
export interface SpokenTurn {
  /** Null: no model was asked. */
  readonly usage: TurnUsage | null;
  readonly cost: Money | null;
  readonly tool_calls: readonly ToolCall[];
  /** The person whose words they are; absent: they are the agent's. */
  readonly author?: Author;
}

export const spokenTurnOf = ({ turn }: Extract<SpokenWords, { turn: unknown }>): SpokenTurn | null =>
  turn as SpokenTurn | null;

/** The turns of words in a call whose fate is known. */
export const saidTurns = (conversation: ConversationRecord, said: readonly SpokenWords[]): NewTurn[] =>
  said.map((entry): NewTurn => {
    const common = { end_ms: null, metadata: {} } as const;
    if (entry.role === 'user') {
      const { role, text, at } = entry;
      return { role, text, start_ms: msSince(conversation, at), tool_calls: [], ...common };
    }
    const spoken = spokenTurnOf(entry);
    const author = spoken?.author !== undefined && { author: spoken.author };
    if (entry.role === 'system') {
      const { role, text, at } = entry;
      return { role, text, start_ms: msSince(conversation, at), tool_calls: [], ...common, ...author };
    }
    const { role, text, unheard, at, spoken_at, cut, recognized_ms } = entry;
    const first_sentence_ms = spoken_at === null ? null : Math.max(0, spoken_at - at);
    return {
      role,
      text,
      start_ms: msSince(conversation, spoken_at ?? at),
      ...common,
      tool_calls: [...(spoken?.tool_calls ?? [])],
      ...(unheard !== '' && {
        unheard: { text: unheard, reported_by: cut ? ('provider' as const) : ('platform' as const) },
      }),
      ...(spoken?.usage && {
        usage: {
          ...spoken.usage,
          ...(recognized_ms !== undefined && { recognized_ms }),
          first_sentence_ms,
        },
      }),
      ...author,
    };
  });
