import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import { answer } from './answer.ts';
import { bytesOf } from './json-body.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

type RawRoute = Route & { readonly public: true; readonly raw: NonNullable<Route['raw']> };

/** What the logic of such a route receives: beside the usual, the body and the headers as they were sent. */
export interface RawRequest<R extends RawRoute> extends HandlerRequest<R> {
  readonly bytes: Buffer;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Turns a route that takes its body byte for byte, from a sender that signs it, into a Lambda handler. */
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
    return answer(route, event, exchange, reply);
  });
