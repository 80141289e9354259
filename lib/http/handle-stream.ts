import { AsyncLocalStorage } from 'node:async_hooks';
import type { Route } from '#lib/contract/route.ts';
import { admitChat } from './admit-chat.ts';
import type { BegunAnswer, MessageLogic } from './answer-message.ts';
import { beginMessage } from './answer-message.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import { replayedHeader } from './idempotency.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';
import { refusal } from './problem.ts';
import { eventStreamHeaders, inContext, serverSentEvent, withHeartbeats } from './server-sent-events.ts';

type ChatRoute = Route & { readonly sessionToken: true; readonly params: NonNullable<Route['params']> };

/** The data of an event of the answer; undefined: clients do not receive it. */
type EventView<E> = (event: E) => { readonly name: string; readonly data: unknown } | undefined;

const dataOf = ({ body = '{}' }: ApiAnswer): unknown => JSON.parse(body);

async function* eventsOf<E>(
  begun: BegunAnswer<E>,
  shown: EventView<E>,
  event: ApiEvent,
  exchange: Exchange,
): AsyncGenerator<string, void> {
  if (begun.repeated) {
    yield serverSentEvent('done', dataOf(begun.repeated));
    return;
  }
  yield serverSentEvent('accepted', { turn: begun.turn });
  try {
    let next = await begun.answering.next();
    for (; !next.done; next = await begun.answering.next()) {
      const one = shown(next.value);
      if (one) yield serverSentEvent(one.name, one.data);
    }
    yield serverSentEvent('done', dataOf(next.value));
  } catch (error) {
    yield serverSentEvent('error', dataOf(refusal(error as Error, event, exchange)));
  }
}

/**
 * Turns a route that answers messages of chats into a handler whose answer is streamed. `buffered` is the
 * same route without a stream, which has the same answers to an `Idempotency-Key`.
 */
export const handleStream = <R extends ChatRoute, B extends ChatRoute, E, A>(
  route: R,
  buffered: B,
  logic: MessageLogic<B, E, A, R>,
  shown: EventView<E>,
): ApiHandler<R> =>
  pipeline(route, admitChat(route), async (event, exchange) => {
    const begun = await beginMessage(buffered, logic, event, exchange);
    const parts = eventsOf(begun, shown, event, exchange);
    const stream = withHeartbeats(inContext(parts, AsyncLocalStorage.snapshot()));
    const headers = {
      ...eventStreamHeaders,
      ...(begun.repeated && { [replayedHeader]: 'true' }),
    };
    return { statusCode: route.status, headers, stream };
  });
