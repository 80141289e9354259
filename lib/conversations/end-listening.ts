import type { ListeningPeriod } from '#lib/domain/chats/listening.ts';
import { maxListeningSeconds, openingSeconds } from '#lib/domain/chats/listening.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';
import type { ConversationRecord } from './conversation-record.ts';

/*
 * Nobody but the platform ends a stream of recognition at Amazon Transcribe: a page that goes on sending
 * sound is billed to the operator for hours.
 */

type ListeningChat = Pick<ConversationRecord, 'id' | 'client_id'>;

/** The state of the task that ends a stream of recognition. */
export interface StreamToEnd {
  readonly region: string;
  /** When its address was given. Milliseconds since 1970. */
  readonly since: number;
}

const idPrefix = 'ears_';

/** The conversation of a second look at its stream of recognition; undefined: it is at something else. */
export const listenedIn = (taskId: string): string | undefined =>
  taskId.startsWith(idPrefix) ? taskId.slice(idPrefix.length) : undefined;

const lookAfter = (
  { id, client_id }: ListeningChat,
  { region, since }: ListeningPeriod,
  due: number,
): Operation<never>[] => {
  if (region === undefined) return [];
  const state: StreamToEnd = { region, since };
  return [secondLookWrite(`${idPrefix}${id}`, client_id, state, new Date(Math.max(Date.now(), due)))];
};

/** Ends a stream of recognition after the longest talk, unless another one of the chat has begun. */
export const endLongListening = (
  conversation: ListeningChat,
  listening: ListeningPeriod,
): Operation<never>[] => lookAfter(conversation, listening, listening.since + maxListeningSeconds * 1000);

/**
 * Ends the stream of a chat that is over, or whose page has hung up, once its address opens no other one,
 * unless another one of the chat has begun.
 */
export const endListening = (
  conversation: ListeningChat,
  listening: ListeningPeriod | null,
): Operation<never>[] =>
  listening ? lookAfter(conversation, listening, listening.since + openingSeconds * 1000) : [];
