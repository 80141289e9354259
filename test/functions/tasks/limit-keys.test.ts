import { afterAll, beforeAll, expect, test } from 'vitest';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { eachOf } from '../../support/dialogues.ts';
import { inject } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { peopleOf } from '../../support/people.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;
/** The functions' log of failures. */
const logged: unknown[] = [];

beforeAll(async () => {
  console.error = (...values: unknown[]) => logged.push(...values);
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const tasksOf = async (id: string): Promise<TaskItem[]> =>
  (await table.tasks()).filter((item) => item.id === id) as never;

const run = async ({ pk, sk }: TaskItem, milliseconds = 60_000): Promise<void> => {
  const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
  const context = toContext('tasks.limitKeys', milliseconds);
  await loadFunctions()('tasks.limitKeys')(event, context);
};

/** An organization with two keys, whose limit was changed, and the task that follows from it. */
const limited = async () => {
  const { client, api } = await users.organization();
  const { key } = await api.me.get();
  const second = await users.operator.apiKeys.create({
    body: { name: 'Second', client_id: client.id, scopes: ['agents:read'] },
  });
  const settings = { rate_limit: { requests_per_minute: 1000 } };
  await users.operator.clients.replace({
    params: { client_id: client.id },
    body: { name: client.name, settings },
  });
  const keys = [key?.id, second.id];
  const limits = () =>
    Promise.all(
      keys.map(async (id) => {
        const item = await table.get({ pk: `api_key#${id}`, sk: 'record' });
        return String(item?.rate_limits).includes('1000');
      }),
    );
  const [task] = await tasksOf(client.id);
  expect(task).toMatchObject({ kind: 'limit_keys', failures: 0 });
  return { client, keys, limits, task: task as TaskItem };
};

test('a changed limit reaches every key, and nothing of the task is left', async () => {
  const { client, limits, task } = await limited();
  await run(task);
  expect(await limits()).toEqual([true, true]);
  expect(await tasksOf(client.id)).toEqual([]);
  // A message may come twice.
  await run(task);
  expect(await tasksOf(client.id)).toEqual([]);
});

test('a changed limit reaches more keys than one page of their list', async () => {
  const { client, api } = await users.organization();
  const body = { name: 'One of many', scopes: ['agents:read' as const] };
  const made: string[] = [];
  // Few at a time, because all of them change what the organization has.
  await eachOf(Array.from({ length: 105 }), 4, async () => {
    made.push((await api.apiKeys.create({ body })).id);
  });
  const settings = { rate_limit: { requests_per_minute: 1000 } };
  const params = { client_id: client.id };
  await users.operator.clients.replace({ params, body: { name: client.name, settings } });
  const [task] = await tasksOf(client.id);
  await run(task as TaskItem);
  const items = await Promise.all(made.map((id) => table.get({ pk: `api_key#${id}`, sk: 'record' })));
  expect(items.filter((item) => !String(item?.rate_limits).includes('1000'))).toEqual([]);
});

test('a claimed task is not run again until its lease ends', async () => {
  const { limits, task } = await limited();
  await table.put({ ...task, lease: new Date(Date.now() + 60_000).toISOString() });
  await run(task);
  expect(await limits()).toEqual([false, false]);
  await table.put({ ...task, lease: new Date(Date.now() - 1000).toISOString() });
  await run(task);
  expect(await limits()).toEqual([true, true]);
});

test('a run without time left is continued by the next one', async () => {
  const { client, limits, task } = await limited();
  await run(task, 5000);
  expect(await limits()).toEqual([false, false]);
  const [next] = await tasksOf(client.id);
  expect(next).toMatchObject({ failures: 0 });
  await run(next as TaskItem);
  expect(await limits()).toEqual([true, true]);
});

test('a failed run is logged and retried later, and no waiting task is lost', async () => {
  const { client, keys, limits, task } = await limited();
  const fault = { contains: `api_key#${keys[1]}`, operation: 'TransactWriteItems', times: 1 };
  await inject(platform.description.dynamodb_endpoint, { ...fault, kind: 'invalid' });
  await run(task);
  const [again, ...others] = await tasksOf(client.id);
  expect(others).toEqual([]);
  expect(again).toMatchObject({ failures: 1 });
  expect(Date.parse(again?.due ?? '')).toBeGreaterThan(Date.now());
  expect(logged).toContainEqual(
    expect.objectContaining({
      message: 'A task failed and will be retried',
      entity: client.id,
      tasks_failed: 1,
    }),
  );
  await run(again as TaskItem);
  expect(await limits()).toEqual([true, true]);
  expect(await tasksOf(client.id)).toEqual([]);
});

test('failures in a row are counted until a run makes progress, and each keeps the position', async () => {
  const { client, keys, limits, task } = await limited();
  const start = JSON.stringify('0');
  await table.put({ ...task, state: start });
  const fault = { contains: `api_key#${keys[1]}`, operation: 'TransactWriteItems', times: 1 };
  const next = async () => (await tasksOf(client.id))[0] as TaskItem;
  for (const failures of [1, 2]) {
    await inject(platform.description.dynamodb_endpoint, { ...fault, kind: 'invalid' });
    await run(await next());
    expect(await next()).toMatchObject({ failures, state: start });
  }
  await run(await next(), 5000);
  expect(await next()).toMatchObject({ failures: 0, state: start });
  await run(await next());
  expect(await limits()).toEqual([true, true]);
});

test('a run begins after the position that the one before has reached', async () => {
  const { client, limits, task } = await limited();
  // After all keys of the list.
  await table.put({ ...task, state: JSON.stringify('9') });
  await run(task);
  expect(await limits()).toEqual([false, false]);
  expect(await tasksOf(client.id)).toEqual([]);
});

test('a changed limit reaches the people of the organization', async () => {
  const org = await users.organization();
  const { client } = org;
  const { memberId } = await peopleOf(platform.description.base_url, users).personIn(org, 'owner');
  const limit = async () => (await table.get({ pk: `member#${memberId}`, sk: 'record' }))?.rate_limits;
  expect(String(await limit())).not.toContain('1000');
  const settings = { rate_limit: { requests_per_minute: 1000 } };
  await users.operator.clients.update({ params: { client_id: client.id }, body: { settings } });
  const [task] = await tasksOf(client.id);
  await run(task as TaskItem);
  expect(String(await limit())).toContain('1000');
});
