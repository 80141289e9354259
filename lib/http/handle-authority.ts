import type { AuthorityRoute } from '#lib/contract/route.ts';
import type { ApiHandler } from './pipeline.ts';
import type { WriteLogic } from './writing.ts';
import { writing } from './writing.ts';

/**
 * Turns a route that changes authority and its logic into a Lambda handler. Like `handleWrite`, but the write
 * is committed only if the caller's secret is still valid at that moment, regardless of the function's cache.
 */
export const handleAuthority = <R extends AuthorityRoute>(route: R, logic: WriteLogic<R>): ApiHandler<R> =>
  writing(route, logic, true);
