import { readFile, rename, writeFile } from 'node:fs/promises';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { eventShards, eventsPartition } from '#lib/data/keys.ts';
import { newId } from '#lib/domain/ids.ts';

/*
 * Follows the events in the table, as DynamoDB's stream would: the embedded table has no stream that could be left on,
 * but events are items, and their ids are in the order of time.
 */

export interface FollowerOptions {
  readonly tableName: string;
  /** Where it is noted how far events have been followed; absent: nowhere. */
  readonly file?: string | undefined;
  /** Takes events in the form in which a stream hands them to a function. */
  readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
}

export interface Follower {
  /** Something may have happened. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

type Image = Record<string, AttributeValue>;

const batchSize = 10;
/** Requests come in bursts; one look tells of many. */
const pauseMs = 150;
/** Events that other programs write, or that a failure left behind, are found by and by. */
const idleMs = 5000;
/** An event's id is made a little before its transaction is through, so the last moments are looked at again. */
const overlapMs = 2000;
/** A transaction that took longer is found by the next thorough look. To look that far each time would be most of the work. */
const thoroughOverlapMs = 30_000;

/** The beginning of ids made so long before: ten characters of base32 are a UUIDv7's milliseconds. */
const idBefore = (id: string, milliseconds: number): string => {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  const text = id.slice(id.indexOf('_') + 1);
  let time = [...text.slice(0, 10)].reduce((value, character) => value * 32 + alphabet.indexOf(character), 0);
  time = Math.max(0, time - milliseconds);
  let characters = '';
  for (let at = 0; at < 10; at += 1) {
    characters = alphabet.charAt(time % 32) + characters;
    time = Math.floor(time / 32);
  }
  return `evt_${characters}`;
};

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

export const startFollower = async ({ tableName, file, handler }: FollowerOptions): Promise<Follower> => {
  const client = new DynamoDBClient({});
  // It works out what it would log of every event, where nobody listens: half of the work.
  client.middlewareStack.remove('loggerMiddleware');
  const written = file && (await readFile(file, 'utf8').catch(() => undefined));
  // What is not an id was not written by a platform: everything is followed from the beginning, which harms nothing.
  const noted = written && /^evt_[0-9a-z]{26}$/.test(written) ? written : undefined;
  /** Events up to this id were looked at; some may have come after the look. */
  let position = noted || `evt_${'0'.repeat(26)}`;
  /** The same of thorough looks. Each goes back from the one before it: what was missed in between is found. */
  let thoroughPosition = position;
  const followed = new Set<string>();
  let nextThoroughLook = 0;

  const readShard = async (shard: number, after: string): Promise<Image[]> => {
    const images: Image[] = [];
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
          ConsistentRead: true,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        }),
      );
      images.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return images;
  };

  const idOf = (image: Image): string => image.sk?.S ?? '';

  const look = async (): Promise<void> => {
    const started = newId('evt');
    const thorough = performance.now() >= nextThoroughLook;
    const after = thorough ? idBefore(thoroughPosition, thoroughOverlapMs) : idBefore(position, overlapMs);
    const shards = await Promise.all(
      Array.from({ length: eventShards }, (_, shard) => readShard(shard, after)),
    );
    const open = shards
      .flat()
      .filter((image) => !followed.has(idOf(image)))
      .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
    for (let at = 0; at < open.length && !closed; at += batchSize) {
      const batch = open.slice(at, at + batchSize);
      const { batchItemFailures } = await handler(streamEvent(batch));
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const image of batch) if (!failed.has(idOf(image))) followed.add(idOf(image));
      // What was given back comes again with the next look.
      if (failed.size > 0) return;
    }
    if (closed) return;
    position = started;
    if (!thorough) return;
    thoroughPosition = started;
    nextThoroughLook = performance.now() + idleMs;
    const past = idBefore(thoroughPosition, thoroughOverlapMs);
    for (const id of followed) if (id < past) followed.delete(id);
    if (file) {
      await writeFile(`${file}.tmp`, thoroughPosition);
      await rename(`${file}.tmp`, file);
    }
  };

  let closed = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => {
      woken = false;
      looking = look()
        .catch((error: unknown) => {
          if (!closed) console.error({ message: 'Events could not be followed', error });
        })
        .finally(() => {
          looking = undefined;
          schedule(woken ? pauseMs : idleMs);
        });
    }, milliseconds);
  };
  schedule(0);

  return {
    wake: () => {
      if (woken) return;
      woken = true;
      // A look that is under way is followed by another one.
      if (!looking) schedule(pauseMs);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await looking;
      client.destroy();
    },
  };
};
