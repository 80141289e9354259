import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Vitest } from 'vitest/node';
import { root } from '#lib/build/bundles.ts';
import { deepProjects } from '../projects.ts';

/** The extent of a run: one of the two suites, both, or a part that has nothing to say of the whole. */
export type Suite = 'fast' | 'deep' | 'all' | 'part';

const isNarrowed = (): boolean =>
  process.argv.slice(2).some((argument) => argument !== 'run' && !argument.startsWith('--project='));

export const suiteOf = ({ projects }: Pick<Vitest, 'projects'>): Suite => {
  const names = new Set(projects.map(({ name }) => name.replace(/-alone$/, '')));
  const hasDeep = deepProjects.every((name) => names.has(name));
  if (isNarrowed()) return 'part';
  if (names.has('fast')) return hasDeep ? 'all' : names.size === 1 ? 'fast' : 'part';
  return hasDeep ? 'deep' : 'part';
};

const file = join(root, 'node_modules/.cache/seen-by-npm-test.json');

/** Keeps the declared answers that the fast suite has seen, for the deep suite, which completes them. */
export const keepSeen = async (seen: ReadonlySet<string>): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify([...seen].toSorted()));
};

/** Those of the last fast suite. */
export const seenByFast = async (): Promise<readonly string[]> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new Error(
      'Run `npm test` first: only both suites together see every answer that the contract declares',
    );
  }
  return JSON.parse(text) as string[];
};
