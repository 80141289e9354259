import { minuteMs } from '#lib/domain/durations.ts';
import type { Operation } from '../operations/operation.ts';
import { taskWrite } from './tasks.ts';

/**
 * Longer than the validity of upload links, and longer than the maximum delay of a queue, so the clock starts
 * it.
 */
const secondLookMs = 20 * minuteMs;

/**
 * Creates a task that checks the work after a write some time later: an erasure must be finished and a
 * recording be found even if the event of the stream or bucket was lost.
 */
export const secondLookWrite = (
  id: string,
  group: string,
  state?: unknown,
  due = new Date(Date.now() + secondLookMs),
): Operation<never> =>
  taskWrite({
    kind: 'second_look',
    ...{ id, group },
    due: due.toISOString(),
    ...(state !== undefined && { state: JSON.stringify(state) }),
  });
