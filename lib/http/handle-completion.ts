import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompletionInput } from '#lib/contract/completions.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import { answer } from './answer.ts';
import { authenticateDeployment } from './authenticate-deployment.ts';
import { authorize } from './authorize.ts';
import type { ApiEvent, Exchange } from './exchange.ts';
import { limitRate } from './limit-rate.ts';
import { limitWaiting } from './limit-waiting.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';
import { refusal } from './problem.ts';
import { dataEvent, eventStreamHeaders, inContext, withHeartbeats } from './server-sent-events.ts';

type CompletionRoute = Route & { readonly public?: never; readonly body: NonNullable<Route['body']> };

/** The input of the logic: the usual fields, the headers by lower-case name, and the time that there is. */
type CompletionRequest<R extends CompletionRoute> = HandlerRequest<R> & {
  readonly headers: ApiEvent['headers'];
  /** When the function is ended. Milliseconds since 1970. */
  readonly ends_at: number;
};

/** The first steps of a route that also accepts the tokens of deployments. */
const admit = (route: Route) => [
  authenticateDeployment(),
  limitRate(),
  authorize(route),
  limitWaiting(route),
];

/** Makes an answer, and yields its chunks. */
type CompletionAnswers<R extends CompletionRoute> = (
  request: CompletionRequest<R>,
) => AsyncGenerator<object, Reply<R>>;

async function* eventsOf(
  first: IteratorResult<object>,
  rest: AsyncGenerator<object>,
  route: Route,
  event: ApiEvent,
  exchange: Exchange,
): AsyncGenerator<string, void> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield dataEvent(next.value);
    yield 'data: [DONE]\n\n';
  } catch (error) {
    const { body = '{}' } = refusal(error as Error, event, exchange, route);
    yield dataEvent(JSON.parse(body));
  }
}

/**
 * Turns a route that answers as OpenAI's chat completions do into a handler whose answer is streamed if the
 * request says so. The stream begins with the first word, so that whatever fails before has a status.
 */
export const handleCompletion = <R extends CompletionRoute>(
  route: R,
  answering: CompletionAnswers<R>,
): ApiHandler<R> =>
  pipeline(route, admit(route), async (event, exchange) => {
    const chunks = answering({
      ...requestOf<R>(exchange, undefined),
      headers: event.headers,
      ends_at: exchange.ends_at,
    } as CompletionRequest<R>);
    let next = await chunks.next();
    if ((exchange.body as CompletionInput).stream !== true) {
      while (!next.done) next = await chunks.next();
      return answer(route, event, exchange, next.value);
    }
    const parts = eventsOf(next, chunks, route, event, exchange);
    const stream = withHeartbeats(inContext(parts, AsyncLocalStorage.snapshot()));
    return { statusCode: route.status, headers: { ...eventStreamHeaders }, stream };
  });
