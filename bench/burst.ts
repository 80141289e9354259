import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import { usersOf } from '../test/support/users.ts';
import type { Burst } from './figures.ts';
import { quantile } from './quantiles.ts';
import { startServing } from './serving.ts';

/*
 * Records conversations at a steady rate over eight connections on a platform that keeps its data in files, and measures how long a
 * create takes, with and without the followers, and how long after the last write every conversation is found by a search.
 * `node bench/burst.ts --seconds 10`; the figures are written to standard output as JSON.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
  },
});
const perSecond = 120;
const connections = 8;
const seconds = Number(values.seconds);

interface Measured {
  /** Milliseconds of each create. */
  readonly creates: readonly number[];
  readonly writtenPerSecond: number;
  /** Milliseconds from the last write until every conversation was found. */
  readonly foundAfter: number;
}

const dialogues = readDialogues();

const measure = async (following: boolean): Promise<Measured> => {
  const directory = await mkdtemp(join(tmpdir(), 'burst-'));
  const { description, close } = await startServing(directory, following);
  const { organization } = usersOf(description);
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const subcompany = await organization(client, 'subcompany');
  const { api } = await organization(subcompany, 'location');
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const create = (at: number, word: string) => {
    const dialogue = dialogues[at % dialogues.length];
    const turns = [{ role: 'agent' as const, text: word }, ...(dialogue ? turnsOf(dialogue) : [])].map(
      (turn, index) => ({ ...turn, index }),
    );
    return api.conversations.create({ body: { agent_id, status: 'completed', turns } });
  };
  /** Records conversations at the rate, as far as the platform keeps up; milliseconds of each create. */
  const record = async (count: number, word: string): Promise<number[]> => {
    const creates: number[] = [];
    const began = performance.now();
    let next = 0;
    const connection = async () => {
      for (let at = next++; at < count; at = next++) {
        const due = began + (at * 1000) / perSecond;
        const early = due - performance.now();
        if (early > 0) await wait(early);
        const sent = performance.now();
        await create(at, word);
        creates.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    return creates;
  };
  const untilFound = async (count: number, word: string): Promise<void> => {
    for (let found = 0; found < count; ) {
      await wait(50);
      found = 0;
      for await (const _ of api.conversations.list.all({ query: { q: word, limit: '100' } })) found += 1;
    }
  };
  // The first ones load and compile the functions.
  const first = perSecond * 3;
  await record(first, 'warming');
  if (following) await untilFound(first, 'warming');

  const total = perSecond * seconds;
  const began = performance.now();
  const creates = await record(total, 'burst');
  const written = performance.now();
  if (following) await untilFound(total, 'burst');
  const foundAfter = performance.now() - written;
  await close();
  await rm(directory, { recursive: true, force: true });
  return { creates, writtenPerSecond: (total * 1000) / (written - began), foundAfter };
};

const followed: Measured[] = [];
const alone: Measured[] = [];
// In turns, so that a machine that becomes slower does so to both.
for (let turn = 0; turn < 3; turn += 1) {
  alone.push(await measure(false));
  followed.push(await measure(true));
}
const median = (all: readonly Measured[]) =>
  quantile(
    all.flatMap(({ creates }) => creates),
    0.5,
  );
const result: Burst = {
  conversations: perSecond * seconds,
  per_second: Math.round(Math.min(...followed.map(({ writtenPerSecond }) => writtenPerSecond))),
  create_ms: {
    alone: Number(median(alone).toFixed(1)),
    followed: Number(median(followed).toFixed(1)),
    ratio: Number((median(followed) / median(alone)).toFixed(2)),
  },
  found_after_ms: Math.round(Math.max(...followed.map(({ foundAfter }) => foundAfter))),
};
process.stdout.write(JSON.stringify(result));
