import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#lib/build/bundles.ts';
import { reasonToSkip } from '../support/required.ts';
import type { Emulator } from './emulator.ts';
import { missing, startEmulator } from './emulator.ts';

const run = promisify(execFile);

export const must = (condition: boolean, sentence: string): void => {
  if (!condition) throw new Error(sentence);
};

export interface RunOptions {
  /** The deployed functions run with their deployed roles, over TLS. */
  readonly secure: boolean;
  /** Keeps the folder with the emulator's log. */
  readonly keep: boolean;
}

/** A run of steps in an emulator, which prints each of them. */
export interface EmulatedRun {
  readonly emulator: Emulator;
  /** A folder that is removed at the end. */
  readonly scratch: string;
  readonly report: (passed: boolean, name: string, milliseconds: number, note?: string) => void;
  /** Runs a step, and prints a text that it returns. What follows a step that failed does not run. */
  readonly step: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  readonly cdk: (...options: string[]) => Promise<unknown>;
  /** Deploys the stacks of an assembly, without those that they depend on; without names, all. */
  readonly deploy: (directory: string, ...stacks: string[]) => Promise<void>;
  /** The output of a program in the `bin` of a checkout, by default of this one. */
  readonly program: (
    name: string,
    options: readonly string[],
    at?: { readonly checkout?: string; readonly environment?: NodeJS.ProcessEnv },
  ) => Promise<string>;
  readonly statusOf: (stack: string) => Promise<string>;
  /** The outputs of all stacks. */
  readonly outputs: () => Promise<Record<string, string>>;
}

/** Starts an emulator for some steps, and ends the process with their result; skips them without one. */
export const inEmulator = async (
  { secure, keep }: RunOptions,
  use: (run: EmulatedRun) => Promise<void>,
): Promise<void> => {
  const { PYTHON: python = 'python3' } = process.env;
  const lacking = reasonToSkip('ministack', missing(python));
  if (lacking !== undefined) {
    console.log(`Skipped: ${lacking}`);
    return;
  }
  const began = performance.now();
  let failed = 0;
  const report: EmulatedRun['report'] = (passed, name, milliseconds, note = '') => {
    if (!passed) failed += 1;
    const seconds = (milliseconds / 1000).toFixed(1).padStart(7);
    console.log(`${passed ? 'passed' : 'FAILED'} ${seconds} s  ${name}${note && `: ${note}`}`);
  };
  const step: EmulatedRun['step'] = async (name, task) => {
    const from = performance.now();
    try {
      const result = await task();
      report(true, name, performance.now() - from, typeof result === 'string' ? result : '');
      return result;
    } catch (error) {
      const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
      report(false, name, performance.now() - from, [message, stdout, stderr].join('\n').slice(-3000));
      throw error;
    }
  };
  const scratch = await mkdtemp(join(tmpdir(), 'deploy-'));
  const emulator = await step('the emulator starts', () =>
    startEmulator({ python, scratch: join(scratch, 'emulator'), secure }),
  );
  const { aws, environment } = emulator;
  const cdk: EmulatedRun['cdk'] = (...options) =>
    run(
      process.execPath,
      // Without the last option it waits for the network.
      [join(root, 'node_modules/aws-cdk/bin/cdk'), ...options, '--no-notices', '--ci'],
      { cwd: scratch, env: environment, maxBuffer: 1e9 },
    );
  try {
    await use({
      emulator,
      scratch,
      report,
      step,
      cdk,
      deploy: async (directory, ...stacks) => {
        const named = stacks.length > 0 ? [...stacks, '--exclusively'] : ['--all'];
        await cdk('deploy', '--app', directory, ...named, '--require-approval', 'never');
      },
      program: async (name, options, { checkout = root, environment: more } = {}) => {
        const program = [join(checkout, `bin/${name}.ts`), ...options];
        const env = { ...environment, ...more };
        return (await run(process.execPath, program, { cwd: checkout, env })).stdout;
      },
      statusOf: async (stack) => {
        const { Stacks } = (await aws('cloudformation', 'describe_stacks', { StackName: stack })) as {
          Stacks: [{ StackStatus: string }];
        };
        return Stacks[0].StackStatus;
      },
      outputs: async () => {
        const { Stacks } = (await aws('cloudformation', 'describe_stacks')) as {
          Stacks: readonly {
            Outputs?: readonly { OutputKey: string; OutputValue: string }[];
            ParentId?: string;
          }[];
        };
        const own = Stacks.filter(({ ParentId }) => !ParentId).flatMap(({ Outputs = [] }) => Outputs);
        return Object.fromEntries(own.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
      },
    });
  } catch (error) {
    // A step that failed has said so.
    if (failed === 0) report(false, 'the run', performance.now() - began, String(error));
  } finally {
    await emulator.close();
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${failed} failed, ${seconds} seconds, at most ${emulator.peakMemory()} MB of memory`);
  if (keep || failed > 0) console.log(`The emulator's log: ${join(scratch, 'emulator/emulator.log')}`);
  else await rm(scratch, { recursive: true, force: true });
  process.exitCode = failed === 0 ? 0 : 1;
};
