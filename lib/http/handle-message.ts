import type { Route } from '#lib/contract/route.ts';
import { admitChat } from './admit-chat.ts';
import type { MessageLogic } from './answer-message.ts';
import { beginMessage } from './answer-message.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';

type ChatRoute = Route & { readonly sessionToken: true; readonly params: NonNullable<Route['params']> };

/**
 * Turns a route that answers messages of chats into a Lambda handler that returns the whole answer at once.
 */
export const handleMessage = <R extends ChatRoute, E, A>(
  route: R,
  logic: MessageLogic<R, E, A>,
): ApiHandler<R> =>
  pipeline(route, admitChat(route), async (event, exchange) => {
    const begun = await beginMessage(route, logic, event, exchange);
    if (begun.repeated) return begun.repeated;
    let next = await begun.answering.next();
    while (!next.done) next = await begun.answering.next();
    return next.value;
  });
