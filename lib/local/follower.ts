import { readFile, rename, writeFile } from 'node:fs/promises';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { BatchGetItemCommand, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { inBatches } from '#lib/domain/batches.ts';
import { createdAt, firstIdAt, newId } from '#lib/domain/ids.ts';
import { eventShards, eventsPartition } from '#lib/store/keys.ts';
import type { Poll } from './poll.ts';
import { idleMs, startPoll } from './poll.ts';

/*
 * Follows the events in the table as DynamoDB's stream does. The embedded DynamoDB has no usable stream,
 * but events are items whose ids are in chronological order.
 */

export interface FollowerOptions {
  readonly tableName: string;
  /** The file that stores how far events have been followed; absent: not stored. */
  readonly file?: string | undefined;
  /** Receives events in the form in which a stream passes them to a function. */
  readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
}

type Image = Record<string, AttributeValue>;

const idOf = (image: Image): string => image.sk?.S ?? '';

const inOrder = (one: Image, other: Image): number => (idOf(one) < idOf(other) ? -1 : 1);

/**
 * More than a stream's batch, and as many as one call reads: in a burst, the index and the counts are written
 * once for all of them.
 */
const batchSize = 100;
/**
 * An event's id is created slightly before its transaction commits, so each poll overlaps the previous one.
 */
const overlapMs = 2000;
/**
 * The overlap of thorough polls, which find slower transactions. With each poll, it would be most of the
 * work.
 */
const thoroughOverlapMs = 30_000;

/** The beginning of ids from that many milliseconds earlier. */
const idBefore = (id: string, milliseconds: number): string =>
  firstIdAt('evt', new Date(Math.max(0, Date.parse(createdAt(id)) - milliseconds)).toISOString());

const streamEvent = (images: readonly Image[]): DynamoDBStreamEvent => ({
  Records: images.map((NewImage) => ({
    eventID: NewImage.sk?.S ?? '',
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      Keys: { pk: NewImage.pk ?? { S: '' }, sk: NewImage.sk ?? { S: '' } } as never,
      NewImage: NewImage as never,
      SequenceNumber: NewImage.sk?.S ?? '',
      StreamViewType: 'NEW_IMAGE',
    },
  })),
});

export const startFollower = async ({ tableName, file, handler }: FollowerOptions): Promise<Poll> => {
  // Each poll sends the same commands, whose steps need not be put together again.
  const client = new DynamoDBClient({ cacheMiddleware: true });
  // The SDK formats a log entry for every call even when logging is off: half of the work.
  client.middlewareStack.remove('loggerMiddleware');
  const written = file && (await readFile(file, 'utf8').catch(() => undefined));
  // If the file does not contain an id, follow all events from the beginning, which is harmless.
  const noted = written && /^evt_[0-9a-z]{26}$/.test(written) ? written : undefined;
  /** Events up to this id have been polled. Some may have been committed after the poll. */
  let position = noted || `evt_${'0'.repeat(26)}`;
  /**
   * The same for thorough polls. Each overlaps the previous thorough one, so events missed in between are
   * found.
   */
  let thoroughPosition = position;
  const followed = new Set<string>();
  let nextThoroughLook = 0;

  const keysIn = async (shard: number, after: string): Promise<Image[]> => {
    const keys: Image[] = [];
    let ExclusiveStartKey: Image | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND sk > :after',
          ExpressionAttributeValues: {
            ':pk': { S: eventsPartition(shard) },
            ':after': { S: after },
          },
          ProjectionExpression: 'pk, sk',
          ConsistentRead: true,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        }),
      );
      keys.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return keys;
  };

  const readEvents = async (keys: readonly Image[]): Promise<Image[]> => {
    const images: Image[] = [];
    let open = [...keys];
    while (open.length > 0) {
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys: open, ConsistentRead: true } } }),
      );
      images.push(...(Responses?.[tableName] ?? []));
      open = UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return images.sort(inOrder);
  };

  /** Notes that all events up to this one are followed, so that a restart goes on from there. */
  const note = async (id: string): Promise<void> => {
    if (!file) return;
    await writeFile(`${file}.tmp`, id);
    await rename(`${file}.tmp`, file);
  };

  /** Whether none of these events has failed. */
  const follow = async (keys: readonly Image[]): Promise<boolean> => {
    const batch = await readEvents(keys);
    const { batchItemFailures } = await handler(streamEvent(batch));
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const image of batch) if (!failed.has(idOf(image))) followed.add(idOf(image));
    return failed.size === 0;
  };

  /**
   * Follows a batch of events that are not among those of a backlog. Events may be followed out of order: one
   * that fails is followed later than those after it.
   */
  const followNew = async (after: string, backlog: ReadonlySet<string>): Promise<boolean> => {
    const shards = await Promise.all(Array.from({ length: eventShards }, (_, shard) => keysIn(shard, after)));
    const open = shards.flat().filter((key) => !followed.has(idOf(key)) && !backlog.has(idOf(key)));
    return open.length === 0 || follow(open.sort(inOrder).slice(0, batchSize));
  };

  const look = async (): Promise<void> => {
    const started = newId('evt');
    const thorough = performance.now() >= nextThoroughLook;
    const after = thorough ? idBefore(thoroughPosition, thoroughOverlapMs) : idBefore(position, overlapMs);
    // Polls overlap, so most of the events have been followed already. Only the others are read whole.
    const shards = await Promise.all(Array.from({ length: eventShards }, (_, shard) => keysIn(shard, after)));
    const open = shards
      .flat()
      .filter((key) => !followed.has(idOf(key)))
      .sort(inOrder);
    const listed = new Set(open.map(idOf));
    for (const [at, keys] of inBatches(open, batchSize).entries()) {
      if (poll.isClosed()) return;
      // Failed events are returned by the next poll.
      if (!(await follow(keys))) return;
      if ((at + 1) * batchSize >= open.length) continue;
      // A backlog: a restart must not begin it again, and new events must not wait until it is over.
      await note(idOf(keys.at(-1) ?? {}));
      if (!(await followNew(idBefore(started, overlapMs), listed))) return;
    }
    if (poll.isClosed()) return;
    position = started;
    if (!thorough) return;
    thoroughPosition = started;
    nextThoroughLook = performance.now() + idleMs;
    const past = idBefore(thoroughPosition, thoroughOverlapMs);
    for (const id of followed) if (id < past) followed.delete(id);
    await note(thoroughPosition);
  };

  const poll = startPoll({
    look,
    minPauseMs: 150,
    // If polls take long, the next one finds more events, each of which costs less.
    pauseFactor: 2,
    failure: 'Events could not be followed',
  });
  return {
    ...poll,
    close: async () => {
      await poll.close();
      client.destroy();
    },
  };
};
