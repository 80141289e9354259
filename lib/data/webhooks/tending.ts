import { randomUUID } from 'node:crypto';
import { ApiError } from '#lib/contract/errors.ts';
import type { EventType } from '#lib/contract/events.ts';
import type { EventPlace } from '../events/recent-events.ts';
import { resendingKey } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { get } from '../operations/get.ts';
import type { Operation } from '../operations/operation.ts';
import { putNew } from '../operations/put.ts';
import { taskKinds } from '../tasks/kinds.ts';
import type { Task } from '../tasks/tasks.ts';
import { taskWrite } from '../tasks/tasks.ts';
import { rememberedMs } from './listeners.ts';

/** Clocks that differ, and reads that are a moment late. */
const marginMs = 5000;

/** Which messages to send again. */
export interface Selection {
  readonly status?: 'failed';
  readonly since: string;
  /** Before this time. */
  readonly until: string;
  readonly events?: readonly EventType[] | undefined;
  /** Whose webhooks send nothing else again meanwhile. */
  readonly owner: string;
  /** The sort key of the last one that was sent again. */
  readonly after?: string;
}

/** The events of a time, which a webhook may have missed. */
export interface Missed {
  readonly since: string;
  /** Before this time. */
  readonly until: string;
  /** Where to continue; absent: at the beginning. */
  readonly from?: EventPlace;
}

/** What is to be done about a webhook, off the request's path. */
export type Tending =
  | ({ readonly what: 'catch_up' } & Missed)
  | ({ readonly what: 'resend' } & Selection)
  | { readonly what: 'remove' };

const tendWrite = (
  webhookId: string,
  tending: Tending,
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
 * Lets a webhook have the events that happened while functions remembered that it was not there, or did not want them.
 */
export const catchUpWrite = (webhookId: string, since: string): Operation<never> => {
  const until = new Date(Date.parse(since) + rememberedMs() + marginMs).toISOString();
  const due = new Date(Date.parse(until) + marginMs).toISOString();
  return tendWrite(webhookId, { what: 'catch_up', since, until }, due);
};

/** A task that fails is retried without end: others may be started after this time. */
const longestResendSeconds = 24 * 60 * 60;

/** Sends messages again, unless webhooks of the same organization are doing so: each run may be about every message of a month. */
export const resendWrites = (
  webhookId: string,
  selection: Selection,
): Operation<ApiError<'replay_in_progress'>>[] => {
  const task = randomUUID();
  const expires = Math.floor(Date.now() / 1000) + longestResendSeconds;
  return [
    putNew(
      { ...resendingKey(selection.owner), task, expires },
      () => new ApiError('replay_in_progress', { headers: { 'retry-after': '60' } }),
    ),
    tendWrite(webhookId, { what: 'resend', ...selection }, undefined, task),
  ];
};

/** Lets messages be sent again, once a task has done so. */
export const endResending = async (
  { id }: Pick<Task, 'id'>,
  { owner }: Pick<Selection, 'owner'>,
): Promise<void> => {
  const key = resendingKey(owner);
  const running = await get(key);
  if (running && id.endsWith(`#${String(running.task)}`)) await batchWrite({ removals: [key] });
};

const removal = 'remove';

/** The id of the task that removes the messages of a webhook. */
export const removalTaskId = (webhookId: string): string => `${webhookId}#${removal}`;

/** A run that began while there was a webhook may write messages of it until it ends. The longest catches up with events. */
const longestRunMs = taskKinds.tend_webhook.seconds * 1000;

/** Removes the messages of a webhook, once nothing that knows of it can write new ones. */
export const removalWrite = (webhookId: string): Operation<never> => {
  const due = new Date(Date.now() + rememberedMs() + longestRunMs + marginMs).toISOString();
  return tendWrite(webhookId, { what: 'remove' }, due, removal);
};

export const webhookOfTask = ({ id }: Pick<Task, 'id'>): string => id.slice(0, id.indexOf('#'));
