import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ApiProblem } from '#lib/local/client.ts';
import type { LocalProcess } from './local-process.ts';
import { startLocal } from './local-process.ts';
import { randomOf } from './random.ts';
import { startReceiver } from './receiver.ts';
import { startAnalyzing } from './torture-analyses.ts';
import { differences, eventually, told, verifyTable } from './torture-check.ts';
import { startDeliveries } from './torture-deliveries.ts';
import type { Knowledge, RunningPlatform, Sent, Write } from './torture-load.ts';
import { nextWrite } from './torture-load.ts';
import { restOf } from './torture-rest.ts';
import { findingsOfTools } from './torture-tools.ts';
import { usersOf } from './users.ts';

/*
 * Kills the platform in the middle of a load, again and again over the same data, and holds it against what
 * it had acknowledged. When it is killed is counted in writes and follows from a seed; nothing here waits for
 * a time.
 */

export interface TortureOptions {
  readonly directory: string;
  readonly rounds: number;
  readonly seed: number;
}

export interface Round {
  readonly round: number;
  /** Writes that were acknowledged before the platform was killed. */
  readonly acknowledged: number;
  /** Whether the embedded DynamoDB was killed at the same moment, or went on until the next start. */
  readonly withDynamoDb: boolean;
  /** Writes that were sent and not answered, and how many of them had been done. */
  readonly underWay: number;
  readonly done: number;
  /** The number of entities made so far, including those that are gone. */
  readonly entities: number;
  readonly findings: readonly string[];
}

const workers = 6;
const fewestWrites = 20;
const mostWrites = 100;

/** Chances of their own for each round and each worker. */
const chances = (seed: number, round: number, worker = 0): (() => number) =>
  randomOf(Math.imul(seed, 0x9e3779b1) + round * 100 + worker);

type Running = RunningPlatform & Pick<LocalProcess, 'end'>;

const start = async (directory: string, toolUrl: string): Promise<Running> => {
  const { description, end } = await startLocal(directory);
  const untilAtRest = restOf(description, directory);
  return { ...usersOf(description), description, toolUrl, untilAtRest, end };
};

/** Ends the embedded DynamoDB, which outlives a platform that is killed. */
const dynamoDbOf = async (directory: string): Promise<() => void> => {
  const pid = Number(await readFile(join(directory, 'dynamodb.sqlite.pid'), 'utf8').catch(() => ''));
  return () => {
    if (pid) process.kill(pid, 'SIGKILL');
  };
};

interface Broken {
  readonly underWay: Write;
  readonly last?: { readonly write: Write; readonly sent: Sent } | undefined;
}

interface Plan {
  readonly round: number;
  readonly seed: number;
  readonly writes: number;
  readonly kill: () => Promise<unknown>;
}

/** The platform has not been killed, but the machine is too busy for it. */
const isBusy = (error: unknown): boolean => error instanceof ApiProblem && error.status === 503;

/** Loads the platform from all sides until it is killed: what each worker was told last, and not told. */
const loadUntilKilled = async (
  platform: Running,
  known: readonly Knowledge[],
  { round, seed, writes, kill }: Plan,
): Promise<Broken[]> => {
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  const work = async (mine: Knowledge, worker: number): Promise<Broken> => {
    const random = chances(seed, round, worker + 1);
    let last: Broken['last'];
    let busy: Write | undefined;
    for (let at = 0; ; at += 1) {
      const write = busy ?? nextWrite(platform, mine, { round, random, name: `${round}-${worker}-${at}` });
      try {
        const sent = await write.send(platform);
        sent.acknowledge();
        last = { write, sent };
        busy = undefined;
      } catch (cause) {
        if (killed) return { underWay: write, last };
        // It may have been done all the same, so the same write is sent again.
        if (isBusy(cause)) {
          busy = write;
          continue;
        }
        throw new Error(`${write.what} failed before the platform was killed`, { cause });
      }
      acknowledged += 1;
      if (acknowledged === writes) killed = kill();
    }
  };
  const broken = await Promise.all(known.map(work));
  await killed;
  return broken;
};

/**
 * Sends again what was not answered, and what was answered last: each must be as if it had been sent once.
 */
const sendAgain = async (platform: Running, { underWay, last }: Broken) => {
  let done = false;
  const findings = [
    ...(await told(`${underWay.what}, sent again`, async () => {
      const sent = await underWay.send(platform);
      sent.acknowledge();
      done = sent.replayed;
      return [];
    })),
    ...(await told(`${last?.write.what}, sent again after its answer`, async () => {
      if (!last?.write.keyed) return [];
      const { reply, replayed } = await last.write.send(platform);
      if (!replayed) return ['it was done a second time'];
      return isDeepStrictEqual(reply, last.sent.reply) ? [] : ['it has another answer'];
    })),
  ];
  return { done, findings };
};

/**
 * The rounds, one after the other, on one directory. The last one looks at everything that any of them has
 * made.
 */
export const torture = async function* ({ directory, rounds, seed }: TortureOptions): AsyncGenerator<Round> {
  const tools = await startReceiver();
  let platform: Running | undefined = await start(directory, tools.url);
  const deliveries = await startDeliveries(platform);
  const { known, analyzers } = await startAnalyzing(platform, workers);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const random = chances(seed, round);
      const acknowledged = fewestWrites + Math.floor(random() * (mostWrites - fewestWrites));
      const withDynamoDb = random() < 0.5;

      const loaded: Running = platform;
      const killDynamoDb = await dynamoDbOf(directory);
      const kill = () => {
        platform = undefined;
        const end = loaded.end('SIGKILL');
        if (withDynamoDb) killDynamoDb();
        return end;
      };
      const broken = await loadUntilKilled(loaded, known, { round, seed, writes: acknowledged, kill });

      platform = await start(directory, tools.url);
      const { api_key } = loaded.description;
      const findings = platform.description.api_key === api_key ? [] : ['The platform’s key is another one'];
      const restarted = platform;
      const again = await Promise.all(broken.map((each) => sendAgain(restarted, each)));
      const done = again.filter((each) => each.done).length;
      findings.push(...again.flatMap((each) => each.findings));
      findings.push(...(await differences(platform, known, analyzers, round === rounds ? undefined : round)));
      findings.push(...(await deliveries.findings(platform, known, round === rounds)));
      findings.push(...findingsOfTools(tools, known));
      findings.push(...(await eventually(restarted, () => verifyTable(directory))));
      const entities = known.flatMap((mine) => Object.values(mine)).flat().length;
      yield { round, acknowledged, withDynamoDb, underWay: broken.length, done, entities, findings };
    }
  } finally {
    if (platform) await platform.end('SIGTERM');
    else (await dynamoDbOf(directory))();
    await deliveries.close();
    await tools.close();
  }
};
