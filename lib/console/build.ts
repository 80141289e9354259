import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { writeDerivedFiles } from '#lib/build/generated-files.ts';
import { unlessBuilt } from '#lib/build/unless-built.ts';
import { writeWidget } from './widget.ts';

/** The folder of the built console. */
export const consoleDirectory = join(root, 'dist/console');

const stamp = join(consoleDirectory, '.inputs');

const sources = [
  'console/**/*.{ts,tsx,css,html,json,svg}',
  'clients/typescript/src/*.ts',
  'clients/{voice,widget}/src/*.ts',
  'clients/widget/frame.html',
  'lib/console/*.ts',
  'package-lock.json',
] as const;

/**
 * Runs a task with the production environment. A test runner sets NODE_ENV, and Vite would then build for
 * development.
 */
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

/**
 * Builds the console into `dist/console`, unless it was already built from the same files. Returns whether it
 * was built.
 */
export const buildConsole = async (): Promise<boolean> => {
  await writeDerivedFiles();
  return unlessBuilt(stamp, sources, () =>
    inProduction(async () => {
      // Imported here, because only a build needs it and loading it is slow.
      const { build } = await import('vite');
      await build({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' });
      await writeWidget(consoleDirectory);
    }),
  );
};
