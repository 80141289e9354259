import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { CountReporter } from './test/support/count-reporter.ts';

// Most files load the same packages: Node compiles them once for all processes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const files = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path.replaceAll('\\', '/')}`);

/**
 * Files that match change the state of their process (environment variables, clock, console, modules), which
 * other files would see.
 */
const changesItsProcess = /process\.env|own-platform|upkeep|\bvi\.|console\.\w+ =/;

/**
 * Files in separate processes start first. This one takes a minute, and would otherwise still run after all
 * others have ended.
 */
const longest = 'test/bin/torture.test.ts';

const textOf = (path: string): string => readFileSync(path, 'utf8');

const alone = files.filter(
  (path) => path === longest || changesItsProcess.test(textOf(join(import.meta.dirname, path))),
);

/** This one waits for a server that never answers, and would otherwise be the last to end. */
const waiting = 'test/functions/connections/test.test.ts';

/**
 * Files that match read the whole table that all files share, which takes longer the more tests have written
 * to it.
 */
const readsWholeTable = /\b(allItems|itemsLeft)\(/;

/**
 * Files that match take minutes in a browser of their own, and would otherwise still run after all others
 * have ended.
 */
const hasBrowser = /\b(startConsole|consoleTests|operatorTests)\b/;

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const rankOf = ({ project, moduleId }: TestSpecification): number => {
      if (project.name === 'alone') return 0;
      const text = textOf(moduleId);
      if (moduleId.endsWith(waiting)) return 1;
      return readsWholeTable.test(text) || hasBrowser.test(text) ? 1 : 2;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

// All files run at the same time against one platform, so a slow machine makes every test slow. Only a test
// that hangs is stopped.
const hangsMs = 900_000;
const shared = {
  testTimeout: hangsMs,
  hookTimeout: hangsMs,
  sequence: { concurrent: true },
  // Most of what a test makes is soon garbage. With room for it, a tenth of the processes' time is saved.
  execArgv: ['--max-semi-space-size=64'],
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/platform.ts'],
    reporters: ['default', new CountReporter()],
    // Many files mostly wait: for the platform, for processes, for what follows a write.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Each file in a separate process.
      { test: { ...shared, name: 'alone', include: alone } },
      // In a few processes, which load every module once.
      { test: { ...shared, name: 'together', include: files, exclude: alone, isolate: false } },
    ],
  },
});
