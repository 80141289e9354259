import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#lib/bundles.ts';
import { quantile, rounded } from './quantiles.ts';

/** How long an operator waits for `cdk synth`: all functions are built, the template is made, and the rule packs look at it. */
export interface Synth {
  readonly seconds: number;
  /** The same, in times of a stack that is empty. */
  readonly ratio: number;
}

const runs = 5;
const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');

const secondsOf = (cwd: string, options: readonly string[]): number => {
  const began = performance.now();
  execFileSync(process.execPath, [cdk, 'synth', '--quiet', ...options], { cwd, stdio: 'pipe' });
  return (performance.now() - began) / 1000;
};

/** One after the other, so that a busy moment of the machine meets both. */
export const measureSynth = async (): Promise<Synth> => {
  const directory = await mkdtemp(join(tmpdir(), 'synth-'));
  const empty = `node ${join(root, 'bench/empty-stack.ts')}`;
  const pairs: { readonly whole: number; readonly bare: number }[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const whole = secondsOf(root, ['--output', join(directory, 'whole')]);
      const bare = secondsOf(directory, ['--app', empty, '--output', join(directory, 'bare')]);
      pairs.push({ whole, bare });
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  return {
    seconds: rounded(
      quantile(
        pairs.map(({ whole }) => whole),
        0.5,
      ),
      1,
    ),
    ratio: rounded(
      quantile(
        pairs.map(({ whole, bare }) => whole / bare),
        0.5,
      ),
    ),
  };
};
