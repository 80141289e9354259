import type { Route } from '#lib/contract/route.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { limitRate } from './limit-rate.ts';
import { limitWaiting } from './limit-waiting.ts';

/** Authentication, rate limits and authorization: the first steps of every route that is not public. */
export const admit = (route: Route) => [authenticate(), limitRate(), authorize(route), limitWaiting(route)];
