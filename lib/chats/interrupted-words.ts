import type { HeardInput } from '#lib/contract/chats.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { replaceConversation } from '#lib/conversations/conversations.ts';
import { readChunkOf, turnsFromItem, withTurns } from '#lib/conversations/turns.ts';
import type { ChatSession, PendingMessage } from '#lib/domain/chats/session.ts';
import { textBytes } from '#lib/domain/conversations/transcript.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import { heardOf, playedWithin } from '#lib/voice/heard.ts';
import type { StoredChat } from './sessions.ts';
import { sessionItem } from './sessions.ts';

/** A chat, with its session. */
type WithSession = StoredChat & { readonly session: ChatSession };

/**
 * The words of an answer that somebody interrupts while it is spoken, in the place that they have between the
 * messages. Nobody may have reported what was heard: then the time decides.
 */
export const interruptedWords = (
  { spoken }: Pick<ChatSession, 'spoken'>,
  heard: HeardInput | null | undefined,
  now: number,
): PendingMessage[] => {
  if (!spoken) return [];
  const { text: whole, sent, began_at, heard_from } = spoken;
  const isReported = heard?.turn === spoken.turn;
  const most = isReported
    ? heard.characters
    : playedWithin(whole.slice(0, sent), now - heard_from).text.length;
  const { text, unheard } = heardOf(whole, { characters: Math.min(most, sent) });
  const reported_by = isReported ? ('client' as const) : ('platform' as const);
  return [
    { text, at: began_at, kept: null, unheard: unheard === '' ? null : { text: unheard, reported_by } },
  ];
};

/**
 * Shortens the last answer to what its user reports to have heard of it: once, and only if it was spoken. An
 * open chat is not searched, so the rest never was.
 */
export const shortenHeard = async <C extends WithSession>(
  chat: C,
  heard: HeardInput | null | undefined,
): Promise<C> => {
  const { conversation, session } = chat;
  const { spoken_turn, ...others } = session;
  if (!heard || heard.turn !== spoken_turn) return chat;
  const item = await readChunkOf(conversation.id, heard.turn);
  const turns = item ? turnsFromItem(item) : [];
  const at = turns.findIndex(({ index }) => index === heard.turn);
  const turn = turns[at];
  if (!item || turn?.role !== 'agent' || turn.unheard) return chat;
  const { text, unheard } = heardOf(turn.text, { characters: heard.characters });
  if (unheard === '') return chat;
  const rest: Pick<Turn, 'unheard'> = { unheard: { text: unheard, reported_by: 'client' } };
  const shortened = { ...turn, text, ...rest };
  const after = { ...others, generation: session.generation + 1 };
  const replaced = replaceConversation(
    conversation,
    { text_bytes: conversation.text_bytes - textBytes([turn]) + textBytes([shortened]) },
    'conversation.updated',
    // An item that was erased meanwhile does not come back.
    [putUnchanged(withTurns(item, turns.with(at, shortened)), { turns: item.turns as string })],
  );
  const guarded = putUnchanged(sessionItem(conversation.id, after), { generation: session.generation });
  await commit([guarded, ...replaced.operations]);
  return { ...chat, conversation: replaced.after, session: after };
};
