import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requestHandler } from '../request-handler.ts';
import type { TaskKind } from './kinds.ts';
import type { TaskItem } from './tasks.ts';
import { longestDelaySeconds } from './tasks.ts';

/** The URL of each kind's queue, from the function's environment; none on one machine, where a runner looks by itself. */
const queues = (): Partial<Record<TaskKind, string>> =>
  JSON.parse(process.env.TASK_QUEUES ?? '{}') as Partial<Record<TaskKind, string>>;

const sqs = new SQSClient({ maxAttempts: 3, requestHandler });

/** Puts a task into its kind's queue, to be seen when it becomes due. One that a queue cannot delay for as long is left to the clock. */
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
