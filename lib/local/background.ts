import type { DynamoDBBatchResponse } from 'aws-lambda';
import type { Bundle } from '#lib/build/bundles.ts';
import { followerFunctions } from '#lib/store/events/followers.ts';
import { startClock } from './clock.ts';
import { startFollower } from './follower.ts';
import { invokerOf, loadFunctions } from './functions.ts';
import type { ReadsInProgress } from './reads.ts';
import { startTaskRunner } from './task-runner.ts';

/* Work that no request waits for: followers, tasks and scheduled functions. */

export interface BackgroundOptions {
  /** Those that go first, if background work runs in a thread of its own. */
  readonly reads: ReadsInProgress;
  readonly tableName: string;
  /** The file that stores how far events have been followed; absent: not stored. */
  readonly file?: string | undefined;
  /** Whether no other platform can use the table. */
  readonly isAlone: boolean;
  /** False: followers and tasks do not run. */
  readonly following: boolean;
  /** False: scheduled functions do not run. */
  readonly scheduled: boolean;
  /** Runs each function from its own bundle; absent: all functions from one file. */
  readonly bundles?: readonly Bundle[] | undefined;
}

export interface Background {
  /** Call when there may be new events or tasks. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

/** Starts background work in this thread. The environment must be complete, as for a function. */
export const startBackground = async ({
  tableName,
  file,
  isAlone,
  following,
  scheduled,
  bundles,
}: BackgroundOptions): Promise<Background> => {
  const invoke = invokerOf(loadFunctions(bundles));
  const taskRunner = following ? await startTaskRunner(invoke, isAlone) : undefined;
  const follower = following
    ? await startFollower({
        tableName,
        file,
        handler: async (event) => {
          const answers = await Promise.all(followerFunctions.map((id) => invoke(id, event)));
          // A follower may have created a task.
          taskRunner?.wake();
          return {
            batchItemFailures: (answers as DynamoDBBatchResponse[]).flatMap(
              ({ batchItemFailures }) => batchItemFailures,
            ),
          };
        },
      })
    : undefined;
  const stopClock = scheduled ? startClock((id) => invoke(id, {})) : undefined;
  return {
    wake: () => {
      follower?.wake();
      taskRunner?.wake();
    },
    close: async () => {
      await stopClock?.();
      await follower?.close();
      await taskRunner?.close();
    },
  };
};
