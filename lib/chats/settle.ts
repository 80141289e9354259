import { ApiError } from '#lib/contract/errors.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { AccompanyingChange } from '#lib/conversations/conversations.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { turnsItems } from '#lib/conversations/turns.ts';
import type { TurnRecord } from '#lib/domain/chats/author.ts';
import { shownTurn } from '#lib/domain/chats/author.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { answeredBySpoken } from '#lib/domain/chats/session.ts';
import { shownResults } from '#lib/domain/chats/tool-results.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { maxTextBytes, textBytes } from '#lib/domain/conversations/transcript.ts';
import type { CallLine } from '#lib/store/events/events.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { finish } from '#lib/voice/machine.ts';
import type { Chat } from './claim.ts';
import { withAnswer, withSaid } from './cost.ts';
import { interruptedWords } from './interrupted-words.ts';
import type { NewTurn } from './said-turns.ts';
import { msSince, saidTurns } from './said-turns.ts';
import { sessionItem } from './sessions.ts';

/** The turns of the messages that wait for an answer. */
export const userTurns = ({ conversation, session }: Chat): NewTurn[] =>
  session.pending.map(({ text, at, results, unheard }) => ({
    role: results ? 'tool' : unheard === undefined ? 'user' : 'agent',
    text,
    ...(unheard && { unheard }),
    start_ms: msSince(conversation, at),
    end_ms: null,
    tool_calls: results ? shownResults(session, results) : [],
    metadata: {},
  }));

/** The changes of a chat's record by messages that words which were spoken have answered. */
export const withSpoken = (chat: Chat, waiting: ChatSession['pending']): Partial<ConversationRecord> => {
  const pending = answeredBySpoken(waiting);
  if (pending.length === 0) return {};
  // The tokens of an answer that was interrupted are counted by the request that has asked for it.
  return withAnswer(
    { ...chat, session: { ...chat.session, pending } },
    { input_tokens: 0, output_tokens: 0 },
    null,
  );
};

/** The reservation of a call that ends, with the tokens of its answers. */
const withTokens = ({ conversation, session }: Chat): Partial<ConversationRecord> => {
  const { call_reservation } = conversation;
  if (!call_reservation) return {};
  const { tokens, reserved = [] } = session;
  const used = reserved.reduce((sum, one) => sum + one.tokens, tokens);
  return { call_reservation: { ...call_reservation, tokens: used } };
};

/**
 * The turns that a chat or a call still adds when it ends, with the words of an answer that was being spoken,
 * and the changes of its record by them.
 */
export const lastWords = (chat: Chat, now: number): Pick<Settlement, 'turns' | 'change'> => {
  const { conversation, session } = chat;
  const pending = [...session.pending, ...interruptedWords(session, null, now)];
  const said = session.voice ? finish(session.voice, now).turns : [];
  return {
    turns: [...userTurns({ ...chat, session: { ...session, pending } }), ...saidTurns(conversation, said)],
    change: {
      ...(session.voice ? withSaid(chat, said) : withSpoken(chat, pending)),
      ...withTokens(chat),
    },
  };
};

/** The room that the longest message, the longest answer and the words of the agent's owner need. */
const roomOfExchange = 110_000;

/** Whether the transcript is too long for another exchange. */
export const isFull = ({ text_bytes }: Pick<ConversationRecord, 'text_bytes'>, added: readonly NewTurn[]) =>
  text_bytes + textBytes(added) > maxTextBytes - roomOfExchange;

/** The last two are of calls. */
export type EndReason =
  | 'agent_ended'
  | 'staff_ended'
  | 'user_ended'
  | 'idle'
  | 'limit_reached'
  | 'transferred'
  | 'agent_failed';

/** Changes of a chat that are stored together. */
export interface Settlement {
  readonly turns: readonly NewTurn[];
  readonly session: ChatSession;
  readonly change?: Partial<ConversationRecord>;
  /** Absent: the chat continues. */
  readonly end?: { readonly reason: EndReason; readonly at: string } | undefined;
  /** A person has ordered that the call goes on elsewhere: its carrier has to leave it. */
  readonly leaves?: boolean;
}

export interface SettledAnswer<E extends Error = Error> {
  readonly operations: readonly Operation<E | Stale>[];
  readonly turns: readonly Turn[];
  readonly conversation: ConversationRecord;
}

/** Words of a call that has ended, while the function that speaks has not reported which of them it sent. */
const awaitedWords = ({ voice }: ChatSession): Pick<ChatSession, 'voice'> => {
  const ended = voice && finish(voice, Date.now()).state;
  return ended && ended.said.length > 0 ? { voice: ended } : {};
};

/** The session of a chat that is over, without anything of its user. */
const closed = ({ steps: _steps, spoken: _spoken, voice, ...session }: ChatSession): ChatSession => ({
  ...session,
  busy_until: 0,
  pending: [],
  variables: {},
  ...awaitedWords({ ...session, ...(voice && { voice }) }),
  ...(voice?.speaks !== undefined && { speaks: voice.speaks }),
});

/**
 * The connection of a call, which every write that ends one, or orders that it goes on elsewhere, hands to
 * its event: the carrier leaves it then, whatever happens to the function. Undefined: it is a chat.
 */
export const lineOf = ({ conversation: { provider }, session: { voice } }: Chat): CallLine | undefined => {
  const carrier = provider?.name;
  if (!voice || !carrier || !isCarrier(carrier)) return undefined;
  return { connection: voice.connection, carrier };
};

/**
 * The writes that add turns and replace the session, if nobody else has replaced it, and what they change of
 * the record.
 */
const storing = (
  { conversation: { id, turns: next, text_bytes }, session: before }: Chat,
  turns: readonly NewTurn[],
  session: ChatSession,
) => {
  const added = turns.map((turn, at): TurnRecord => ({ ...turn, index: next + at }));
  return {
    added,
    change: { turns: next + added.length, text_bytes: text_bytes + textBytes(added) },
    appended: turnsItems(id, added).map((item) => putNew(item, () => new Stale())),
    guarded: putUnchanged(sessionItem(id, { ...session, generation: before.generation + 1 }), {
      generation: before.generation,
    }),
  };
};

/**
 * The writes that store what was said, if the session is still the one that the request has read or claimed:
 * otherwise a newer request has taken over, or the chat was ended.
 */
export const settleChat = <E extends Error>(
  chat: Chat,
  { turns, session, change, end, leaves = false }: Settlement,
  overtaken: () => E,
): SettledAnswer<E> => {
  const { added, guarded, ...stored } = storing(chat, turns, end ? closed(session) : session);
  const { operations, after } = replaceConversation(
    chat.conversation,
    {
      ...stored.change,
      ...change,
      ...(end && withTokens(chat)),
      ...(end && { status: 'completed', end_reason: end.reason, end_time: end.at }),
    },
    end ? 'conversation.ended' : added.length > 0 ? 'transcript.appended' : 'conversation.updated',
    stored.appended,
    end || leaves ? lineOf(chat) : undefined,
  );
  const asksForPerson = !end && change?.handling === 'waiting';
  const isLate = added.length > 0 && isOver(chat.conversation);
  return {
    // First, so that a request that was overtaken learns it, even if the record has changed as well.
    operations: [
      { ...guarded, otherwise: overtaken },
      ...operations,
      // An event about turns alone does not begin to count their tokens.
      ...(isLate ? [eventWrite('conversation.updated', after)] : []),
      ...(asksForPerson ? [eventWrite('conversation.handover_requested', after)] : []),
    ],
    turns: added.map(shownTurn),
    conversation: after,
  };
};

/**
 * The writes that end a chat, except that of its record. Messages without an answer remain in the transcript.
 */
export const closing = (chat: Chat): AccompanyingChange => {
  const { turns, change: spent } = lastWords(chat, Date.now());
  const { change, appended, guarded } = storing(chat, turns, closed(chat.session));
  return { change: { ...spent, ...change }, operations: [...appended, guarded], line: lineOf(chat) };
};

/** The chat with its present record, which others may have changed while an answer was made. */
export const refreshed = async (chat: Chat): Promise<Chat> => {
  const conversation = await readConversation(chat.conversation.id);
  if (!conversation) throw new ApiError('conversation_not_found');
  if (isOver(conversation)) throw new ApiError('conversation_ended');
  return { ...chat, conversation };
};
