import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, refusalOf, usersOf } from './fixtures.ts';
import type { Deliveries } from './support/deliveries.ts';
import { deliveriesOf } from './support/deliveries.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Users } from './support/users.ts';

/*
 * A replay may send every message of a month again, so an organization has one at a time. Tasks run when a
 * test says so.
 */

let platform: OwnPlatform;
let users: Users;
let tasks: Deliveries;
beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  tasks = await deliveriesOf(platform);
});
afterAll(() => platform.close());

const since = '2026-01-01T00:00:00Z';

/** A webhook with a message, and the requests that send it again. */
const prepared = async (org: Awaited<ReturnType<Users['organization']>>) => {
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['*'] } });
  const params = { webhook_id };
  await org.api.webhooks.test({ params });
  const replay = () => org.api.webhooks.replay({ params, body: { since } });
  const recover = () => org.api.webhooks.recover({ params, body: { since } });
  const resending = async () =>
    (await tasks.tasksOf(webhook_id, 'tend_webhook')).filter(({ state }) => state?.includes('"resend"'));
  return { params, replay, recover, resending };
};

test('an organization has one replay at a time, until it is done', async () => {
  const org = await users.organization();
  const [one, other] = [await prepared(org), await prepared(org)];
  expect(await one.replay()).toEqual({ messages: 1 });
  for (const { replay } of [one, other]) {
    const { status, code, headers } = await problemOf(replay());
    expect([status, code, headers.get('retry-after')]).toEqual([409, 'replay_in_progress', '60']);
  }
  // Without failures, there is nothing to replay.
  expect(await one.recover()).toEqual({ messages: 0 });
  // Another organization's are its own.
  const beside = await prepared(await users.organization());
  expect(await beside.replay()).toEqual({ messages: 1 });

  const [task, ...more] = await one.resending();
  expect(more).toEqual([]);
  if (task) await tasks.run(task);
  expect(await other.replay()).toEqual({ messages: 1 });
});

test('of replays at the same moment, one begins', async () => {
  const { replay, resending } = await prepared(await users.organization());
  const replays = await Promise.all(Array.from({ length: 10 }, () => replay().catch(() => undefined)));
  expect(replays.filter((one) => one !== undefined)).toEqual([{ messages: 1 }]);
  expect(await resending()).toHaveLength(1);
});

test('a replay of a webhook that was deleted meanwhile holds up no others', async () => {
  const org = await users.organization();
  const [gone, other] = [await prepared(org), await prepared(org)];
  await gone.replay();
  await org.api.webhooks.remove({ params: gone.params });
  expect(await refusalOf(other.replay())).toBe('409 replay_in_progress');
  for (const task of await gone.resending()) await tasks.run(task);
  expect(await other.replay()).toEqual({ messages: 1 });
});
