import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import type { Project } from './test/projects.ts';
import { deepProjects, testFiles } from './test/projects.ts';
import { everyCase } from './test/support/cases.ts';
import { CountReporter } from './test/support/count-reporter.ts';
import { patience } from './test/support/patience.ts';
import { endedMeanwhile } from './test/support/whole-periods.ts';

// Most files load the same packages: Node compiles them once for all processes.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const files = testFiles();
const textOf = new Map(files.map(({ path, text }) => [path, text]));

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

/** These wait for servers that never answer, and would otherwise be the last to end. */
const waiting = /\/(connections\/test|api-keys\/revoke)\.test\.ts$/;

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

const isAlone = (path: string): boolean => path === longest || changesItsProcess.test(textOf.get(path) ?? '');

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const rankOf = ({ project, moduleId }: TestSpecification): number => {
      if (project.name.endsWith(alone)) return 0;
      const text = [...textOf].find(([path]) => moduleId.endsWith(path))?.[1] ?? '';
      if (waiting.test(moduleId)) return 1;
      return readsWholeTable.test(text) || hasBrowser.test(text) ? 1 : 2;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

// All files run at the same time against one platform, so a slow machine makes every test slow. Only a test
// that hangs is stopped.
const hangsMs = 900_000;
const shared = {
  setupFiles: ['test/support/whole-hours.ts'],
  retry: { count: 1, condition: new RegExp(endedMeanwhile) },
  testTimeout: hangsMs,
  hookTimeout: hangsMs,
  sequence: { concurrent: true },
  // Most of what a test makes is soon garbage. With room for it, a tenth of the processes' time is saved.
  execArgv: ['--max-semi-space-size=64'],
};

const alone = '-alone';

/** A run that names no project runs each file once, as the deep suite does. */
const namesProject = process.argv.some((argument) => argument.startsWith('--project'));

/** Every case needs no few of them beside it. */
const runsFew = namesProject && !everyCase;

const filesOf = (project: Project): string[] =>
  files
    .filter(({ projects }) => (runsFew ? projects.includes(project) : projects.at(-1) === project))
    .map(({ path }) => path);

/** Each file in a separate process, or all in a few processes, which load every module once. */
const projectsFor = (project: Project) => {
  const include = filesOf(project);
  const env = { ...patience, CASES: project === 'fast' && runsFew ? 'few' : 'share' };
  return [
    { test: { ...shared, env, name: `${project}${alone}`, include: include.filter(isAlone) } },
    {
      test: {
        ...shared,
        env,
        name: project,
        include: include.filter((path) => !isAlone(path)),
        isolate: false,
      },
    },
  ].filter(({ test }) => test.include.length > 0);
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/platform.ts'],
    reporters: ['default', new CountReporter()],
    // Many files mostly wait: for the platform, for processes, for what follows a write.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: (['fast', ...deepProjects] as const).flatMap(projectsFor),
  },
});
