import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startPlatform } from '#lib/local/platform.ts';
import { eachOf } from '../test/support/dialogues.ts';
import { usersOf } from '../test/support/users.ts';
import type { Delivered } from './figures.ts';
import { quantile } from './quantiles.ts';

/*
 * Measures how long messages take to reach a hundred webhooks, from the answer to the write until they arrive, and how much
 * longer to the others while one of the receivers hangs. `node bench/deliveries.ts --rounds 10`; the figures are written to standard
 * output as JSON.
 */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
const organizations = 10;
const webhooksEach = 10;

/** When a message about an entity arrived at a path. */
const arrivals = new Map<string, number>();
const arrivalOf = (path: string, entity: string): number | undefined => arrivals.get(`${path} ${entity}`);

/** The path that does not answer; its connections are kept open. */
let hanging: string | undefined;
const held = new Set<ServerResponse>();

const server = createServer(async (request, response) => {
  const { data } = (await json(request)) as { data: { id: string } };
  const path = request.url ?? '';
  arrivals.set(`${path} ${data.id}`, performance.now());
  if (path === hanging) held.add(response);
  else response.writeHead(204).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

console.info = () => {};
const directory = await mkdtemp(join(tmpdir(), 'deliveries-'));
const platform = await startPlatform({
  directory,
  memory: true,
  port: 0,
  following: true,
  scheduled: false,
});
const { operator, organization } = usersOf(platform.description);

const orgs = await Promise.all(
  Array.from({ length: organizations }, async (_, org) => {
    const { client } = await organization();
    const paths: string[] = [];
    let first = '';
    for (let at = 0; at < webhooksEach; at += 1) {
      const path = `/${org}/${at}`;
      const url = `http://127.0.0.1:${port}${path}`;
      const { id } = await operator.webhooks.create({
        body: { client_id: client.id, url, events: ['agent.created'] },
      });
      first ||= id;
      paths.push(path);
    }
    return { client_id: client.id, paths, first };
  }),
);
const [chosen] = orgs;
const suspect = chosen?.paths[0] ?? '';
const params = { webhook_id: chosen?.first ?? '' };

/** Without the webhook that may hang, or with it. */
const setSuspect = (status: 'enabled' | 'disabled') =>
  operator.webhooks.replace({
    params,
    body: { url: `http://127.0.0.1:${port}${suspect}`, events: ['agent.created'], status },
  });

/** Creates an agent in each organization, and waits until every other webhook has received it: milliseconds for each message. */
const round = async (): Promise<number[]> => {
  const times: number[] = [];
  await eachOf(orgs, organizations, async ({ client_id, paths }) => {
    const { id } = await operator.agents.create({ body: { name: 'Reception', client_id } });
    const created = performance.now();
    const others = paths.filter((path) => path !== suspect);
    while (others.some((path) => arrivalOf(path, id) === undefined))
      await new Promise((resolve) => setTimeout(resolve, 5));
    times.push(...others.map((path) => Math.max(0, (arrivalOf(path, id) ?? 0) - created)));
  });
  return times;
};

/** Several rounds, the first of which loads the functions. */
const series = async (): Promise<number[]> => {
  await round();
  const times: number[] = [];
  for (let at = 0; at < rounds; at += 1) times.push(...(await round()));
  return times;
};

const without: number[] = [];
const beside: number[] = [];
// In turns, so that a machine that becomes slower does so to both.
for (let turn = 0; turn < 3; turn += 1) {
  await setSuspect('disabled');
  without.push(...(await series()));
  hanging = suspect;
  await setSuspect('enabled');
  beside.push(...(await series()));
}
for (const response of held) response.destroy();
server.closeAllConnections();
server.close();
hanging = undefined;
await setSuspect('disabled');
await platform.close();
await rm(directory, { recursive: true, force: true });

const figures = (times: readonly number[]) => ({
  p50: Math.round(quantile(times, 0.5)),
  p95: Math.round(quantile(times, 0.95)),
});
const result: Delivered = {
  webhooks: organizations * webhooksEach,
  messages: without.length + beside.length,
  without_ms: figures(without),
  beside_ms: figures(beside),
  ratio_p50: Number((quantile(beside, 0.5) / quantile(without, 0.5)).toFixed(2)),
};
process.stdout.write(JSON.stringify(result));
