import type { MiddlewareObj } from '@middy/core';
import { findDeploymentCaller } from '#lib/deployments/token-caller.ts';
import { isDeploymentToken } from '#lib/domain/keys/deployment-token.ts';
import { authenticate, secretOf, unauthenticated } from './authenticate.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

/** Vapi's custom LLMs may have any header except `Authorization`. */
const tokenHeader = 'x-deployment-token';

/** Identifies the caller by an API key, or by the token of a deployment of the agent in the path. */
export const authenticateDeployment = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const byKey = authenticate();
  return {
    before: async (request) => {
      const { event, context } = request;
      const token = event.headers[tokenHeader] ?? secretOf(event.headers.authorization);
      if (!token || !isDeploymentToken(token)) return byKey.before?.(request);
      const caller = await findDeploymentCaller(event.pathParameters?.agent_id ?? '', token);
      if (!caller) throw unauthenticated();
      context.exchange.caller = caller;
      context.exchange.secret = token;
    },
  };
};
