import type { OrdinaryRoute } from '#lib/contract/route.ts';
import type { ApiHandler } from './pipeline.ts';
import type { WriteLogic } from './writing.ts';
import { writing } from './writing.ts';

/**
 * Turns a route that changes something and its logic into a Lambda handler. Routes that change authority use
 * `handleAuthority`, and do not compile with this. A write that opens something is on the same conditions.
 */
export const handleWrite = <R extends OrdinaryRoute>(route: R, logic: WriteLogic<R>): ApiHandler<R> =>
  writing(route, logic);
