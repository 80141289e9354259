import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#lib/domain/ids.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { Hold } from './support/fault-proxy.ts';
import { inject } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { tableOf } from './support/table.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;
let endpoint: string;
/** The functions' requests to DynamoDB, in order. */
const asked: { readonly operation: string; readonly body: string }[] = [];
/** The functions' log of failures. */
const said = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  platform = await startOwnPlatform({
    following: false,
    proxied: true,
    onRequest: (operation, body) => asked.push({ operation, body }),
  });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
  endpoint = platform.description.dynamodb_endpoint;
});
afterAll(() => platform.close());

const types = ['agent.removed', 'conversation.erased'];

/** Hands over the stream's records of these entities, in one batch and in this order. */
const follow = async (...entities: readonly string[]): Promise<DynamoDBBatchResponse> => {
  const events = await table.events();
  const Records = entities
    .flatMap((id) => events.filter(({ entity, type }) => entity === id && types.includes(String(type))))
    .map((item) => ({
      dynamodb: { Keys: marshall({ sk: item.sk }), NewImage: marshall(item), SequenceNumber: item.sk },
    }));
  expect(Records).toHaveLength(entities.length);
  return (await loadFunctions()('events.followWrites')({ Records }, {})) as never;
};

interface Begun {
  readonly entity: string;
  /** The fault that hits the work of this one alone. */
  readonly fault: Hold;
  readonly isFinished: () => Promise<boolean>;
}

const erase = async (org: Organization): Promise<Begun> => {
  const { id: agent_id } = await users.operator.agents.create({
    body: { name: 'A', client_id: org.client.id },
  });
  const turns = [{ role: 'user' as const, text: 'Hello' }];
  const { id } = await org.api.conversations.create({ body: { agent_id, status: 'completed', turns } });
  await org.api.conversations.erase({ params: { conversation_id: id } });
  const pk = `conversation#${id}`;
  return {
    entity: id,
    fault: { contains: pk, operation: 'BatchWriteItem' },
    // Its counted usage stays.
    isFinished: async () => (await table.partitions(pk)).every(({ sk }) => sk === 'usage'),
  };
};

const remove = async (org: Organization): Promise<Begun> => {
  const { id } = await users.operator.agents.create({ body: { name: 'A', client_id: org.client.id } });
  await org.api.agents.remove({ params: { agent_id: id } });
  const mine = [`agent#${id}`, `${id}#versions`];
  return {
    entity: id,
    fault: { contains: `agent#${id}`, operation: 'BatchWriteItem' },
    isFinished: async () => (await table.partitions(...mine)).length === 0,
  };
};

/** One after the other: a run of the clock takes up whatever is aside. */
const alone = { concurrent: false };

test.for([
  ['an erasure', 'conversation.erased', erase],
  ['a removal', 'agent.removed', remove],
] as const)(
  '%s that cannot be finished is put aside, holds up nothing, and is finished later',
  alone,
  async ([, type, begin]) => {
    const org = await users.organization();
    const bad = await begin(org);
    const later = await erase(org);
    // Three attempts of the follower, and one of those that come later.
    const { met } = await inject(endpoint, { ...bad.fault, kind: 'invalid', times: 4 });

    expect(await follow(bad.entity, later.entity)).toEqual({ batchItemFailures: [] });
    expect(await met()).toBe(3);
    expect(await later.isFinished()).toBe(true);
    expect(await bad.isFinished()).toBe(false);

    const parked = async () =>
      (await table.partitions('parked')).filter(({ entity }) => entity === bad.entity);
    const [waiting] = await parked();
    expect(waiting).toMatchObject({ type, follower: 'finish', error: expect.stringMatching('Injected') });
    // DynamoDB takes away what has expired, done or not.
    expect(waiting).not.toHaveProperty('expires');
    expect(said).toHaveBeenCalledWith(
      expect.objectContaining({ entity: bad.entity, events_parked: 1, events_failed: 1 }),
    );

    await platform.run('clock.retryParked');
    expect(said).toHaveBeenCalledWith(
      expect.objectContaining({
        message: 'A parked event could not be followed',
        entity: bad.entity,
        events_failed: 1,
      }),
    );
    expect(await parked()).toEqual([waiting]);
    expect(await bad.isFinished()).toBe(false);

    await platform.run('clock.retryParked');
    expect(await bad.isFinished()).toBe(true);
    expect(await parked()).toEqual([]);
  },
);

test(
  'what was begun twice while it was put aside is finished once, and nothing of it stays aside',
  alone,
  async () => {
    const bad = await erase(await users.organization());
    await inject(endpoint, { ...bad.fault, kind: 'invalid', times: 3 });
    await follow(bad.entity);
    expect(await bad.isFinished()).toBe(false);
    // The stream may tell twice.
    await follow(bad.entity);
    expect(await bad.isFinished()).toBe(true);
    await platform.run('clock.retryParked');
    expect((await table.partitions('parked')).filter(({ entity }) => entity === bad.entity)).toEqual([]);
  },
);

test(
  'parked events are read page by page, each page after the previous one has been worked off',
  alone,
  async () => {
    // A page of DynamoDB has 1 MB.
    const ids = Array.from({ length: 6 }, () => newId('evt'));
    const { client } = await users.organization();
    for (const id of ids) {
      await table.put({
        pk: 'parked',
        sk: `${id}#finish`,
        ...{ id, follower: 'finish', type: 'conversation.erased', entity: newId('conv'), path: [client.id] },
        parked_at: new Date().toISOString(),
        error: 'x'.repeat(300_000),
      });
    }
    asked.length = 0;
    await platform.run('clock.retryParked');

    const reads = asked.filter(({ operation, body }) => operation === 'Query' && body.includes('"parked"'));
    expect(reads.length).toBeGreaterThan(1);
    for (const read of reads) {
      const { ExclusiveStartKey } = JSON.parse(read.body) as { ExclusiveStartKey?: { sk: { S: string } } };
      const before = ids.filter((id) => ExclusiveStartKey && `${id}#finish` <= ExclusiveStartKey.sk.S);
      const removed = asked
        .slice(0, asked.indexOf(read))
        .filter(({ operation, body }) => operation === 'BatchWriteItem' && body.includes('"parked"'));
      expect(removed).toHaveLength(before.length);
    }
    expect(await table.partitions('parked')).toEqual([]);
  },
);
