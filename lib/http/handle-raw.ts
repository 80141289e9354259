import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import { answer } from './answer.ts';
import { bytesOf } from './json-body.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

type RawRoute = Route & { readonly public: true; readonly raw: NonNullable<Route['raw']> };

/** The input of such a route's logic: the usual fields, and the body and headers as they were sent. */
export interface RawRequest<R extends RawRoute> extends HandlerRequest<R> {
  readonly bytes: Buffer;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Turns a route into a Lambda handler that receives its body byte for byte, because the sender signs it. */
export const handleRaw = <R extends RawRoute>(
  route: R,
  logic: (context: RawRequest<R>) => Promise<Reply<R>>,
): ApiHandler<R> =>
  pipeline(route, [], async (event, exchange) => {
    const bytes = bytesOf(event);
    const { maxBytes } = route.raw;
    if (bytes.length > maxBytes) {
      throw new ApiError('body_too_large', { detail: `The body may have at most ${maxBytes} bytes` });
    }
    const { headers } = event;
    const reply = await logic({ ...requestOf<R>(exchange, undefined), bytes, headers });
    if (route.content) {
      const type = `${route.content}; charset=utf-8`;
      return { statusCode: route.status, headers: { 'content-type': type }, body: reply as string };
    }
    return answer(route, event, exchange, reply);
  });
