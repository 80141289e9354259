import { afterAll, beforeAll, expect, test } from 'vitest';
import { usersOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { holdNext } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { answering, startReceiver } from '../../support/receiver.ts';

/** The runner's query for the tasks of a partition that are due. */
const dueTasks = 'pk = :pk AND sk < :until';

let platform: OwnPlatform;
let reads = 0;

beforeAll(async () => {
  platform = await startOwnPlatform({
    proxied: true,
    onRequest: (_operation, body) => {
      if (body.includes(dueTasks)) reads += 1;
    },
  });
});
afterAll(() => platform.close());

test('the tasks of a group follow one another without a look for each', async () => {
  const { description } = platform;
  const { operator } = usersOf(description);
  const first = Promise.withResolvers<void>();
  const receiver = await startReceiver(async (...request) => {
    await first.promise;
    await answering(200)(...request);
  });
  const { id: webhook_id } = await operator.webhooks.create({
    body: { url: receiver.url, events: ['client.created'] },
  });
  const names = Array.from({ length: 10 }, (_, at) => `Client ${at}`);
  await Promise.all(names.map((name) => operator.clients.create({ body: { name, type: 'client' } })));
  await eventually(async () => {
    const { data } = await operator.webhookMessages.list({ params: { webhook_id } });
    expect(data).toHaveLength(names.length);
  });
  // A whole look has seen the messages: each look reads eight partitions.
  const before = reads;
  await eventually(() => expect(reads).toBeGreaterThan(before + 16));

  const look = await holdNext(description.dynamodb_endpoint, { contains: dueTasks, operation: 'Query' });
  // A runner that looks no more would not end: the limit of the test is its end.
  await look.arrived(new Promise(() => {}));
  first.resolve();
  await eventually(() => expect(receiver.received).toHaveLength(names.length));
  await look.release();
  await receiver.close();
});
