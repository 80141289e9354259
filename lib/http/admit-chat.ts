import type { Route } from '#lib/contract/route.ts';
import { authenticateSession } from './authenticate-session.ts';
import { authorize } from './authorize.ts';
import { limitRate } from './limit-rate.ts';
import { limitWaiting } from './limit-waiting.ts';

/** The first steps of a route that also accepts session tokens. */
export const admitChat = (route: Route & { readonly sessionToken: true }) => [
  authenticateSession(),
  limitRate(),
  authorize(route),
  limitWaiting(route),
];
