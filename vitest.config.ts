import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';

// Most files load the same packages: Node compiles them once for all processes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const files = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path.replaceAll('\\', '/')}`);

/** What a file does to its process, and so to every other file in it: its environment, clock, console or modules. */
const changesItsProcess = /process\.env|own-platform|upkeep|\bvi\.|console\.\w+ =/;

/** It takes a minute, and files of their own processes start first: else it would still run when all others are done. */
const isLong = (path: string): boolean => path === 'test/bin/torture.test.ts';

const alone = files.filter(
  (path) => isLong(path) || changesItsProcess.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

// Everything runs side by side against one platform: what is slow here is the machine, not the test. Only what hangs
// is to be given up.
const shared = { testTimeout: 300_000, hookTimeout: 300_000, sequence: { concurrent: true } };

export default defineConfig({
  test: {
    globalSetup: ['test/support/platform.ts'],
    reporters: ['default', new CountReporter()],
    // Many files mostly wait: for the platform, for processes, for what follows a write.
    maxWorkers: 3,
    projects: [
      // Each in a process of its own.
      { test: { ...shared, name: 'alone', include: alone } },
      // One after the other in a few processes, which load every module once.
      { test: { ...shared, name: 'together', include: files, exclude: alone, isolate: false } },
    ],
  },
});
