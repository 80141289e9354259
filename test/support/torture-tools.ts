import type { Receiver } from './receiver.ts';
import type { Knowledge } from './torture-load.ts';

/*
 * The server that the agents' tools call, which outlives every kill: a call must arrive at most once, and one
 * that the platform says has succeeded must have arrived.
 */

const conversationOf = ({ body }: Receiver['received'][number]): unknown =>
  (body as unknown as { readonly conversation_id: unknown }).conversation_id;

/** The calls that arrived twice, are of no message, or never arrived. */
export const findingsOfTools = ({ received }: Receiver, workers: readonly Knowledge[]): string[] => {
  const ids = received.map(({ headers }) => String(headers['webhook-id']));
  const twice = ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `the tool call ${id} arrived twice`);
  const wrong = workers
    .flatMap(({ chats }) => chats)
    .flatMap(({ state: { id }, turns, charged }) => {
      const calls = received.filter((call) => conversationOf(call) === id).length;
      const messages = turns.filter(({ role }) => role === 'user').length;
      return calls < charged || calls > messages
        ? [
            `${calls} tool calls arrived from ${id}, for ${messages} messages of which ${charged} had a result`,
          ]
        : [];
    });
  return [...twice, ...wrong];
};
