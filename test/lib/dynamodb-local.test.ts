import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { differences } from '../dynamodb-local/differences.ts';

/** The titles of tests and groups of tests as they are written in a file. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:test|describe)\b[^'`\n]*(?:\n\s*)?['`](.*?)['`]/g)].map(
    ([, title = '']) => title,
  );

test.for(differences)(
  '$file has the test that is recorded as different: $test',
  async ({ file, test: name }) => {
    const titles = titlesIn(await readFile(join(root, file), 'utf8'));
    const inGroups = titles.flatMap((group) => titles.map((title) => `${group} ${title}`));
    expect([...titles, ...inGroups].some((title) => title.startsWith(name))).toBe(true);
  },
);
