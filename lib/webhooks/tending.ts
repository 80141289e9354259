import { randomUUID } from 'node:crypto';
import { ApiError } from '#lib/contract/errors.ts';
import type { EventType } from '#lib/contract/events.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import type { EventPlace } from '#lib/store/events/recent-events.ts';
import { keyOf } from '#lib/store/keys.ts';
import { ownersRememberedMs } from '#lib/store/memory.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew } from '#lib/store/operations/put.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { Task } from '#lib/store/tasks/tasks.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';

/** A margin for differences between clocks and for eventually consistent reads. */
const marginMs = 5000;

/** The messages to send again. */
export interface Selection {
  readonly status?: 'failed';
  readonly since: string;
  /** Exclusive. */
  readonly until: string;
  readonly events?: readonly EventType[] | undefined;
  /** The owner of the webhooks, of which only one sends messages again at a time. */
  readonly owner: string;
  /** The sort key of the last message that was sent again. */
  readonly after?: string;
}

/** A range of events that a webhook may have missed. */
export interface MissedPeriod {
  readonly since: string;
  /** Exclusive. */
  readonly until: string;
  /** The position at which to continue; absent: at the beginning. */
  readonly from?: EventPlace;
}

/** Work on a webhook off the request's path. */
export type TendingTask =
  | ({ readonly what: 'catch_up' } & MissedPeriod)
  | ({ readonly what: 'resend' } & Selection)
  /** Also: the sort key of the last message that was brought forward. */
  | { readonly what: 'hasten'; readonly after?: string }
  | { readonly what: 'remove' };

const tendWrite = (
  webhookId: string,
  tending: TendingTask,
  due?: string,
  name: string = randomUUID(),
): Operation<never> =>
  taskWrite({
    kind: 'tend_webhook',
    id: `${webhookId}#${name}`,
    group: webhookId,
    state: JSON.stringify(tending),
    ...(due !== undefined && { due }),
  });

/**
 * Creates the task that sends a webhook the events that happened while functions had cached an earlier state
 * of it.
 */
export const catchUpWrite = (webhookId: string, since: string): Operation<never> => {
  const until = new Date(Date.parse(since) + ownersRememberedMs() + marginMs).toISOString();
  const due = new Date(Date.parse(until) + marginMs).toISOString();
  return tendWrite(webhookId, { what: 'catch_up', since, until }, due);
};

/** Brings messages forward that wait for their turn by an earlier limit. */
export const hastenWrite = (webhookId: string): Operation<never> => tendWrite(webhookId, { what: 'hasten' });

/** A task that fails is retried without end: others may be started after this time. */
const longestResendSeconds = daySeconds;

/**
 * Sends messages again, unless webhooks of the same organization are doing so, because each run may cover all
 * messages of a month.
 */
export const resendWrites = (
  webhookId: string,
  selection: Selection,
): Operation<ApiError<'replay_in_progress'>>[] => {
  const task = randomUUID();
  const expires = Math.floor(Date.now() / 1000) + longestResendSeconds;
  return [
    putNew(
      { ...keyOf('resending', selection.owner), task, expires },
      () => new ApiError('replay_in_progress', { headers: { 'retry-after': '60' } }),
    ),
    tendWrite(webhookId, { what: 'resend', ...selection }, undefined, task),
  ];
};

/** Allows messages to be sent again, once a task is done. */
export const endResending = async (
  { id }: Pick<Task, 'id'>,
  { owner }: Pick<Selection, 'owner'>,
): Promise<void> => {
  const key = keyOf('resending', owner);
  const running = await get(key);
  if (running && id.endsWith(`#${String(running.task)}`)) await batchWrite({ removals: [key] });
};

const removal = 'remove';

/** The id of the task that removes a webhook's messages. */
export const removalTaskId = (webhookId: string): string => `${webhookId}#${removal}`;

/**
 * A run that began while the webhook existed may write messages until it ends. The longest run catches up
 * with events.
 */
const longestRunMs = taskKinds.tend_webhook.seconds * 1000;

/** Removes the messages of a webhook, once no run can write new ones. */
export const removalWrite = (webhookId: string): Operation<never> => {
  const due = new Date(Date.now() + ownersRememberedMs() + longestRunMs + marginMs).toISOString();
  return tendWrite(webhookId, { what: 'remove' }, due, removal);
};

export const webhookOfTask = ({ id }: Pick<Task, 'id'>): string => id.slice(0, id.indexOf('#'));
