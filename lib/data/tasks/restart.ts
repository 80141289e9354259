import type { Swept, TimeLeft } from '../lists/sweep.ts';
import { sweepPages } from '../lists/sweep.ts';
import { noteRestart } from './claim.ts';
import { enqueueTask } from './queue.ts';
import type { TaskItem } from './tasks.ts';
import { longestDelaySeconds, tasksDue } from './tasks.ts';

/** How far ahead the clock looks: to its next run. */
const aheadMs = 60_000;

/** A task that is overdue by as much was missed: its message may still be waiting, but nothing is lost by a second one. */
const missedMs = longestDelaySeconds * 1000;

const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** What was restarted, and when the task was due that waits longest, of those that should have been done by now. */
export interface Restarted extends Swept {
  readonly longest?: string | undefined;
}

/**
 * Puts tasks into their queues that were due too late for a message when they were written, and those that somebody
 * should have done by now.
 */
export const restartTasks = async (timeLeft: TimeLeft, now = Date.now()): Promise<Restarted> => {
  const missed = at(now - missedMs);
  let longest: string | undefined;
  const restart = async (task: TaskItem): Promise<boolean> => {
    const isWorkedOn = task.lease !== undefined && task.lease > at(now);
    const isMissed = task.due < missed;
    if (isMissed && !isWorkedOn && (longest === undefined || task.due < longest)) longest = task.due;
    if (isWorkedOn || !(isMissed || (task.deferred && task.restarted_at === undefined))) return false;
    if (!(await noteRestart(task, at(now), missed))) return false;
    await enqueueTask(task);
    return true;
  };
  const swept = await sweepPages(tasksDue(at(now + aheadMs)), restart, timeLeft);
  return { ...swept, longest };
};
