import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '#lib/data/events/events.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { usersOf } from '../test/support/users.ts';
import type { MessageFigures } from './figures.ts';
import type { UnitsUsed } from './routes.ts';

/*
 * Measures what an event costs after it was written, with no webhook, one and three: its messages, and their delivery at the first attempt.
 * The figures are written to standard output as JSON.
 */

const server = createServer((_, response) => response.writeHead(204).end());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

console.info = () => {};
const directory = await mkdtemp(join(tmpdir(), 'messages-'));
const platform = await startPlatform({
  directory,
  memory: true,
  port: 0,
  // Both are run here, one by one.
  following: false,
  scheduled: false,
});
const { operator, organization } = usersOf(platform.description);

// Only now: the table's client takes its settings from the environment.
const { costOf } = await import('./measured.ts');
const { eventsPartition, shardOf, taskShards, tasksPartition } = await import('#lib/data/keys.ts');
const { query } = await import('#lib/data/operations/query.ts');
const { fanOut } = await import('#lib/data/webhooks/fan-out.ts');
const { handler: deliver } = await import('#functions/tasks/deliver-message.ts');

const itemsIn = async (pk: string) =>
  (
    await query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    })
  ).items;

const tasksOf = async (kind: string) => {
  const shards = await Promise.all(
    Array.from({ length: taskShards }, (_, shard) => itemsIn(tasksPartition(shard))),
  );
  return shards.flat().filter((task) => task.kind === kind);
};

const used = ({ calls, readUnits, writeUnits }: UnitsUsed): UnitsUsed => ({ calls, readUnits, writeUnits });
const context = { getRemainingTimeInMillis: () => 60_000 } as Parameters<typeof deliver>[1];

const measure = async (webhooks: number): Promise<MessageFigures> => {
  const { client } = await organization();
  for (let at = 0; at < webhooks; at += 1) {
    const url = `http://127.0.0.1:${port}/${at}`;
    await operator.webhooks.create({ body: { client_id: client.id, url, events: ['agent.created'] } });
  }
  const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
  const events = (await itemsIn(eventsPartition(shardOf(agent.id)))) as unknown as Event[];
  const [event] = events.filter(({ entity }) => entity === agent.id);
  if (!event) throw new Error('There is no event of the agent');
  const written = used(await costOf(() => fanOut([event])));

  const total = { calls: 0, readUnits: 0, writeUnits: 0 };
  const tasks = await tasksOf('deliver_message');
  if (tasks.length !== webhooks) throw new Error(`${tasks.length} messages for ${webhooks} webhooks`);
  for (const { pk, sk } of tasks) {
    const Records = [{ body: JSON.stringify({ pk, sk }) }];
    const cost = await costOf(() => deliver({ Records } as Parameters<typeof deliver>[0], context));
    total.calls += cost.calls;
    total.readUnits += cost.readUnits;
    total.writeUnits += cost.writeUnits;
  }
  const left = await tasksOf('deliver_message');
  if (left.length > 0) throw new Error('A message was not delivered');
  return { webhooks, written, delivered: total };
};

const figures: MessageFigures[] = [];
for (const webhooks of [0, 1, 3]) figures.push(await measure(webhooks));
server.closeAllConnections();
server.close();
await platform.close();
await rm(directory, { recursive: true, force: true });
process.stdout.write(JSON.stringify(figures));
