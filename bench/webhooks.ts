import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { eachOf } from '../test/support/dialogues.ts';
import { startReceiver } from '../test/support/receiver.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, median, milliseconds, rounded } from './figure.ts';
import { startMeasured } from './platform.ts';

const organizations = 10;
const webhooksEach = 10;

/**
 * Messages to a hundred webhooks, from the answer to the write until they arrive, without and with a receiver
 * that hangs. What messages cost is measured with the units of everything else.
 */
export const measure = async (size: number): Promise<MeasuredGroup> => {
  const rounds = Math.max(1, Math.round(size / 1000));
  const arrivals = new Map<string, number>();
  const arrivalOf = (path: string, entity: string): number | undefined => arrivals.get(`${path} ${entity}`);
  let hanging: string | undefined;
  const held = new Set<ServerResponse>();
  const receiver = await startReceiver(({ path, body: { data } }, response) => {
    arrivals.set(`${path} ${(data as { id: string }).id}`, performance.now());
    if (path === hanging) held.add(response);
    else response.writeHead(204).end();
  });
  const { operator, organization } = await startMeasured({ following: true });
  const bodyOf = (path: string) => ({
    url: new URL(path, receiver.url).href,
    events: ['agent.created' as const],
  });

  const receivers = await Promise.all(
    Array.from({ length: organizations }, async (_, org) => {
      const { client } = await organization();
      const paths = Array.from({ length: webhooksEach }, (_path, at) => `/${org}/${at}`);
      const ids: string[] = [];
      for (const path of paths)
        ids.push((await operator.webhooks.create({ body: { client_id: client.id, ...bodyOf(path) } })).id);
      return { client_id: client.id, paths, ids };
    }),
  );
  const suspect = receivers[0]?.paths[0] ?? '';
  const params = { webhook_id: receivers[0]?.ids[0] ?? '' };
  const setSuspect = (status: 'enabled' | 'disabled') =>
    operator.webhooks.replace({ params, body: { ...bodyOf(suspect), status } });

  /**
   * Creates an agent in each organization and waits until every other webhook has its message: milliseconds
   * of each.
   */
  const round = async (): Promise<number[]> => {
    const times: number[] = [];
    await eachOf(receivers, organizations, async ({ client_id, paths }) => {
      const { id } = await operator.agents.create({ body: { name: 'Reception', client_id } });
      const created = performance.now();
      const others = paths.filter((path) => path !== suspect);
      while (others.some((path) => arrivalOf(path, id) === undefined)) await wait(5);
      times.push(...others.map((path) => Math.max(0, (arrivalOf(path, id) ?? 0) - created)));
    });
    return times;
  };
  const series = async (): Promise<number[]> => {
    // The first round loads the functions.
    await round();
    const times: number[] = [];
    for (let at = 0; at < rounds; at += 1) times.push(...(await round()));
    return times;
  };
  const alone: number[] = [];
  const beside: number[] = [];
  // In turns, so that a machine that becomes slower does so to both.
  for (let turn = 0; turn < 2; turn += 1) {
    await setSuspect('disabled');
    alone.push(...(await series()));
    hanging = suspect;
    await setSuspect('enabled');
    beside.push(...(await series()));
  }
  for (const response of held) response.destroy();
  const count = organizations * webhooksEach;
  return {
    figures: [
      figure(
        `From ten writes at once until ${count} webhooks have their messages: milliseconds`,
        milliseconds(alone),
      ),
      figure(
        'The same while one receiver hangs: time of the others, relative to the line above, median',
        rounded(median(beside) / median(alone)),
        1.2,
      ),
    ],
  };
};
