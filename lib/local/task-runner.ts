import type { ItemKey } from '#lib/store/table.ts';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { Invoke } from './functions.ts';
import type { Poll } from './poll.ts';
import { idleMs, startPoll } from './poll.ts';

/*
 * Starts tasks when they become due, as queues do on AWS: a limited number per kind, and one per group at a
 * time.
 */

const now = (): string => new Date().toISOString();

/**
 * If no other runner can work on the table, tasks that are claimed at the start belong to a run that was
 * killed. They run at once, because their claims may last for minutes.
 */
export const startTaskRunner = async (invoke: Invoke, isAlone: boolean): Promise<Poll> => {
  // Imported here, because the environment that these modules read is complete only now.
  const { nextDue, tasksDue } = await import('#lib/store/tasks/tasks.ts');
  const { releaseTask } = await import('#lib/store/tasks/claim.ts');
  const running = new Map<string, Promise<void>>();
  /** The groups that run a task of a kind. */
  const busy = new Map<TaskKind, Set<string>>();
  /** Tasks that were due at the last look, and have to wait for others of their kind or group. */
  let waiting: TaskItem[] = [];
  /** Whether tasks may still be claimed by a run that was killed: until the first look is over. */
  let interrupted = isAlone;

  const nameOf = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;

  const groupsOf = (kind: TaskKind): Set<string> => {
    const groups = busy.get(kind) ?? new Set();
    busy.set(kind, groups);
    return groups;
  };

  const hasRoom = ({ kind, group }: TaskItem): boolean =>
    groupsOf(kind).size < taskKinds[kind].concurrency && !groupsOf(kind).has(group);

  const start = (task: TaskItem): void => {
    const { pk, sk, kind, group } = task;
    groupsOf(kind).add(group);
    const done = invoke(taskKinds[kind].function, { Records: [{ body: JSON.stringify({ pk, sk }) }] })
      .catch((error: unknown) => console.error({ message: 'A task failed', task: kind, error }))
      .then(() => {
        running.delete(nameOf(task));
        groupsOf(kind).delete(group);
        startWaiting(kind);
        poll.wake();
      });
    running.set(nameOf(task), done);
  };

  /**
   * Starts the next task of a kind without a look, so that many tasks of one group do not take a look each.
   */
  const startWaiting = (kind: TaskKind): void => {
    const next = poll.isClosed() ? -1 : waiting.findIndex((task) => task.kind === kind && hasRoom(task));
    if (next >= 0) waiting.splice(next, 1).forEach(start);
  };

  const look = async (): Promise<void> => {
    const left: TaskItem[] = [];
    for await (const page of tasksDue(now())) {
      for (const task of page) {
        if (poll.isClosed()) return;
        const isWorkedOn = task.lease !== undefined && task.lease > now();
        const isKnown = task.kind in taskKinds && !running.has(nameOf(task));
        if (!isKnown || (isWorkedOn && !interrupted)) continue;
        if (isWorkedOn) await releaseTask(task);
        if (hasRoom(task)) start(task);
        else left.push(task);
      }
    }
    waiting = left;
    interrupted = false;
  };

  const poll = startPoll({
    look,
    untilWork: async () => {
      const due = await nextDue(now());
      return due === undefined ? idleMs : Date.parse(due) - Date.now();
    },
    minPauseMs: 100,
    pauseFactor: 10,
    failure: 'Tasks could not be read',
  });
  return {
    ...poll,
    close: async () => {
      await poll.close();
      await Promise.all(running.values());
    },
  };
};
