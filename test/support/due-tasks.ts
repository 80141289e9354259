import { expect } from 'vitest';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { platform } from '../fixtures.ts';
import { eventually } from './eventually.ts';
import type { TableItem } from './table.ts';
import { tableOf } from './table.ts';

/* Tasks that wait for their time, on the platform that tests share. */

const table = tableOf(platform);

const tasksOf = async (kind: TaskKind, id: string): Promise<readonly TableItem[]> =>
  (await table.tasks(id)).filter((task) => task.kind === kind);

/** The tasks that wait for their time. Others are run at the moment, and would be run twice. */
const notDue = (tasks: readonly TableItem[]): readonly TableItem[] =>
  tasks.filter(({ due, lease }) => lease === undefined && Date.parse(String(due)) > Date.now());

const inState = (tasks: readonly TableItem[], state: object): readonly TableItem[] =>
  tasks.filter((task) => {
    const stored = JSON.parse(String(task.state)) as Record<string, unknown>;
    return Object.entries(state).every(([name, value]) => stored[name] === value);
  });

/** The tasks about an entity that wait in this state. */
export const waitingTasks = (kind: TaskKind, id: string, state: object = {}): Promise<readonly TableItem[]> =>
  eventually(async () => {
    const found = inState(notDue(await tasksOf(kind, id)), state);
    expect(found).not.toEqual([]);
    return found;
  });

/** Waits until there is no task about an entity any more. */
export const noTasks = (kind: TaskKind, id: string): Promise<void> =>
  eventually(async () => {
    expect(await tasksOf(kind, id)).toEqual([]);
  });

/** Lets the time pass until tasks are due. */
export const passUntilDue = async (tasks: readonly TableItem[]): Promise<void> => {
  for (const { pk, sk, due: _due, ...task } of tasks) {
    await table.remove({ pk, sk } as never);
    await table.put(taskItem(task as never));
  }
};

/** Lets the time pass, for as often as a task about an entity is due, until one waits in this state. */
export const passUntilState = (kind: TaskKind, id: string, state: object): Promise<void> =>
  eventually(async () => {
    const waiting = notDue(await tasksOf(kind, id));
    const reached = inState(waiting, state);
    if (reached.length === 0) await passUntilDue(waiting);
    expect(reached).not.toEqual([]);
  });
