import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeoutSeconds } from '#lib/build/function-settings.ts';
import type { Deliveries } from '../../support/deliveries.ts';
import { deliveriesOf } from '../../support/deliveries.ts';
import { inject } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { answering, startReceiver } from '../../support/receiver.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

/*
 * Nothing follows events here and no task runs by itself: each step is made by the test.
 */

let platform: OwnPlatform;
let users: Users;
let deliveries: Deliveries;

const rememberedMs = 600_000;

/** The requests of functions to DynamoDB. */
const requests: { readonly operation: string; readonly body: string }[] = [];

beforeAll(async () => {
  platform = await startOwnPlatform({
    following: false,
    proxied: true,
    onRequest: (operation, body) => requests.push({ operation, body }),
  });
  // Longer than any of these tests, so that what was remembered once stays so.
  process.env.LISTENERS_REMEMBERED_MS = String(rememberedMs);
  users = usersOf(platform.description);
  deliveries = await deliveriesOf(platform);
});
afterAll(() => platform.close());

/** Runs the tasks that are there to tend a webhook, and says how many there were. */
const tend = async (webhookId: string, milliseconds?: number): Promise<number> => {
  const tasks = await deliveries.tasksOf(webhookId, 'tend_webhook');
  for (const task of tasks) await deliveries.run(task, milliseconds);
  return tasks.length;
};

test('a webhook receives what happened while functions remembered that it was not there', async () => {
  const org = await users.organization();
  const agent = async () => (await org.api.agents.create({ body: { name: 'Reception' } })).id;
  await agent();
  await deliveries.follow();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const missed = [await agent(), await agent()].sort();
  await deliveries.follow();
  const received = async () =>
    (await org.api.webhookMessages.list({ params: { webhook_id } })).data
      .map(({ entity_id }) => entity_id)
      .sort();
  expect(await received()).toEqual([]);
  await tend(webhook_id);
  expect(await received()).toEqual(missed);
});

test('an event that no webhook receives costs nothing while functions remember so', async () => {
  const org = await users.organization();
  const costOfAgent = async (): Promise<string[]> => {
    const { id } = await org.api.agents.create({ body: { name: 'Reception' } });
    requests.length = 0;
    await deliveries.follow();
    return requests
      .filter(
        ({ operation, body }) =>
          operation !== 'Scan' && [id, org.client.id].some((one) => body.includes(one)),
      )
      .map(({ operation }) => operation);
  };
  // The first event of the organization finds out who listens to it.
  await costOfAgent();
  expect(await costOfAgent()).toEqual([]);
});

test('many messages are sent again in several runs, each once', async () => {
  const org = await users.organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id };
  await tend(webhook_id);
  const { id } = await org.api.webhooks.test({ params });
  await org.api.webhooks.acknowledge({ params, body: { message_ids: [id] } });
  const [message] = await deliveries.table.partitions(`${webhook_id}#messages`);
  // Their ids differ only after the time.
  const copies = Array.from({ length: 109 }, (_, at) => {
    const copied = `${id.slice(0, -4)}${String(at).padStart(4, '0')}`;
    return JSON.parse(JSON.stringify(message).replaceAll(id, copied)) as object;
  });
  await Promise.all(copies.map(deliveries.table.put));
  const since = new Date(Date.now() - 600_000).toISOString();
  expect(await org.api.webhooks.replay({ params, body: { since } })).toEqual({ messages: 110 });
  let runs = 0;
  // Time for one page of a hundred.
  while ((await tend(webhook_id, 1)) > 0) runs += 1;
  expect(runs).toBe(2);
  const rounds = (await deliveries.table.partitions(`${webhook_id}#messages`)).map(
    ({ round, status }) => `${status} ${round}`,
  );
  expect(new Set(rounds)).toEqual(new Set(['pending 1']));
  expect(rounds).toHaveLength(110);
});

test('messages that were sent again before another one failed are not sent a second time', async () => {
  const org = await users.organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const params = { webhook_id };
  await tend(webhook_id);
  const message_ids: string[] = [];
  for (let left = 3; left > 0; left -= 1) message_ids.push((await org.api.webhooks.test({ params })).id);
  await org.api.webhooks.acknowledge({ params, body: { message_ids } });
  const since = new Date(Date.now() - 600_000).toISOString();
  await org.api.webhooks.replay({ params, body: { since } });

  const [, failing = ''] = message_ids;
  const fault = await inject(platform.description.dynamodb_endpoint, {
    kind: 'invalid',
    operation: 'TransactWriteItems',
    contains: failing,
  });
  const roundsOf = async () => {
    const items = await deliveries.table.partitions(`${webhook_id}#messages`);
    return Object.fromEntries(items.map(({ id, round }) => [String(id), round]));
  };
  await tend(webhook_id);
  expect(await fault.end()).not.toEqual([]);
  expect(await roundsOf()).toEqual(Object.fromEntries(message_ids.map((id) => [id, id === failing ? 0 : 1])));
  expect(await tend(webhook_id)).toBe(1);
  expect(await roundsOf()).toEqual(Object.fromEntries(message_ids.map((id) => [id, 1])));
  expect(await tend(webhook_id)).toBe(0);

  // Another request sends them again.
  await org.api.webhooks.acknowledge({ params, body: { message_ids } });
  await org.api.webhooks.replay({ params, body: { since } });
  await tend(webhook_id);
  expect(await roundsOf()).toEqual(Object.fromEntries(message_ids.map((id) => [id, 2])));
});

// By itself: other tests of this file follow every event, this one’s before it is dated.
test('a webhook that catches up receives nothing that happened before it existed', {
  concurrent: false,
}, async () => {
  const org = await users.organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const { id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const events = (await deliveries.table.events()).filter(({ entity }) => entity === id);
  // As if it had happened earlier, and is followed only now.
  for (const event of events) {
    await deliveries.table.put({ ...event, created_at: new Date(Date.now() - 60_000).toISOString() });
  }
  await tend(webhook_id);
  const list = () => org.api.webhookMessages.list({ params: { webhook_id } });
  expect((await list()).data).toEqual([]);
  await deliveries.follow();
  expect((await list()).data).toEqual([]);
});

test('events that a webhook missed are caught up with in several runs, if time runs out', async () => {
  const org = await users.organization();
  const agent = async () => (await org.api.agents.create({ body: { name: 'Reception' } })).id;
  await agent();
  await deliveries.follow();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const missed = await Promise.all(Array.from({ length: 20 }, agent));
  await deliveries.follow();
  let runs = 0;
  // Time for one page of one partition.
  while ((await tend(webhook_id, 1)) > 0) runs += 1;
  expect(runs).toBeGreaterThan(1);
  const { data } = await org.api.webhookMessages.list({ params: { webhook_id }, query: { limit: '100' } });
  expect(data.map(({ entity_id }) => entity_id).sort()).toEqual(missed.sort());
});

test('the messages of a webhook that is deleted are not sent, and removed with their attempts', async () => {
  const receiver = await startReceiver(answering(500));
  const org = await users.organization();
  const webhook = await org.api.webhooks.create({ body: { url: receiver.url, events: ['ping'] } });
  const params = { webhook_id: webhook.id };
  const { id } = await org.api.webhooks.test({ params });
  const deliver = async () => {
    for (const task of await deliveries.tasksOf(webhook.id)) await deliveries.run(task);
  };
  await deliver();
  await org.api.webhooks.remove({ params });
  await deliver();
  const [removal] = await deliveries.tasksOf(webhook.id, 'tend_webhook').then((tasks) => tasks.slice(-1));
  // Whatever began while there was a webhook has ended by then, and writes no more messages of it.
  const writers = ['events.followWrites', 'tasks.tendWebhook', 'tasks.deliverMessage'].map(timeoutSeconds);
  expect(Date.parse(removal?.due ?? '') - Date.now()).toBeGreaterThan(
    Math.max(...writers) * 1000 + rememberedMs,
  );
  await tend(webhook.id);
  expect(receiver.received).toHaveLength(1);
  const left = (await deliveries.table.all()).filter((item) => JSON.stringify(item).includes(id));
  expect(left).toEqual([]);
  await receiver.close();
});
