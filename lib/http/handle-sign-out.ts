import type { AuthorityRoute } from '#lib/contract/route.ts';
import { removeCookie, sessionCookie } from './cookies.ts';
import { handleAuthority } from './handle-authority.ts';
import type { ApiHandler } from './pipeline.ts';
import type { WriteLogic } from './writing.ts';

/** Turns a route that ends sessions into a Lambda handler: the answer also removes the cookie. */
export const handleSignOut = <R extends AuthorityRoute>(route: R, logic: WriteLogic<R>): ApiHandler<R> => {
  const handler = handleAuthority(route, logic);
  const signOut: typeof handler = Object.assign(
    async (...request: Parameters<typeof handler>) => {
      const answer = await handler(...request);
      return answer.statusCode === 204 ? { ...answer, cookies: [removeCookie(sessionCookie)] } : answer;
    },
    { route },
  );
  return signOut;
};
