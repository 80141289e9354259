import { expect } from 'vitest';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { platform } from '../fixtures.ts';
import { eventually } from './eventually.ts';
import type { TableItem } from './table.ts';
import { tableOf } from './table.ts';

/* Tasks that wait for their time, on the platform that tests share. */

const table = tableOf(platform);

/** The tasks about an entity that have this state. */
export const waitingTasks = (kind: TaskKind, id: string, state: object = {}): Promise<TableItem[]> =>
  eventually(async () => {
    const found = (await table.tasks(id)).filter((task) => task.kind === kind);
    const stateOf = (task: TableItem) => JSON.parse(String(task.state)) as Record<string, unknown>;
    const chosen = found.filter((task) =>
      Object.entries(state).every(([name, value]) => stateOf(task)[name] === value),
    );
    expect(chosen).not.toEqual([]);
    return chosen;
  });

/** Waits until there is no task about an entity any more. */
export const noTasks = (kind: TaskKind, id: string): Promise<void> =>
  eventually(async () => {
    expect((await table.tasks(id)).filter((task) => task.kind === kind)).toEqual([]);
  });

/** Lets the time pass until tasks are due. */
export const passUntilDue = async (tasks: readonly TableItem[]): Promise<void> => {
  for (const { pk, sk, due: _due, ...task } of tasks) {
    await table.remove({ pk, sk } as never);
    await table.put(taskItem(task as never));
  }
};
