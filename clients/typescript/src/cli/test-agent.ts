import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, TestRun, TestRunInput } from '../index.ts';
import { createClient } from '../index.ts';
import { junitOf } from './junit.ts';
import { reportOf } from './report.ts';

/** The exit codes of the program. */
export const exitCodes = { passed: 0, failed: 1, inconclusive: 2, notRun: 3 } as const;

const longestWaitMs = 5000;

/** Shows how far a run is: on a terminal in one line, and in a log with a line for each tenth. */
const progressOf = (total: number) => {
  let shown = -1;
  return (done: number): void => {
    const text = `${done} of ${total} attempts`;
    if (process.stderr.isTTY) {
      process.stderr.write(`\r${text}${done === total ? '\n' : ''}`);
      return;
    }
    const tenth = Math.floor((done / total) * 10);
    if (tenth > shown) process.stderr.write(`${text}\n`);
    shown = Math.max(shown, tenth);
  };
};

/** Waits until a run has ended, ever longer, and cancels it when the signal ends the program. */
const followRun = async (client: Client, begun: TestRun, signal: AbortSignal): Promise<TestRun> => {
  const params = { test_run_id: begun.id };
  const show = progressOf(begun.total);
  let run = begun;
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 1.5, longestWaitMs)) {
    show(run.done);
    if (run.status !== 'running') return run;
    await wait(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return client.testRuns.cancel({ params });
    run = await client.testRuns.get({ params });
  }
};

/** Ends with the first Ctrl-C, or when a build is stopped. A second one ends the program at once. */
const stopSignal = (): AbortSignal => {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
};

/** Runs tests of an agent, prints the results, and returns the exit code. */
export const testAgent = async (
  options: { readonly baseUrl: string; readonly apiKey: string },
  agent_id: string,
  junit: string | undefined,
  body: TestRunInput,
): Promise<number> => {
  const client = createClient(options);
  const signal = stopSignal();
  const begun = await client.testRuns.create({ params: { agent_id }, body });
  console.error(`${begun.id}: version ${begun.agent_version} of ${agent_id}`);
  const run = await followRun(client, begun, signal);
  const attempts = [];
  const query = { limit: 100 };
  for await (const attempt of client.testRuns.items.all({ params: { test_run_id: run.id }, query }))
    attempts.push(attempt);
  console.log(reportOf(run, attempts));
  if (junit) await writeFile(junit, junitOf(run, attempts));
  return exitCodes[run.result ?? 'inconclusive'];
};
