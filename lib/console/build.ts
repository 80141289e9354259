import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';

/** Where the built console is. */
export const consoleDirectory = join(root, 'dist/console');

const stamp = join(consoleDirectory, '.inputs');

const sources = [
  'console/**/*.{ts,tsx,css,html,json,svg}',
  'clients/typescript/src/*.ts',
  'lib/console/build.ts',
  'package-lock.json',
] as const;

/** A hash of every file that the build reads. */
const hashOfInputs = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of globSync([...sources], { cwd: root }).sort()) {
    hash.update(file).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
};

/** Runs a task as in production: where a test runner has set the variable, Vite would build for development. */
const inProduction = async (task: () => Promise<unknown>): Promise<void> => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await task();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
};

/** Builds the console into `dist/console`, unless it was already built from the same files. Returns whether it was built. */
export const buildConsole = async (): Promise<boolean> => {
  const inputs = await hashOfInputs();
  const built = await readFile(stamp, 'utf8').catch(() => undefined);
  if (built === inputs) return false;
  await inProduction(async () => {
    // Only here: nothing else needs it, and loading it takes a while.
    const { build } = await import('vite');
    await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' });
  });
  await writeFile(stamp, inputs);
  return true;
};
