import { minuteMs } from '#lib/domain/durations.ts';
import type { SweepSummary, TimeLeft } from '../lists/sweep.ts';
import { sweepPages } from '../lists/sweep.ts';
import { noteRestart } from './claim.ts';
import { enqueueTask } from './queue.ts';
import type { TaskItem } from './tasks.ts';
import { longestDelaySeconds, tasksDue } from './tasks.ts';

/** The time ahead for which the clock queues tasks: until its next run. */
const aheadMs = minuteMs;

/**
 * A task that is overdue by this much was missed. Its message may still be waiting, but a second one does no
 * harm.
 */
const missedMs = longestDelaySeconds * 1000;

const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The result of a restart, and the due time of the longest overdue task. */
export interface RestartSummary extends SweepSummary {
  readonly longest?: string | undefined;
}

/**
 * Queues tasks whose due time was too far ahead for a message when they were written, and tasks that are
 * overdue.
 */
export const restartTasks = async (timeLeft: TimeLeft, now = Date.now()): Promise<RestartSummary> => {
  const missed = at(now - missedMs);
  let longest: string | undefined;
  const restart = async (task: TaskItem): Promise<boolean> => {
    const isWorkedOn = task.lease !== undefined && task.lease > at(now);
    const isMissed = task.due < missed;
    if (isMissed && !isWorkedOn && (longest === undefined || task.due < longest)) longest = task.due;
    if (isWorkedOn || !(isMissed || (task.deferred && task.restarted_at === undefined))) return false;
    // The condition of the write would refuse it, at the price of a write every minute.
    if (task.restarted_at !== undefined && task.restarted_at >= missed) return false;
    if (!(await noteRestart(task, at(now), missed))) return false;
    await enqueueTask(task);
    return true;
  };
  // A backlog that fills the time of a run leaves no shard behind for good.
  const first = Math.floor(now / minuteMs);
  const swept = await sweepPages(tasksDue(at(now + aheadMs), first), restart, timeLeft);
  return { ...swept, longest };
};
