import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { eachOf } from '../test/support/dialogues.ts';
import { usersOf } from '../test/support/users.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, median, milliseconds, rounded, timed } from './figure.ts';
import { createLocation, dialogueAt, turnsAt } from './platform.ts';
import type { ProcessorTime } from './started.ts';

const connections = 16;
const reads = 300;
/** Between two reads, so that they are not what keeps the processor busy. */
const readEveryMs = 20;

/** A platform in a process of its own, with or without what follows a write. */
const startApart = async (following: boolean) => {
  const directory = await mkdtemp(join(tmpdir(), 'following-'));
  const child = fork(join(import.meta.dirname, 'started.ts'), [directory, String(following)]);
  const [description] = (await once(child, 'message')) as [PlatformDescription];
  const users = usersOf(description);
  const { client, location, agent } = await createLocation(users);
  const create = async (at: number, word = 'loaded'): Promise<string> => {
    const turns = [{ role: 'agent' as const, text: word }, ...turnsAt(at)];
    const { id } = await client.api.conversations.create({
      body: {
        agent_id: agent.id,
        client_id: location.client.id,
        status: 'completed',
        outcome: dialogueAt(at).outcome,
        turns: turns.map((turn, index) => ({ ...turn, index })),
      },
    });
    return id;
  };
  const isFound = async (q: string): Promise<boolean> =>
    (await client.api.conversations.list({ query: { q, limit: '1' } })).data.length > 0;
  const used = async (): Promise<number> => {
    child.send('used');
    const [{ own, database }] = (await once(child, 'message')) as [ProcessorTime];
    return own + database;
  };
  const end = async (): Promise<void> => {
    child.send('close');
    await once(child, 'exit');
    await rm(directory, { recursive: true, force: true });
  };
  const id = await create(0);
  const read = () => client.api.conversations.get({ params: { conversation_id: id } });
  return { create, isFound, read, used, end };
};

type Apart = Awaited<ReturnType<typeof startApart>>;

/** The milliseconds of reads, one after the other, until it is over. */
const readUntil = async ({ read }: Apart, isOver: (count: number) => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (!isOver(times.length)) {
    times.push(await timed(read));
    await wait(readEveryMs);
  }
  return times;
};

/** Writes so many conversations at once: the processor time of each, and the time of all, in milliseconds. */
const write = async ({ create, used }: Apart, size: number) => {
  const before = await used();
  const ms = await timed(() =>
    eachOf(Array.from({ length: size }), connections, async (_, at) => void (await create(at))),
  );
  return { before, ms, each: ((await used()) - before) / size };
};

/** Waits until a platform uses hardly any processor time, which it then has used. */
const untilQuiet = async ({ used }: Apart): Promise<number> => {
  for (let last = await used(), quiet = 0; ; ) {
    await wait(1000);
    const now = await used();
    quiet = now - last < 100 ? quiet + 1 : 0;
    if (quiet === 5) return now;
    last = now;
  }
};

/**
 * Measures what follows many writes at once, in a platform that stores its data in files, beside one in which
 * nothing follows.
 */
export const measure = async (size: number): Promise<MeasuredGroup> => {
  const alone = await startApart(false);
  await write(alone, Math.ceil(size / 10));
  const bare = await write(alone, size);
  await alone.end();

  const apart = await startApart(true);
  await write(apart, Math.ceil(size / 10));
  await untilQuiet(apart);
  const idle = await readUntil(apart, (count) => count === reads);
  const { before, ms } = await write(apart, size);
  await apart.create(size, 'lastofall');
  const [began, end] = [performance.now(), { isFound: false }];
  const reading = readUntil(apart, () => end.isFound);
  while (!(await apart.isFound('lastofall'))) await wait(250);
  const foundMs = performance.now() - began;
  end.isFound = true;
  const meanwhile = await reading;
  const all = ((await untilQuiet(apart)) - before) / size;
  await apart.end();
  return {
    figures: [
      figure(
        `${size.toLocaleString('en')} conversations at once, from the last of them until it is found by its words: in times of their writing`,
        rounded(foundMs / ms),
      ),
      figure('A read of one by its id when nothing is to be done: milliseconds', milliseconds(idle)),
      figure('The same until the last conversation is found: milliseconds', milliseconds(meanwhile)),
      figure('The same, relative to the line above it, median', rounded(median(meanwhile) / median(idle)), 3),
      figure(
        'Processor time of a write and all that follows, relative to the write alone',
        rounded(all / bare.each),
        2,
      ),
    ],
  };
};
