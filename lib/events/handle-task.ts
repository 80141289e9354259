import type { Context, SQSEvent } from 'aws-lambda';
import { because, causeOf } from '#lib/store/cause.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { metricsLog } from '#lib/store/metrics.ts';
import type { Key } from '#lib/store/table.ts';
import { claimTask } from '#lib/store/tasks/claim.ts';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import type { Task, TaskItem } from '#lib/store/tasks/tasks.ts';
import { postponeTask, removeTask } from '#lib/store/tasks/tasks.ts';

/** Done, or when to continue. The next run receives `state`, which is stored as JSON. */
export type Outcome = 'done' | { readonly again: Date; readonly state?: unknown };

/**
 * One run of a task. It may be called twice, concurrently or after an interrupted run. It stops when its time
 * is nearly over, and returns when to continue. `millisecondsLeft` is for work that waits for others.
 */
export type TaskWork = (task: Task, timeLeft: TimeLeft, millisecondsLeft: () => number) => Promise<Outcome>;

/** A failure after something that must happen once only. The next run receives this `state`. */
export class TaskInterrupted extends Error {
  override readonly name = 'TaskInterrupted';
  readonly state: unknown;

  constructor(state: unknown, cause: unknown) {
    super('A task failed after it had done something once', { cause });
    this.state = state;
  }
}

type TaskContext = Pick<Context, 'getRemainingTimeInMillis'>;

/** Time reserved to finish work that has begun. */
const reservedMs = 10_000;
/** The lease ends this long after the function's timeout. Then another run can claim the task. */
const leaseMarginMs = 5000;
const firstPauseMs = 5000;
const longestPauseMs = 60 * 60_000;

const logFailed = metricsLog('tasks_failed');

/** The pause after a failure, which grows with each further one. */
const pauseMs = (failures: number): number =>
  Math.min(firstPauseMs * 4 ** (failures - 1), longestPauseMs) * (0.75 + Math.random() / 2);

const run = async (kind: TaskKind, work: TaskWork, key: Key, context: TaskContext): Promise<void> => {
  const now = Date.now();
  const lease = new Date(now + context.getRemainingTimeInMillis() + leaseMarginMs);
  const task = await claimTask(key, lease.toISOString(), new Date(now).toISOString());
  if (!task) return;
  await because(causeOf(task), () => workOff(kind, work, task, context));
};

const workOff = async (
  kind: TaskKind,
  work: TaskWork,
  task: TaskItem,
  context: TaskContext,
): Promise<void> => {
  const millisecondsLeft = () => Math.max(0, context.getRemainingTimeInMillis() - reservedMs);
  try {
    const outcome = await work(task, () => millisecondsLeft() > 0, millisecondsLeft);
    await end(task, outcome);
  } catch (thrown) {
    const interrupted = thrown instanceof TaskInterrupted ? thrown : undefined;
    const error = interrupted?.cause ?? thrown;
    const failures = task.failures + 1;
    const due = new Date(Date.now() + pauseMs(failures)).toISOString();
    logFailed('error', {
      message: 'A task failed and will be retried',
      tasks_failed: 1,
      task: kind,
      entity: task.id,
      actor: task.actor,
      request_id: task.request_id,
      failures,
      due,
      error: error instanceof Error ? (error.stack ?? String(error)) : String(error),
    });
    const state = interrupted ? JSON.stringify(interrupted.state) : task.state;
    await postponeTask(task, { due, failures, state });
  }
};

const end = (task: TaskItem, outcome: Outcome): Promise<void> => {
  if (outcome === 'done') return removeTask(task);
  const { again, state } = outcome;
  return postponeTask(task, {
    due: again.toISOString(),
    failures: 0,
    state: state === undefined ? undefined : JSON.stringify(state),
  });
};

/** Turns the work of a kind of task into a Lambda handler for the queue of that kind. */
export const handleTask =
  (kind: TaskKind, work: TaskWork) =>
  async ({ Records }: Pick<SQSEvent, 'Records'>, context: TaskContext): Promise<void> => {
    for (const { body } of Records) await run(kind, work, JSON.parse(body) as Key, context);
  };
