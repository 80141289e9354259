import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { methodOf } from '#lib/contract/route.ts';
import { startPlatform } from '#lib/local/platform.ts';
import type { Attempt } from '../test/support/fuzz.ts';
import { faultOf, randomAttempt } from '../test/support/fuzz.ts';
import { createPlayground } from '../test/support/playground.ts';
import { usersOf } from '../test/support/users.ts';
import type { Hostile } from './figures.ts';
import { quantile, rounded } from './quantiles.ts';

/*
 * Sends random requests to every route, one after the other, in a process of its own, and looks at each answer and at
 * the CPU time that this process has spent on it: client, gateway and function together, so an upper bound for the
 * function. `node bench/hostile.ts --requests 20000 --seed 1`; the figures go to standard output as JSON.
 */

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];

console.info = () => {};
const directory = await mkdtemp(join(tmpdir(), 'hostile-'));
// Nothing follows what happens: it would be counted as a request's.
const platform = await startPlatform({
  directory,
  memory: true,
  port: 0,
  following: false,
  scheduled: false,
});
const { base_url } = platform.description;

/** The answer, and the CPU time of this process until it was there. */
const send = async ({ operation, target, headers, body }: Attempt, key: string) => {
  const before = process.cpuUsage();
  const response = await fetch(`${base_url}${target}`, {
    method: methodOf(operation.route),
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && { body }),
  });
  await response.clone().arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  return { response, ms: (user + system) / 1000 };
};

const suspiciousMs = 50;

/** Garbage collection and compilation delay whatever request is running: a slow request is repeated. */
const leastOf = async (ms: number, again: () => Promise<{ readonly ms: number }>): Promise<number> =>
  ms < suspiciousMs ? ms : Math.min(ms, (await again()).ms, (await again()).ms);

const spent: { readonly ms: number; readonly attempt: Attempt }[] = [];
const statuses: Record<number, number> = {};
const faults: string[] = [];

/** So many at a time, each with entities of its own: what was erased or suspended gives way to something new. */
const batch = 500;
for (let at = 0; at < requests; at += batch) {
  const { key, pool } = await createPlayground(usersOf(platform.description));
  const attempts = fc.sample(randomAttempt(pool), {
    numRuns: Math.min(batch, requests - at),
    seed: seed + at,
  });
  for (const attempt of attempts) {
    const first = await send(attempt, key);
    // The first ones load the functions, as a cold start would.
    if (at > 0) spent.push({ ms: await leastOf(first.ms, () => send(attempt, key)), attempt });
    const { response } = first;
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const fault = await faultOf(attempt, response);
    if (fault) faults.push(`${fault}\n${JSON.stringify(attempt).slice(0, 1000)}`);
  }
}
await platform.close();
await rm(directory, { recursive: true, force: true });

for (const fault of faults.slice(0, 10)) console.error(fault);
const cpuMs = spent.map(({ ms }) => ms);
const worst = spent.reduce((most, one) => (one.ms > most.ms ? one : most));
const { operation, target, body = '' } = worst.attempt;
const result: Hostile = {
  requests,
  seed,
  statuses,
  undeclared: faults.length,
  cpu_ms: {
    p50: rounded(quantile(cpuMs, 0.5)),
    p99: rounded(quantile(cpuMs, 0.99)),
    most: rounded(worst.ms),
  },
  worst: `${methodOf(operation.route)} ${target.slice(0, 100)} ${body.slice(0, 60)} (${body.length} characters)`,
};
process.stdout.write(JSON.stringify(result));
