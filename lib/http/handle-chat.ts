import type { Reply, Route } from '#lib/contract/route.ts';
import { admitChat } from './admit-chat.ts';
import { afterWaiting } from './after-waiting.ts';
import { answer } from './answer.ts';
import { enterChatAgain } from './authenticate-session.ts';
import { repeatable } from './idempotency.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';
import type { WriteLogic } from './writing.ts';
import { carryOut } from './writing.ts';

type ChatRoute = Route & { readonly sessionToken: true };

/** Turns a route that reads a chat and its logic into a Lambda handler. */
export const handleChat = <R extends ChatRoute>(
  route: R,
  logic: (context: HandlerRequest<R>) => Promise<Reply<R>>,
): ApiHandler<R> =>
  pipeline(route, admitChat(route), async (event, exchange) => {
    const reply = await logic(requestOf<R>(exchange, undefined));
    await afterWaiting(route, event, exchange, enterChatAgain);
    return answer(route, event, exchange, reply);
  });

/** Turns a route that changes a chat and its logic into a Lambda handler. */
export const handleChatWrite = <R extends ChatRoute>(route: R, logic: WriteLogic<R>): ApiHandler<R> =>
  pipeline(route, admitChat(route), (event, exchange) =>
    carryOut(route, logic, { event, exchange, repeat: repeatable(route, event, exchange) }),
  );
