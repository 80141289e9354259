import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { minuteMs } from '#lib/domain/durations.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { eventShards, eventsPartition, taskShards, tasksPartition } from '#lib/store/keys.ts';

/*
 * A platform on one machine is at rest when nothing that follows a write is left to do. Until then any time
 * may pass, because its background thread gives way to everything else on a busy machine.
 */

/** A task that is due so soon is work as well: an attempt that failed is repeated. Others wait for long. */
const soonMs = 2 * minuteMs;

const pauseMs = 500;

/** Whether there is no item in any of these partitions whose sort key meets a condition. */
const areEmpty = async (
  client: DynamoDBClient,
  TableName: string,
  partitions: readonly string[],
  [condition, bound]: readonly [string, string],
): Promise<boolean> => {
  for (const partition of partitions) {
    const { Count } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: `pk = :pk AND ${condition}`,
        ExpressionAttributeValues: { ':pk': { S: partition }, ':bound': { S: bound } },
        ConsistentRead: true,
        Limit: 1,
      }),
    );
    if (Count !== 0) return false;
  }
  return true;
};

const partitionsOf = (count: number, partition: (shard: number) => string): string[] =>
  Array.from({ length: count }, (_, shard) => partition(shard));

const tasks = partitionsOf(taskShards, tasksPartition);
const events = partitionsOf(eventShards, eventsPartition);

/** Nothing that a round leaves takes so long, on whatever machine. */
const longestMs = 10 * minuteMs;

const untilAtRest = async (description: PlatformDescription, directory: string): Promise<void> => {
  const { dynamodb_endpoint, region, access_key_id, secret_access_key, table, bucket } = description;
  const client = new DynamoDBClient({
    endpoint: dynamodb_endpoint,
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
  });
  /** The position of the follower when nothing was left to do, unless something has happened since. */
  let idleAt: string | undefined;
  try {
    const until = Date.now() + longestMs;
    while (Date.now() < until) {
      // In this order, because the first ones end with what the next ones show.
      const undelivered = await readdir(join(directory, 'bucket', bucket, 'events'));
      const followed = await readFile(join(directory, 'followed'), 'utf8').catch(() => 'evt_');
      const soon = new Date(Date.now() + soonMs).toISOString();
      const isIdle =
        undelivered.length === 0 &&
        (await areEmpty(client, table, tasks, ['sk < :bound', soon])) &&
        (await areEmpty(client, table, events, ['sk > :bound', idleAt ?? followed]));
      // An event may be committed just after the follower has passed its id. The next position shows that the
      // follower has looked for such events since.
      if (isIdle && idleAt !== undefined && followed > idleAt) return;
      idleAt = isIdle ? (idleAt ?? followed) : undefined;
      await wait(pauseMs);
    }
  } finally {
    client.destroy();
  }
};

/** Waits until a platform is at rest: once for all who wait at the same time. */
export const restOf = (description: PlatformDescription, directory: string): (() => Promise<void>) => {
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= untilAtRest(description, directory).finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
};
