import type { ChatAnswer } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import type { Session } from '../api/session.ts';
import { eventsOf } from './server-sent-events.ts';

/** A call of a tool during an answer. */
export interface ToolProgress {
  readonly name: string;
  readonly status: 'started' | 'succeeded' | 'failed' | 'returned';
}

export interface Progress {
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
  /** The same one for every repeat, so that the agent is asked once. */
  readonly idempotencyKey: string;
}

/** An answer takes a minute at most, and a wait for it 20 seconds. */
const mostWaits = 5;

const isBeingAnswered = (error: unknown): boolean =>
  error instanceof ApiProblem && ['conversation_busy', 'request_in_flight'].includes(error.code);

const problemOf = (data: unknown): ApiProblem => {
  const problem = data as Record<string, unknown>;
  return new ApiProblem(new Response(null, { status: Number(problem.status) }), problem);
};

/** The whole answer of a stream, or undefined if the stream was cut off before it. */
const streamedAnswer = async (
  request: Session['request'],
  { conversationId, text, idempotencyKey }: Message,
  { onWords, onTool }: Progress,
): Promise<ChatAnswer | undefined> => {
  const response = await request(`/v1/live/conversations/${encodeURIComponent(conversationId)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new ApiProblem(response, await response.json().catch(() => ({})));
  for await (const { name, data } of eventsOf(response)) {
    if (name === 'delta') onWords((data as { readonly text: string }).text);
    if (name === 'tool') onTool(data as ToolProgress);
    if (name === 'error') throw problemOf(data);
    if (name === 'done') return data as ChatAnswer;
  }
  return undefined;
};

/** The answer to a message that has arrived, or may have: the repeat of a message is answered like the first one. */
const storedAnswer = async (
  { api }: Pick<Session, 'api'>,
  { conversationId, text, after, idempotencyKey }: Message,
): Promise<ChatAnswer> => {
  const params = { conversation_id: conversationId };
  for (let waits = 0; ; waits += 1) {
    try {
      return await api.chats.send({ params, body: { text }, idempotencyKey });
    } catch (error) {
      if (!isBeingAnswered(error) || waits >= mostWaits) throw error;
    }
    const query = { wait: '20', ...(after !== undefined && { after: String(after) }) };
    await api.chats.messages({ params, query });
  }
};

/** Sends a message and resolves to the whole answer, word by word if the stream lasts, and without if it breaks. */
export const sendMessage = async (
  session: Pick<Session, 'api' | 'request'>,
  message: Message,
  progress: Progress,
): Promise<ChatAnswer> => {
  const answer = await streamedAnswer(session.request, message, progress).catch((error: unknown) => {
    if (error instanceof ApiProblem) throw error;
    return undefined;
  });
  if (answer) return answer;
  progress.onBroken();
  return storedAnswer(session, message);
};
