import { randomUUID } from 'node:crypto';
import { keyIn } from '../keys.ts';
import { updateIf } from '../operations/update.ts';
import type { OfKind } from '../table.ts';
import type { TaskItem } from './tasks.ts';

/** Changes a task if it still exists and a condition holds. Returns undefined otherwise. */
const change = async (
  task: OfKind,
  expression: string,
  condition: string,
  values: Record<string, string>,
): Promise<TaskItem | undefined> =>
  (await updateIf(keyIn(task), {
    UpdateExpression: expression,
    ConditionExpression: `attribute_exists(pk) AND (${condition})`,
    ExpressionAttributeValues: values,
    ReturnValues: 'ALL_NEW',
  })) as TaskItem | undefined;

/**
 * Claims a task until a time. Returns undefined if it is done, or if another run has claimed it. The SDK
 * repeats a write whose answer is lost, and the repetition finds the claim of this run.
 */
export const claimTask = (task: OfKind, until: string, now: string): Promise<TaskItem | undefined> => {
  const isFree = 'attribute_not_exists(lease) OR lease < :now OR claimed_by = :run';
  return change(task, 'SET lease = :until, claimed_by = :run', isFree, {
    ':until': until,
    ':now': now,
    ':run': randomUUID(),
  });
};

/** Ends the claim of a run that no longer exists. A task that was claimed again meanwhile stays claimed. */
export const releaseTask = async (task: TaskItem): Promise<void> => {
  await change(task, 'REMOVE lease', 'lease = :lease', { ':lease': task.lease ?? '' });
};

/**
 * Records that the clock queues a task again. Returns false if it did so recently, or if the task is done.
 */
export const noteRestart = async (task: OfKind, now: string, notSince: string): Promise<boolean> =>
  (await change(
    task,
    'SET restarted_at = :now',
    'attribute_not_exists(restarted_at) OR restarted_at < :since',
    { ':now': now, ':since': notSince },
  )) !== undefined;
