import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/*
 * Runs tasks of this process side by side so that of all their calls of DynamoDB only one is under way at a
 * time, and a random number decides whose: each seed is another order in which they may meet. A task can be
 * ended at any of its calls, as a function is that runs out of time.
 */

/** A task has been ended. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface Task {
  readonly run: () => Promise<unknown>;
  /** After so many calls it is ended; the last one is carried out, but not answered. Absent: never. */
  readonly calls?: number;
  /** The action after so many of its calls, before the next one. */
  readonly after?: { readonly calls: number; readonly happens: () => Promise<unknown> };
}

interface Lane {
  readonly after: Task['after'] | undefined;
  readonly waiting: (() => void)[];
  readonly commands: string[];
  made: number;
  left: number;
}

export interface Interleaved {
  readonly results: readonly PromiseSettledResult<unknown>[];
  /** The number of calls that each task made. */
  readonly calls: readonly number[];
  /** The names of these calls, such as `GetItemCommand`. */
  readonly commands: readonly (readonly string[])[];
}

/** Gives control over the calls of a client. */
export const interleaving = (client: DynamoDBDocumentClient) => {
  const current = new AsyncLocalStorage<Lane>();
  let underWay = false;
  let changed = Promise.withResolvers<void>();
  /** A call is waiting or done, or a task is. */
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const callIsDone = (): void => {
    underWay = false;
    change();
  };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const lane = current.getStore();
        if (!lane) return next(args);
        if (lane.left <= 0) throw new Killed();
        if (lane.made === lane.after?.calls) await current.exit(lane.after.happens);
        lane.made += 1;
        lane.commands.push(commandName);
        await new Promise<void>((resolve) => {
          lane.waiting.push(resolve);
          change();
        });
        if (lane.left <= 0) {
          callIsDone();
          throw new Killed();
        }
        lane.left -= 1;
        const answer = await next(args).finally(callIsDone);
        if (lane.left <= 0) throw new Killed();
        return answer;
      },
    { step: 'finalizeRequest', name: 'interleave', priority: 'high' },
  );

  /**
   * `prefers` says, by the number of calls that each task has made, which one goes next if it has a call to
   * make.
   */
  return async (
    random: () => number,
    tasks: readonly Task[],
    prefers?: (calls: readonly number[]) => number,
  ): Promise<Interleaved> => {
    const lanes = tasks.map(
      ({ calls = Number.MAX_SAFE_INTEGER, after }): Lane => ({
        waiting: [],
        commands: [],
        made: 0,
        left: calls,
        after,
      }),
    );
    const before = lanes.map(({ left }) => left);
    const made = () => lanes.map(({ left }, at) => (before[at] ?? 0) - left);
    let open = tasks.length;
    const running = tasks.map(({ run }, at) =>
      current.run(lanes[at] as Lane, run).finally(() => {
        open -= 1;
        change();
      }),
    );
    const settled = Promise.allSettled(running);
    while (open > 0) {
      // Whatever is to be done until the next call is done.
      for (let tick = 0; tick < 3; tick += 1) await nextTick();
      const ready = lanes.filter(({ waiting }) => waiting.length > 0);
      const preferred = prefers && lanes[prefers(made())];
      const chosen = ready[Math.floor(random() * ready.length)];
      const call = (preferred && ready.includes(preferred) ? preferred : chosen)?.waiting.shift();
      const next = changed.promise;
      underWay = call !== undefined;
      call?.();
      if (open > 0) await next;
      // All calls of tasks that were not chosen wait until the one under way is done.
      while (underWay) await changed.promise;
    }
    return { results: await settled, calls: made(), commands: lanes.map(({ commands }) => commands) };
  };
};
