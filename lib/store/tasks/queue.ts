import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requestHandler } from '../request-handler.ts';
import type { TaskKind } from './kinds.ts';
import type { TaskItem } from './tasks.ts';
import { longestDelaySeconds } from './tasks.ts';

/**
 * The URL of each kind's queue, from the function's environment; none on one machine, where a runner polls
 * the table.
 */
const queues = (): Partial<Record<TaskKind, string>> =>
  JSON.parse(process.env.TASK_QUEUES ?? '{}') as Partial<Record<TaskKind, string>>;

const sqs = new SQSClient({ maxAttempts: 3, requestHandler });

/**
 * Sends a task to its kind's queue, delayed until it is due. If the delay is too long for a queue, the clock
 * does so later.
 */
export const enqueueTask = async ({ pk, sk, kind, group, due }: TaskItem): Promise<void> => {
  const QueueUrl = queues()[kind];
  const delay = Math.max(0, Math.ceil((Date.parse(due) - Date.now()) / 1000));
  if (!QueueUrl || delay > longestDelaySeconds) return;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify({ pk, sk }),
      DelaySeconds: delay,
      // A standard queue is fair between groups
      // (docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html).
      MessageGroupId: group,
    }),
  );
};
