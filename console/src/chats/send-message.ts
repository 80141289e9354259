import type { ChatAnswer, Client } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import type { Loudspeaker } from './use-loudspeaker.ts';

/** A call of a tool during an answer. */
export interface ToolProgress {
  readonly name: string;
  readonly status: 'started' | 'succeeded' | 'failed' | 'returned';
}

export interface Progress {
  /** The message has arrived, and is the turn with this index. */
  readonly onAccepted?: (turn: number) => void;
  readonly onWords: (words: string) => void;
  readonly onTool: (tool: ToolProgress) => void;
  /** The stream was cut off. The answer is still being made, and arrives as a whole. */
  readonly onBroken: () => void;
}

interface Message {
  readonly conversationId: string;
  readonly text: string;
  /** The index of the last turn before it. */
  readonly after: number | undefined;
  /** Plays the answer; absent: it is only read. */
  readonly loudspeaker?: Loudspeaker | undefined;
  /** Gives up an answer that is under way, in place of a refusal. */
  readonly interrupts?: boolean;
  /** The same one for every repeat, so that the agent is asked once. */
  readonly idempotencyKey: string;
}

/** An answer takes a minute at most, and a wait for it 20 seconds. */
const mostWaits = 5;

const isBeingAnswered = (error: unknown): boolean =>
  error instanceof ApiProblem && ['conversation_busy', 'request_in_flight'].includes(error.code);

/** The answer as the last event of its stream has it. */
const streamedAnswer = async (
  api: Client,
  { conversationId, text, loudspeaker, interrupts, idempotencyKey }: Message,
  { onAccepted, onWords, onTool }: Omit<Progress, 'onBroken'>,
): Promise<ChatAnswer | undefined> => {
  const params = { conversation_id: conversationId };
  const heard = loudspeaker?.heard;
  const body = {
    text,
    ...(interrupts && { when_busy: 'interrupt' as const }),
    ...(loudspeaker && { speak: true, ...(heard && { heard }) }),
  };
  for await (const event of api.chats.stream.events({ params, body, idempotencyKey })) {
    if (event.type === 'accepted') onAccepted?.(event.turn);
    if (event.type === 'audio') loudspeaker?.play(event);
    if (event.type === 'delta') onWords(event.text);
    if (event.type === 'tool') onTool(event);
    if (event.type === 'done') return event;
  }
  return undefined;
};

/**
 * The answer to a message that has arrived, or may have: the repeat of a message is answered like the first
 * one.
 */
const storedAnswer = async (api: Client, message: Message): Promise<ChatAnswer> => {
  const { conversationId, text, after, loudspeaker, idempotencyKey } = message;
  const params = { conversation_id: conversationId };
  // A repeat is the same request, and has no audio.
  const repeat = async () =>
    loudspeaker || message.interrupts
      ? streamedAnswer(api, message, { onWords: () => {}, onTool: () => {} })
      : api.chats.send({ params, body: { text }, idempotencyKey });
  for (let waits = 0; ; waits += 1) {
    try {
      const answer = await repeat();
      if (answer) return answer;
    } catch (error) {
      if (!isBeingAnswered(error) || waits >= mostWaits) throw error;
    }
    const query = { wait: '20', ...(after !== undefined && { after: String(after) }) };
    await api.chats.messages({ params, query });
  }
};

/**
 * Sends a message and resolves to the whole answer, word by word if the stream lasts, and without if it
 * breaks.
 */
export const sendMessage = async (api: Client, message: Message, progress: Progress): Promise<ChatAnswer> => {
  const answer = await streamedAnswer(api, message, progress).catch((error: unknown) => {
    if (error instanceof ApiProblem) throw error;
    return undefined;
  });
  if (answer) return answer;
  progress.onBroken();
  return storedAnswer(api, message);
};
