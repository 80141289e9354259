import type { MiddlewareObj } from '@middy/core';
import { findSessionCaller } from '#lib/chats/session-caller.ts';
import { isSessionToken } from '#lib/domain/keys/session-token.ts';
import { authenticate, enterAgain, secretOf, unauthenticated } from './authenticate.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';
import { pagesOf } from './pages.ts';

/** Identifies the user of the chat in the path by a session token. */
const enterAsUser = async (event: ApiEvent, exchange: Exchange, token: string): Promise<void> => {
  // A page whose chat is over, or whose widget was removed, learns it.
  exchange.pages = ['*'];
  const caller = await findSessionCaller(event.pathParameters?.conversation_id ?? '', token);
  if (!caller) throw unauthenticated();
  const { widget } = caller;
  if (widget !== null) exchange.pages = widget ? pagesOf(widget, exchange) : [];
  exchange.caller = caller;
  exchange.secret = token;
};

const sessionTokenOf = ({ headers }: ApiEvent): string | undefined => {
  const token = secretOf(headers.authorization);
  return token && isSessionToken(token) ? token : undefined;
};

/** Identifies the caller of a request that has waited. */
export const enterChatAgain = (event: ApiEvent, exchange: Exchange): Promise<void> => {
  const token = sessionTokenOf(event);
  return token ? enterAsUser(event, exchange, token) : enterAgain(event, exchange);
};

/** Identifies the caller by an API key, or by the session token of the chat in the path. */
export const authenticateSession = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const byKey = authenticate();
  return {
    before: async (request) => {
      const { event, context } = request;
      const token = sessionTokenOf(event);
      return token ? enterAsUser(event, context.exchange, token) : byKey.before?.(request);
    },
  };
};
