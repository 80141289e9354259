import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';

const directory = join(root, 'console/src');

const read = (path: string): string => readFileSync(join(directory, path), 'utf8');

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The names that a component reads from its stylesheets, as `<stylesheet> <name>`. */
const namesUsedBy = (path: string): string[] => {
  const source = read(path);
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
    ([, variable, sheet = '']) =>
      found(source, new RegExp(`(?<![\\w./])${variable}\\.(\\w+)`, 'g')).map(
        (name) => `${join(dirname(path), sheet)} ${name}`,
      ),
  );
};

const sheets = globSync('**/*.module.css', { cwd: directory });
const declared = new Set(
  sheets.flatMap((sheet) => found(read(sheet), /\.([a-z]\w*)/gi).map((name) => `${sheet} ${name}`)),
);
const used = new Set(globSync('**/*.tsx', { cwd: directory }).flatMap(namesUsedBy));

/** Names that a component makes of a value: a tone, a look, the number of a series. */
const computed =
  /^(kit\/(kit|bar-chart)|home\/home)\.module\.css (good|bad|warn|accent|primary|danger|plain|series\d|quiet|failed)$/;

// TypeScript knows a stylesheet only as names without a type, so that a misspelled one would go unnoticed.
test('every class that a component names is in its stylesheet, and every class of a stylesheet is used', () => {
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
  expect([...declared].filter((name) => !used.has(name) && !computed.test(name))).toEqual([]);
});

test('only tokens and resets of elements are global', () => {
  expect(globSync('**/*.css', { cwd: directory }).filter((sheet) => !sheet.endsWith('.module.css'))).toEqual([
    'kit/theme.css',
  ]);
  expect(read('kit/theme.css')).not.toMatch(/^\s*\.[a-z]/im);
  for (const path of globSync('**/*.tsx', { cwd: directory }))
    expect(read(path), path).not.toMatch(/className="/);
});
