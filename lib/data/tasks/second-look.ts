import type { Operation } from '../operations/operation.ts';
import { taskWrite } from './tasks.ts';

/** Longer than an upload link is valid, and than a message of a queue can be delayed: the clock starts it. */
const secondLookMs = 20 * 60_000;

/**
 * Has what follows a write looked at again some time later: an erasure must be finished and a recording be found even if the
 * stream, or the bucket's event, never reported it.
 */
export const secondLookWrite = (id: string, clientId: string): Operation<never> =>
  taskWrite({
    kind: 'second_look',
    id,
    group: clientId,
    due: new Date(Date.now() + secondLookMs).toISOString(),
  });
