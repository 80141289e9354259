import type { Route } from '#lib/contract/route.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { limitRate } from './limit-rate.ts';

/** Who asks, how often, and whether they may: every route that is not public begins with it. */
export const admit = (route: Route) => [authenticate(), limitRate(), authorize(route)];
