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
      const { exchange } = context;
      // A page whose chat is over, or whose widget was removed, learns it.
      exchange.pages = ['*'];
      const caller = await findSessionCaller(event.pathParameters?.conversation_id ?? '', token);
      if (!caller) throw unauthenticated();
      const { widget } = caller;
      if (widget !== null) exchange.pages = widget ? pagesOf(widget, exchange) : [];
      exchange.caller = caller;
      exchange.secret = token;
    },
  };
};
