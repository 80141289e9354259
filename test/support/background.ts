import { marshall } from '@aws-sdk/util-dynamodb';
import { expect } from 'vitest';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import type { FollowerFunction } from '#lib/store/events/followers.ts';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { TableItem } from './table.ts';
import { tableOf } from './table.ts';

/** Runs the background functions of a platform on which nothing follows by itself. */
export const backgroundOf = (description: PlatformDescription) => {
  const table = tableOf(description);
  const load = loadFunctions();
  const followed = new Set<string>();

  /** The events about an entity, oldest first; without one, all events. */
  const eventsOf = async (about = ''): Promise<TableItem[]> =>
    (await table.events(about))
      .filter(({ entity }) => String(entity).includes(about))
      .sort((one, other) => (one.sk < other.sk ? -1 : 1));

  /** Lets the function that follows everything, or the one that indexes, process events. */
  const process = async (id: FollowerFunction, events: readonly TableItem[]): Promise<void> => {
    const Records = events.map((event) => ({
      dynamodb: {
        Keys: marshall({ pk: event.pk, sk: event.sk }),
        NewImage: marshall(event),
        SequenceNumber: event.sk,
      },
    }));
    expect(await load(id)({ Records }, {})).toEqual({ batchItemFailures: [] });
  };

  /** Follows the events about an entity, or everything that has not been followed yet. */
  const follow = async (id: FollowerFunction, about = ''): Promise<void> => {
    const events = (await eventsOf(about)).filter(({ sk }) => !followed.has(`${id} ${sk}`));
    if (!about) for (const { sk } of events) followed.add(`${id} ${sk}`);
    await process(id, events);
  };

  const tasksOf = async (kinds: readonly TaskKind[], about: readonly string[]): Promise<TaskItem[]> =>
    // One id is mentioned by few tasks, which spares reading the others.
    (await table.tasks(about.length === 1 ? about[0] : ''))
      .filter(({ kind }) => kinds.includes(kind as TaskKind))
      .filter((item) => about.some((id) => JSON.stringify(item).includes(id))) as never;

  const runTask = async ({ pk, sk, kind }: TaskItem): Promise<void> => {
    const { function: id, seconds } = taskKinds[kind];
    const Records = [{ body: JSON.stringify({ pk, sk }) }];
    await load(id)({ Records }, toContext(id, seconds * 1000));
  };

  const runTasks = async (
    kind: TaskKind | readonly TaskKind[],
    ...about: readonly string[]
  ): Promise<void> => {
    for (const task of await tasksOf([kind].flat(), about)) await runTask(task);
  };

  /** Sends the event that the bucket emits for a new object. */
  const reportObject = (key: string): Promise<unknown> =>
    load('events.recordingUploaded')({ detail: { object: { key, size: 4 } } }, {});

  /** The same for an upload through a link. */
  const reportUpload = ({ url }: { readonly url: string }): Promise<unknown> =>
    reportObject(/\/(recordings\/[^?]+)/.exec(url)?.[1] ?? '');

  /** Runs a function of the clock. */
  const runClock = (id: `clock.${string}`): Promise<unknown> => load(id)({}, toContext(id, 60_000));

  return {
    table,
    eventsOf,
    process,
    follow,
    tasksOf,
    runTask,
    runTasks,
    reportObject,
    reportUpload,
    runClock,
  };
};

export type Background = ReturnType<typeof backgroundOf>;
