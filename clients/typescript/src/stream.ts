import { problemOf } from './answer.ts';
import type { TimeLimit } from './time-limit.ts';

/**
 * A stream ended before its last event. The platform makes and stores the answer nevertheless: read the
 * messages of the chat, or repeat the call with the same `idempotencyKey`.
 */
export class StreamError extends Error {
  override readonly name = 'StreamError';
}

/** The text of a body as it arrives. */
const partsOf = async function* (response: Response, limit: TimeLimit): AsyncGenerator<string, void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      limit.renew();
      yield decoder.decode(part.value, { stream: true });
    }
  } finally {
    // The consumer wants no more, or the connection is lost and cannot be ended.
    await reader?.cancel().catch(() => {});
  }
};

/**
 * Name and data of an event (html.spec.whatwg.org/multipage/server-sent-events.html). Undefined for a
 * comment.
 */
const eventOf = (block: string): { readonly name: string; readonly data: object } | undefined => {
  const valuesOf = (field: string) =>
    [...block.matchAll(new RegExp(`^${field}: ?(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [name] = valuesOf('event');
  return name === undefined ? undefined : { name, data: JSON.parse(valuesOf('data').join('\n')) as object };
};

const namedEventsOf = async function* (response: Response, limit: TimeLimit) {
  let text = '';
  for await (const part of partsOf(response, limit)) {
    const blocks = (text + part).replaceAll('\r\n', '\n').split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
};

const isStream = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('text/event-stream');

/** The events of a stream, with their names as `type`, as they arrive. An `error` is thrown as a problem. */
export const eventsOf = async function* (
  response: Response,
  limit: TimeLimit,
  signal: AbortSignal | undefined,
): AsyncGenerator<object, void> {
  if (!isStream(response)) throw problemOf(response, await response.text());
  let problem: object | undefined;
  try {
    for await (const { name, data } of namedEventsOf(response, limit)) {
      if (name === 'error') {
        problem = data;
        break;
      }
      yield { type: name, ...data };
      if (name === 'done') return;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new StreamError('The stream was cut off', { cause });
  }
  if (problem) throw problemOf(response, JSON.stringify(problem));
  throw new StreamError('The stream ended before the answer was complete');
};
