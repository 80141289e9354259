import type { ListeningPeriod } from '#lib/domain/chats/listening.ts';
import { openingSeconds } from '#lib/domain/chats/listening.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';
import type { ConversationRecord } from './conversation-record.ts';

type ListeningChat = Pick<ConversationRecord, 'id' | 'client_id'>;

/** The state of the task that ends a stream of recognition. */
export interface StreamToEnd {
  readonly region: string;
  /** The beginning of a stream that is ended only if no other one of the chat has begun since. */
  readonly since?: number;
}

const idPrefix = 'ears_';

/** The conversation of a second look at its stream of recognition; undefined: it is at something else. */
export const listenedIn = (taskId: string): string | undefined =>
  taskId.startsWith(idPrefix) ? taskId.slice(idPrefix.length) : undefined;

const lookAt = ({ id, client_id }: ListeningChat, state: StreamToEnd, due: number): Operation<never> =>
  secondLookWrite(`${idPrefix}${id}`, client_id, state, new Date(due));

/**
 * Ends a stream of recognition at a time, unless another one has begun. Nobody else does: a page that goes on
 * sending sound is billed to the operator for hours.
 */
export const endListeningLater = (
  conversation: ListeningChat,
  { region, since }: ListeningPeriod,
  due: number,
): Operation<never>[] => (region === undefined ? [] : [lookAt(conversation, { region, since }, due)]);

/** Ends the stream of a chat that is over, once its address opens no other one. */
export const endListening = (
  conversation: ListeningChat,
  listening: ListeningPeriod | null,
  now: number,
): Operation<never>[] =>
  listening?.region === undefined
    ? []
    : [
        lookAt(
          conversation,
          { region: listening.region },
          Math.max(now, listening.since + openingSeconds * 1000),
        ),
      ];
