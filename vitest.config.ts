import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';

// Most files load the same packages: Node compiles them once for all processes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const files = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path.replaceAll('\\', '/')}`);

/** Files that match change the state of their process (environment variables, clock, console, modules), which other files would see. */
const changesItsProcess = /process\.env|own-platform|upkeep|\bvi\.|console\.\w+ =/;

/** Files in separate processes start first. This one takes a minute, and would otherwise still run after all others have ended. */
const longest = 'test/bin/torture.test.ts';

const alone = files.filter(
  (path) => path === longest || changesItsProcess.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

// All files run at the same time against one platform, so a slow machine makes every test slow. Only a test that hangs is stopped.
const shared = { testTimeout: 300_000, hookTimeout: 300_000, sequence: { concurrent: true } };

export default defineConfig({
  test: {
    globalSetup: ['test/support/platform.ts'],
    reporters: ['default', new CountReporter()],
    // Many files mostly wait: for the platform, for processes, for what follows a write.
    maxWorkers: 3,
    projects: [
      // Each file in a separate process.
      { test: { ...shared, name: 'alone', include: alone } },
      // In a few processes, which load every module once.
      { test: { ...shared, name: 'together', include: files, exclude: alone, isolate: false } },
    ],
  },
});
