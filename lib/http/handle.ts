import type { Reply, Route } from '#lib/contract/route.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import { answerAsCsv } from './csv.ts';
import { compressedTag, matchesWeakly } from './etag.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

const unchanged = (found: ApiAnswer, event: ApiEvent): ApiAnswer => {
  const { etag } = found.headers;
  const known = event.headers['if-none-match'];
  if (!etag || !known || !matchesWeakly(known, etag)) return found;
  const compressed = compressedTag(etag);
  return { statusCode: 304, headers: { etag: known.includes(compressed) ? compressed : etag } };
};

/**
 * Turns a route that reads and its logic into a Lambda handler. A route that supports CSV also passes a
 * function that converts the reply. Lists use `handleList`.
 */
export const handle = <R extends Route & { readonly paged?: never; readonly public?: never }>(
  route: R,
  logic: (context: HandlerRequest<R>) => Promise<Reply<R>>,
  ...[toCsv]: R['csv'] extends true ? [toCsv: (reply: Reply<R>) => string] : []
): ApiHandler<R> =>
  pipeline(route, admit(route), async (event: ApiEvent, exchange: Exchange) => {
    const reply = await logic(requestOf<R>(exchange, undefined));
    const found = answer(route, event, exchange, reply);
    return unchanged(answerAsCsv(found, event, reply, toCsv), event);
  });
