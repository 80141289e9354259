import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { because, causeOf } from '#lib/store/cause.ts';
import type { Event } from '#lib/store/events/events.ts';
import type { Follower, FollowerFunction, FollowersIn } from '#lib/store/events/followers.ts';
import { followers, isBegunBy } from '#lib/store/events/followers.ts';
import { park } from '#lib/store/events/parked-events.ts';
import { tasksPartition } from '#lib/store/keys.ts';
import { metricsLog } from '#lib/store/metrics.ts';
import { upgraded } from '#lib/store/shapes.ts';
import type { Item } from '#lib/store/table.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';

/**
 * The work of a follower for one event. It may be called twice, concurrently or after an interrupted attempt.
 */
export type Work = (event: Event) => Promise<void>;

/** Work that costs less for several events together. If it fails, each event is tried alone. */
export interface JointWork {
  readonly together: (events: readonly Event[]) => Promise<void>;
}

/** The work of every follower that a function runs. */
export type Works<F extends FollowerFunction> = Readonly<Record<FollowersIn<F>, Work | JointWork>>;

const attempts = 3;

const logFailed = metricsLog('events_failed');
const logParked = metricsLog('events_parked');
const logUnfinished = metricsLog('events_parked', 'events_failed');

const recordOf = (message: string, follower: Follower, event: Event, error: unknown) => ({
  message,
  follower,
  event: event.id,
  entity: event.entity,
  actor: event.actor,
  request_id: event.request_id,
  error: String(error),
});

/**
 * Processes an event, and parks it with the reason if it keeps failing, so that it does not block the events
 * behind it.
 */
const followOrPark = async (follower: Follower, work: Work, event: Event): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await because(causeOf(event), () => work(event));
    } catch (error) {
      if (attempt < attempts) continue;
      await park(event, follower, error);
      const record = recordOf('An event was parked', follower, event, error);
      return followers[follower].mustFinish
        ? logUnfinished('error', { ...record, events_parked: 1, events_failed: 1 })
        : logParked('error', { ...record, events_parked: 1 });
    }
  }
};

const newImageOf = <T extends Event | TaskItem>({ dynamodb }: DynamoDBRecord): T =>
  upgraded(unmarshall(dynamodb?.NewImage as Record<string, AttributeValue>) as Item) as unknown as T;

const isTask = ({ dynamodb }: DynamoDBRecord): boolean =>
  dynamodb?.Keys?.pk?.S?.startsWith(tasksPartition('')) ?? false;

/** Processes the events of a batch that concern a follower together. Returns whether that succeeded. */
const followTogether = async (
  name: Follower,
  { together }: JointWork,
  records: readonly DynamoDBRecord[],
): Promise<boolean> => {
  try {
    const events = records
      .filter((record) => !isTask(record))
      .map((record) => newImageOf<Event>(record))
      .filter(({ type }) => isBegunBy(name, type));
    if (events.length > 0) await together(events);
    return true;
  } catch (error) {
    // Each event is now processed alone. The one that causes the failure is parked.
    console.warn({ message: 'Events could not be followed together', follower: name, error: String(error) });
    return false;
  }
};

/**
 * Turns the work of followers into a Lambda handler of the table's stream, which processes events one after
 * the other. Only an event that cannot be parked is returned to the stream, which delivers it again. One of
 * the functions that read the stream also receives new tasks.
 */
export const handleEvents =
  <F extends FollowerFunction>(works: Works<F>, startTask?: (task: TaskItem) => Promise<void>) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = new Set<string>();
    const alone: [Follower, Work][] = [];
    for (const [name, work] of Object.entries(works) as [Follower, Work | JointWork][]) {
      if (!('together' in work)) alone.push([name, work]);
      else if (!(await followTogether(name, work, Records))) {
        alone.push([name, (event) => work.together([event])]);
      }
    }
    for (const record of Records) {
      try {
        if (isTask(record)) {
          await startTask?.(newImageOf<TaskItem>(record));
          continue;
        }
        const event = newImageOf<Event>(record);
        const begun = alone.filter(([name]) => isBegunBy(name, event.type));
        await Promise.all(begun.map(([name, work]) => followOrPark(name, work, event)));
      } catch (error) {
        logFailed('error', {
          message: 'An event could not be followed',
          events_failed: 1,
          event: record.dynamodb?.Keys?.sk?.S,
          error: String(error),
        });
        failed.add(record.dynamodb?.SequenceNumber ?? '');
      }
    }
    return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
  };

/** Processes a parked event. If a follower that must finish fails, its alarm stays on until it succeeds. */
export const followParked = async (follower: Follower, work: Work, event: Event): Promise<void> => {
  try {
    await because(causeOf(event), () => work(event));
  } catch (error) {
    if (followers[follower].mustFinish) {
      const record = recordOf('A parked event could not be followed', follower, event, error);
      logFailed('error', { ...record, events_failed: 1 });
    }
    throw error;
  }
};
