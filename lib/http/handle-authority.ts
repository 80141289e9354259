import type { AuthorityRoute } from '#lib/contract/route.ts';
import { whileGood } from '#lib/data/keys/shown-secret.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import type { ApiHandler } from './pipeline.ts';
import type { WriteLogic } from './writing.ts';
import { writing } from './writing.ts';

/**
 * Turns a route that changes who may do what and its logic into a Lambda handler: as `handleWrite`, but the write happens only if the
 * secret of the request is still good when it is committed, whatever the function remembers of it.
 */
export const handleAuthority = <R extends AuthorityRoute>(route: R, logic: WriteLogic<R>): ApiHandler<R> =>
  writing(route, logic, ({ secret = '' }, operations) => whileGood(hashSecret(secret), operations));
