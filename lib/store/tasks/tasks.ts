import type { Origin } from '../cause.ts';
import { currentOrigin } from '../cause.ts';
import { keyIn, taskKey, taskShards, tasksPartition } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';
import type { Operation } from '../operations/operation.ts';
import { put } from '../operations/put.ts';
import { query } from '../operations/query.ts';
import { queryPages } from '../operations/query-pages.ts';
import type { Item, OfKind } from '../table.ts';
import type { TaskKind } from './kinds.ts';

/*
 * A task is an item of the table, written in the transaction that creates the work, and removed when the work
 * is done. The item is authoritative: a message in a queue only triggers a look at it, and the clock looks at
 * items whose message was lost.
 */

export interface Task {
  readonly kind: TaskKind;
  /** The subject of the work, such as an organization's id. */
  readonly id: string;
  /**
   * Tasks of different groups do not delay each other, so an organization with much work does not hold up
   * others.
   */
  readonly group: string;
  /** The due time, RFC 3339 in UTC. */
  readonly due: string;
  /** The number of consecutive failures. */
  readonly failures: number;
  /** State that an earlier run stored for the next one, as JSON; absent before the first run. */
  readonly state?: string | undefined;
}

/** A task as it is stored. */
export interface TaskItem extends Task, Origin, OfKind {
  /** Whether the due time was too far ahead for a message, so that the clock has to start it. */
  readonly deferred?: true;
  /** The end of the current run's claim. */
  readonly lease?: string;
  /** The run that has claimed it last. */
  readonly claimed_by?: string;
  /** The time at which the clock last queued it again. */
  readonly restarted_at?: string;
}

/**
 * The maximum delay of a message in SQS
 * (docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html).
 */
export const longestDelaySeconds = 900;

export const taskItem = ({
  kind,
  id,
  group,
  due = new Date().toISOString(),
  failures = 0,
  state,
}: Pick<Task, 'kind' | 'id' | 'group'> & Partial<Task>): Item & TaskItem => ({
  ...taskKey(kind, id, due),
  kind,
  id,
  group,
  due,
  failures,
  ...currentOrigin(),
  ...(state !== undefined && { state }),
  ...(Date.parse(due) > Date.now() + longestDelaySeconds * 1000 && { deferred: true }),
});

/** Creates a task, in the transaction of the write that it follows. Due at once if `due` is absent. */
export const taskWrite = (
  task: Pick<Task, 'kind' | 'id' | 'group'> & { due?: string; state?: string },
): Operation<never> => put(taskItem(task));

export const removeTask = (task: OfKind): Promise<void> => batchWrite({ removals: [keyIn(task)] });

/**
 * Makes a task due again. The new item is written first, so that after an interruption the work is repeated
 * and not lost.
 */
export const postponeTask = async (
  before: TaskItem,
  later: Pick<Task, 'due' | 'failures' | 'state'>,
): Promise<void> => {
  const { kind, id, group } = before;
  const item = taskItem({ kind, id, group, ...later });
  await batchWrite({ puts: [item] });
  if (item.sk !== before.sk) await removeTask(before);
};

/** Tasks that are due by a time, oldest first within a shard, page by page. The shards follow the first. */
export async function* tasksDue(until: string, first = 0): AsyncGenerator<readonly TaskItem[]> {
  for (let at = 0; at < taskShards; at += 1) {
    const shard = (first + at) % taskShards;
    const pages = queryPages({
      KeyConditionExpression: 'pk = :pk AND sk < :until',
      ExpressionAttributeValues: { ':pk': tasksPartition(shard), ':until': `${until}$` },
    });
    for await (const { items } of pages) yield items as unknown as TaskItem[];
  }
}

/** The next due time after a time; undefined if there is none. */
export const nextDue = async (after: string): Promise<string | undefined> => {
  const firsts = await Promise.all(
    Array.from({ length: taskShards }, (_, shard) =>
      query({
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': tasksPartition(shard), ':after': `${after}$` },
        Limit: 1,
      }),
    ),
  );
  return firsts
    .flatMap(({ items: [first] }) => (first ? [(first as unknown as TaskItem).due] : []))
    .sort()[0];
};
