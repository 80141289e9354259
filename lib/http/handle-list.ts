import type { PageReply, Reply, Route } from '#lib/contract/route.ts';
import { admit } from './admit.ts';
import { afterWaiting } from './after-waiting.ts';
import { answer } from './answer.ts';
import { enterAgain } from './authenticate.ts';
import { endPage, linkTo, readPage } from './page.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

/**
 * Turns a route that lists and its logic into a Lambda handler: the logic returns the position at which its
 * page ended.
 */
export const handleList = <R extends Route & { readonly paged: true }>(
  route: R,
  logic: (context: HandlerRequest<R>) => Promise<PageReply<R>>,
): ApiHandler<R> =>
  pipeline(route, admit(route), async (event, exchange) => {
    const page = await readPage(route, exchange);
    const { next, ...found } = await logic(requestOf<R>(exchange, page));
    await afterWaiting(route, event, exchange, enterAgain);
    const end = await endPage(route, exchange, next);
    // TypeScript cannot see that the fields that `PageReply` omits are added here.
    const reply = { ...found, ...end } as Reply<R>;
    const whole = answer(route, event, exchange, reply);
    return end.next_cursor === null
      ? whole
      : { ...whole, headers: { ...whole.headers, link: linkTo(event, end.next_cursor) } };
  });
