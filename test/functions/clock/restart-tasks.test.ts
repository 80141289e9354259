import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFunctions } from '#lib/local/functions.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import type { SqsServer } from '../../support/sqs-server.ts';
import { startSqsServer } from '../../support/sqs-server.ts';
import { tableOf } from '../../support/table.ts';

let platform: OwnPlatform;
let table: ReturnType<typeof tableOf>;
let sqs: SqsServer;

const alone = { concurrent: false };

beforeAll(async () => {
  sqs = await startSqsServer();
  process.env.AWS_ENDPOINT_URL_SQS = sqs.endpoint;
  process.env.TASK_QUEUES = JSON.stringify({ limit_keys: `${sqs.endpoint}/queue` });
  platform = await startOwnPlatform({ following: false });
  table = tableOf(platform.description);
});
afterAll(async () => {
  await platform.close();
  await sqs.close();
});

const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const taskDue = async (id: string, minutes: number, more: Record<string, unknown> = {}) => {
  const item = taskItem({ kind: 'limit_keys', id, group: `group-${id}`, due: minutesFromNow(minutes) });
  await table.put({ ...item, ...more });
  return item;
};

const messagesOf = ({ sk }: { readonly sk: string }) =>
  sqs.sent.filter(({ MessageBody }) => JSON.parse(MessageBody).sk === sk);

test(
  'tasks that no message could wait for are queued when their time comes, and missed ones again',
  alone,
  async () => {
    const [soon, later, early, missed, longMissed, held] = await Promise.all([
      taskDue('soon', 0.5, { deferred: true }),
      taskDue('later', 30),
      taskDue('early', -5),
      taskDue('missed', -20),
      taskDue('long-missed', -30),
      taskDue('held', -40, { lease: minutesFromNow(1) }),
    ]);
    expect(later).toMatchObject({ deferred: true });
    const said: unknown[] = [];
    const { info } = console;
    console.info = (...values: unknown[]) => said.push(...values);
    await platform.run('clock.restartTasks');
    console.info = info;
    // The longest of those that nobody works on.
    expect(said).toContainEqual(expect.objectContaining({ task_lag_minutes: 30 }));
    const [message] = messagesOf(soon);
    expect(message).toMatchObject({ QueueUrl: `${sqs.endpoint}/queue`, MessageGroupId: 'group-soon' });
    expect(message?.DelaySeconds).toBeGreaterThan(0);
    expect(message?.DelaySeconds).toBeLessThanOrEqual(30);
    for (const task of [missed, longMissed]) expect(messagesOf(task)).toMatchObject([{ DelaySeconds: 0 }]);
    // One waits for its time, the message of one may still be on its way, and somebody works on the last.
    for (const task of [later, early, held]) expect(messagesOf(task)).toEqual([]);

    await platform.run('clock.restartTasks');
    for (const task of [soon, missed, longMissed]) expect(messagesOf(task)).toHaveLength(1);
  },
);

test('the stream’s new tasks are queued until they are due', alone, async () => {
  const load = loadFunctions();
  const [now, inAnHour] = [await taskDue('now', 0), await taskDue('hour', 60)];
  const Records = [now, inAnHour].map((item) => ({
    dynamodb: {
      Keys: marshall({ pk: item.pk, sk: item.sk }),
      NewImage: marshall(item),
      SequenceNumber: item.sk,
    },
  }));
  expect(await load('events.followWrites')({ Records }, {})).toEqual({ batchItemFailures: [] });
  expect(messagesOf(now)).toMatchObject([{ DelaySeconds: 0, MessageGroupId: 'group-now' }]);
  // The clock starts it: a message cannot wait for as long.
  expect(messagesOf(inAnHour)).toEqual([]);
});
