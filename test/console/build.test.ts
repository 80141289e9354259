import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildConsole, consoleDirectory } from '#lib/console/build.ts';
import { contentSecurityPolicy } from '#lib/console/headers.ts';

const read = (name: string): string => readFileSync(join(consoleDirectory, name), 'utf8');

/** The scripts that a script imports before it runs, directly or not. */
const importedBy = (name: string, known = new Set<string>()): Set<string> => {
  if (known.has(name)) return known;
  known.add(name);
  for (const [, next = ''] of read(name).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    importedBy(`assets/${next}`, known);
  }
  return known;
};

const compressed = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);

test('the first load is at most 250 KB of compressed script, whichever page it is', () => {
  const [, entry = ''] = /<script[^>]+src="\/([^"]+)"/.exec(read('index.html')) ?? [];
  const first = importedBy(entry);
  expect(first.size).toBeGreaterThan(1);
  for (const page of globSync('assets/*-page-*.js', { cwd: consoleDirectory })) {
    const all = new Set([...first, ...importedBy(page.replaceAll('\\', '/'))]);
    expect(compressed(all), page).toBeLessThanOrEqual(250_000);
  }
});

test('it is built for production, whatever runs the build', () => {
  for (const script of globSync('assets/*.js', { cwd: consoleDirectory })) {
    expect(read(script), script).not.toContain('jsxDEV');
  }
});

test('the page has no inline script or style, which its policy would refuse', () => {
  const page = read('index.html');
  expect(page).not.toMatch(/<style|style=|<script(?![^>]+src=)/);
  const policy = contentSecurityPolicy({ recordings: 'https://recordings.example' });
  expect(policy).not.toMatch(/unsafe|\*|nonce/);
  expect(policy).toContain("frame-ancestors 'none'");
});

test('a build of the same files is not repeated', async () => {
  expect(await buildConsole()).toBe(false);
});
