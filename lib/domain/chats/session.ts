import type { ChatInput } from '#lib/contract/chats.ts';
import { chatLimits } from '#lib/contract/chats.ts';
import type { UnheardWords } from '#lib/contract/transcripts.ts';
import type { VoiceState } from '#lib/voice/state.ts';
import type { Sender } from '../caller.ts';
import { minuteMs } from '../durations.ts';
import type { RateLimit } from '../organizations/hierarchy.ts';
import type { MessageUnits } from '../usage/fact.ts';
import { noUnits } from '../usage/fact.ts';

/** The result of a tool that a page or a program has run. */
export interface ToolResult {
  readonly id: string;
  readonly result: unknown;
  readonly error: string | null;
}

/** One of the agent's last calls, and who runs it. */
export interface AwaitedCall {
  readonly id: string;
  readonly name: string;
  readonly by: 'platform' | 'page' | 'program';
}

/** The record of a message's `Idempotency-Key`. */
export interface KeptMessage {
  readonly pk: string;
  readonly fingerprint: string;
  /**
   * The sender, who may see more or less of the answer than those of other messages. Absent: it was not
   * recorded.
   */
  readonly sender?: Sender;
}

/** A message of the user that is not in the transcript yet. */
export interface PendingMessage {
  readonly text: string;
  /** The results of tools, in place of words. */
  readonly results?: readonly ToolResult[];
  /**
   * The words are the agent's: an answer to the messages before them that was interrupted while it was
   * spoken. Null: all were heard. Absent: they are the user's.
   */
  readonly unheard?: UnheardWords | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The record of its `Idempotency-Key` that the answer will have; null: it was sent without one. */
  readonly kept: KeptMessage | null;
}

/** The words of an answer that is being spoken. */
export interface SpokenWords {
  /** The index that its turn will have. */
  readonly turn: number;
  /** All words so far. */
  readonly text: string;
  /** The part of them that was sent as audio, in UTF-16 units. */
  readonly sent: number;
  /** When the first audio was sent. Milliseconds since 1970. */
  readonly began_at: number;
  /**
   * The earliest time at which they can be heard, after words of the agent's owner that play before them.
   * Milliseconds since 1970.
   */
  readonly heard_from: number;
}

/** The recording that a call is to have, until it begins. */
export interface DueRecording {
  /** The address at which the carrier reports it. */
  readonly callback: string;
  /** When its announcement was heard at the latest, in milliseconds since 1970; null: it was not spoken. */
  readonly after: number | null;
}

/** The reason why an agent leaves a call, and the number at which it goes on. */
export interface CallLeaving {
  readonly reason: 'transferred' | 'agent_failed';
  readonly to: string;
}

/** The tokens that are reserved for an answer that is being made. */
export interface ReservedTokens {
  /** The generation that the answer holds. */
  readonly claim: number;
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The state of a chat beside its conversation. */
export interface ChatSession {
  /**
   * Increases with each claim and each write of an answer, so that only the newest claim stores something.
   */
  readonly generation: number;
  /** Until then, an answer is being made; 0: the chat is free. Milliseconds since 1970. */
  readonly busy_until: number;
  /** More than one: earlier answers were interrupted, or their functions crashed. */
  readonly pending: readonly PendingMessage[];
  readonly agent_version: number;
  readonly node: string | null;
  /** The agent's last calls, if it waits for the results of others. */
  readonly awaited: readonly AwaitedCall[];
  /**
   * The calls that the present answer has begun, in the journal of calls; absent: none. Another attempt at
   * the answer goes on after them.
   */
  readonly steps?: readonly string[];
  /** The words of the present answer of which audio was sent; absent: none. */
  readonly spoken?: SpokenWords;
  /** The turn of the last answer that was spoken to its end; absent: none was. */
  readonly spoken_turn?: number;
  /**
   * The earliest time at which the user has heard that an AI speaks. Absent: the next answer that is spoken
   * begins with it. Milliseconds since 1970.
   */
  readonly disclosed_at?: number;
  readonly variables: ChatInput['variables'];
  readonly idle_minutes: number;
  /** Milliseconds since 1970. */
  readonly idle_until: number;
  /** Milliseconds since 1970. */
  readonly ends_at: number;
  readonly messages: number;
  /** The answers that have failed after a model was asked; absent: none. */
  readonly failed?: number;
  /** The times that results of tools have continued the last message; absent: none. */
  readonly continued?: number;
  readonly tokens: number;
  /** The tokens that answers of a call may still use; absent: none, or it is a chat. */
  readonly reserved?: readonly ReservedTokens[];
  /** The tokens to reserve for the next answer of a call; absent: those of a short agent. */
  readonly usual_tokens?: number;
  readonly token_hash: string;
  /** The API key that started the chat, and the rate limits that apply to it. */
  readonly key_id: string;
  readonly rate_limits: readonly RateLimit[];
  /** The widget on whose page the chat is; absent: it is on none. */
  readonly widget_id?: string;
  /** The reason if a call ends with the last answer; absent: it has none yet. */
  readonly ends_as?: 'agent_ended' | 'limit_reached' | 'agent_failed';
  /** The way in which the agent leaves a call that goes on elsewhere; absent: it does not. */
  readonly leaves?: CallLeaving | undefined;
  /** The words that the carrier of a call which is over still speaks; absent: none. */
  readonly last_words?: string;
  /** The number at which a call goes on that is over here: its carrier may ask again. Absent: at none. */
  readonly transferred_to?: string;
  /** The number of a transfer that a person has ordered, which was counted then; absent: there is none. */
  readonly counted_transfer?: string;
  /** Absent: the call is not recorded, or its recording has begun. */
  readonly recording?: DueRecording;
  /** The turns that were taken in a minute of a call; absent: none, or it is a chat. */
  readonly taken?: { readonly minute: number; readonly turns: number };
  /** The words of a call that may still change, and who speaks; absent: it is a chat. */
  readonly voice?: VoiceState;
  /** The language that the agent had changed to when the call ended; absent: none, or the call goes on. */
  readonly speaks?: string;
}

/** The clocks of two functions differ by less. */
const marginMs = 5000;

/** More messages than a person sends during one answer. */
const maxPending = 10;

export const isBusy = ({ busy_until }: Pick<ChatSession, 'busy_until'>, now: number): boolean =>
  busy_until > now;

/** Whether another message can wait for the same answer. */
export const hasRoom = ({ pending, messages, failed = 0 }: ChatSession): boolean =>
  pending.length < maxPending && messages + failed + pending.length < chatLimits.messages;

/** Whether the chat has used up its messages or its tokens. Answers that have failed were paid as well. */
export const isUsedUp = ({ messages, failed = 0, tokens }: ChatSession): boolean =>
  messages + failed >= chatLimits.messages || tokens >= chatLimits.tokens;

/**
 * Whether nobody has written for so long, or the chat has lasted for so long, that it is over. In a call,
 * nobody waits in silence for a person.
 */
export const isOverdue = (session: ChatSession, maySayNothing: boolean, now: number): boolean =>
  !isBusy(session, now) &&
  (session.ends_at <= now ||
    isUsedUp(session) ||
    (!(maySayNothing && !session.voice) && session.idle_until <= now));

/** When somebody last did something in the chat. Milliseconds since 1970. */
export const lastActive = ({ idle_until, idle_minutes }: ChatSession): number =>
  idle_until - idle_minutes * minuteMs;

/** The session while an answer to the messages is made, by a function that ends at a time. */
export const claimed = (
  { spoken: _spoken, ...session }: ChatSession,
  pending: readonly PendingMessage[],
  ends_at: number,
): ChatSession => ({
  ...session,
  generation: session.generation + 1,
  busy_until: ends_at + marginMs,
  pending,
});

/** More calls than two attempts at an answer make. */
const maxSteps = 32;

/** The changes of the session when an answer begins a call, at a node of the flow. */
export const stepped = (
  { steps = [] }: Pick<ChatSession, 'steps'>,
  hash: string,
  node: string | null,
): Pick<ChatSession, 'steps' | 'node'> => ({ steps: [...steps, hash].slice(-maxSteps), node });

/** An answer has eight steps: the results of others are those of seven of them. */
export const maxContinued = 7;

/** Whether results of tools continue the last message, rather than being one. */
export const mayContinue = ({ continued = 0 }: Pick<ChatSession, 'continued'>): boolean =>
  continued < maxContinued;

export const isByUser = ({ unheard }: Pick<PendingMessage, 'unheard'>): boolean => unheard === undefined;

/** The units of an answer to the messages that wait. Calls are billed by their duration, and have none. */
export const unitsOf = (session: Pick<ChatSession, 'pending' | 'continued' | 'voice'>): MessageUnits => {
  if (session.voice) return noUnits;
  const messages = session.pending.filter((message) => !message.results && isByUser(message)).length;
  return { messages, further: messages > 0 || mayContinue(session) ? 0 : 1 };
};

/** The messages that words which were spoken have answered. Each answer was interrupted by what follows. */
export const answeredBySpoken = (pending: readonly PendingMessage[]): readonly PendingMessage[] =>
  pending.slice(
    0,
    Math.max(
      0,
      pending.findLastIndex((message) => !isByUser(message)),
    ),
  );

/** The units of an answer that no plan has reserved: an answer that was spoken has reserved its own. */
export const unreservedUnits = (
  session: Pick<ChatSession, 'pending' | 'continued' | 'voice'>,
): MessageUnits => {
  const pending = answeredBySpoken(session.pending);
  if (pending.length === 0) return unitsOf(session);
  const [all, reserved] = [unitsOf(session), unitsOf({ ...session, pending })];
  return {
    messages: all.messages - reserved.messages,
    further: all.further > reserved.further ? 1 : 0,
  };
};

/** The session after its messages were answered or stored. */
export const settled = (
  { steps: _steps, spoken: _spoken, spoken_turn: _before, ...session }: ChatSession,
  change: Pick<ChatSession, 'node'> &
    Partial<Pick<ChatSession, 'awaited'>> & {
      readonly tokens: number;
      readonly spoken_turn?: number | undefined;
    },
  now: number,
): ChatSession => ({
  ...session,
  awaited: change.awaited ?? [],
  busy_until: 0,
  pending: [],
  node: change.node,
  ...(change.spoken_turn !== undefined && { spoken_turn: change.spoken_turn }),
  messages: session.messages + session.pending.filter(isByUser).length,
  continued: session.pending.some(({ results }) => !results) ? 0 : (session.continued ?? 0) + 1,
  tokens: session.tokens + change.tokens,
  idle_until: now + session.idle_minutes * minuteMs,
});

/** The session after somebody else than its user has done something in the chat. */
export const continued = (session: ChatSession, now: number): ChatSession => ({
  ...session,
  idle_until: now + session.idle_minutes * minuteMs,
});

/** Whether the chat ends with this answer, because it has reached one of its limits. */
export const isExhausted = (session: ChatSession, now: number): boolean =>
  isUsedUp(session) || session.ends_at <= now;

/** The minutes without a word of anybody after which a call is over, if its carrier reports no end. */
export const callIdleMinutes = 15;

/** More turns than anyone takes in a minute of a call. */
const turnsPerMinute = 120;

const minuteOf = (now: number): number => Math.floor(now / minuteMs);

/** The turns of a call after another one, which counts whether it is answered or not. */
export const withTurn = ({ taken }: ChatSession, now: number): Pick<ChatSession, 'taken'> => {
  const minute = minuteOf(now);
  return { taken: { minute, turns: taken?.minute === minute ? taken.turns + 1 : 1 } };
};

/** Whether so many turns were taken within a minute that no model answers them. */
export const takesTooMany = ({ taken }: ChatSession, now: number): boolean =>
  taken?.minute === minuteOf(now) && taken.turns > turnsPerMinute;

/** The holder of the session of a call: nobody has a token for it. */
export const withoutToken = { token_hash: '', key_id: '', rate_limits: [] } as const;

export const newSession = (
  { variables, idle_minutes }: Pick<ChatInput, 'variables' | 'idle_minutes'>,
  known: Pick<ChatSession, 'agent_version' | 'node' | 'token_hash' | 'key_id' | 'rate_limits' | 'widget_id'>,
  now: number,
): ChatSession => ({
  generation: 0,
  busy_until: 0,
  pending: [],
  awaited: [],
  variables,
  idle_minutes,
  idle_until: now + idle_minutes * minuteMs,
  ends_at: now + chatLimits.hours * 60 * minuteMs,
  messages: 0,
  tokens: 0,
  ...known,
});

/** The part of a chat that a model receives: the newest turns. */
export const maxHistory = { turns: 60, characters: 48_000 } as const;

/** The newest messages that the model may read. */
export const newestOf = <T extends { readonly content: string }>(said: readonly T[]): T[] => {
  let characters = 0;
  const newest = said
    .slice(-maxHistory.turns)
    .reverse()
    .filter(({ content }) => {
      characters += content.length;
      return characters <= maxHistory.characters;
    });
  return newest.reverse();
};
