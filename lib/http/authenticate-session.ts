import type { MiddlewareObj } from '@middy/core';
import { findSessionCaller } from '#lib/chats/session-caller.ts';
import { isSessionToken } from '#lib/domain/keys/session-token.ts';
import { authenticate, secretOf, unauthenticated } from './authenticate.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';
import { pagesOf } from './pages.ts';

/** Identifies the caller by an API key, or by the session token of the chat in the path. */
export const authenticateSession = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const byKey = authenticate();
  return {
    before: async (request) => {
      const { event, context } = request;
      const token = secretOf(event.headers.authorization);
      if (!token || !isSessionToken(token)) return byKey.before?.(request);
      const caller = await findSessionCaller(event.pathParameters?.conversation_id ?? '', token);
      // A page whose chat is over learns it.
      context.exchange.pages = ['*'];
      if (!caller) throw unauthenticated();
      context.exchange.pages = caller.widget ? pagesOf(caller.widget, context.exchange) : [];
      context.exchange.caller = caller;
      context.exchange.secret = token;
    },
  };
};
