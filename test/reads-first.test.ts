import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCounter, untilReadsPass } from '#lib/local/reads.ts';
import { usersOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { holdNext } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';

/* A platform with a folder does what follows a write in a thread of its own, which lets reads pass. */

let directory: string;
let platform: OwnPlatform;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reads-'));
  platform = await startOwnPlatform({ directory, proxied: true });
});
afterAll(async () => {
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

const setUp = async () => {
  const { organization, operator } = usersOf(platform.description);
  const org = await organization();
  const agent = await operator.agents.create({ body: { name: 'Reception', client_id: org.client.id } });
  const say = (text: string) =>
    org.api.conversations.create({
      body: { agent_id: agent.id, status: 'completed', turns: [{ role: 'user', text }] },
    });
  const find = async (q: string) =>
    (await org.api.conversations.list({ query: { q } })).data.map(({ id }) => id);
  const get = (conversation_id: string) => org.api.conversations.get({ params: { conversation_id } });
  return { org, say, find, get };
};

test('a read is answered while background work is blocked', async () => {
  const { org, say, find, get } = await setUp();
  const held = await holdNext(platform.description.dynamodb_endpoint, {
    contains: `usage#${org.client.id}`,
    operation: 'TransactWriteItems',
  });
  const { id } = await say('dentist');
  await held.arrived(new Promise(() => {}));
  expect((await get(id)).id).toBe(id);
  await held.release();
  await eventually(async () => expect(await find('dentist')).toEqual([id]));
});

test('background work continues while a read is blocked', async () => {
  const { say, find, get } = await setUp();
  const { id } = await say('first');
  const held = await holdNext(platform.description.dynamodb_endpoint, {
    key: { pk: `conversation#${id}`, sk: 'record' },
    operation: 'GetItem',
  });
  const reading = get(id);
  await held.arrived(reading);
  const { id: later } = await say('second');
  await eventually(async () => expect(await find('second')).toEqual([later]));
  await held.release();
  expect((await reading).id).toBe(id);
});

test('background work waits until the last read is answered', async () => {
  const { reads, count } = readCounter();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  count(one.promise);
  count(other.promise);
  const order: string[] = [];
  const waiting = untilReadsPass(reads, Number.POSITIVE_INFINITY).then(() => order.push('work'));
  one.resolve();
  await one.promise;
  order.push('read');
  other.reject(new Error('A read may fail'));
  await waiting;
  expect(order).toEqual(['read', 'work']);
  await untilReadsPass(reads, Number.POSITIVE_INFINITY);
});

test('background work goes on where somebody always reads', async () => {
  const { reads, count } = readCounter();
  count(new Promise(() => {}));
  await untilReadsPass(reads, 0);
  // A read that waits is counted for a moment only.
  await untilReadsPass(reads, Number.POSITIVE_INFINITY);
});
