import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
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

/** With Brotli, as CloudFront sends scripts to browsers. */
const compressed = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + brotliCompressSync(read(name)).length, 0);

/** React alone takes 58 KB. A page is loaded in addition to the shell, which everybody needs who has signed in. */
const budgets = { signIn: 72_000, shell: 190_000, page: 40_000 } as const;

test('compressed script: at most 72 KB to sign in, 190 KB for the shell, and 40 KB more for each page', () => {
  const [, entry = ''] = /<script[^>]+src="\/([^"]+)"/.exec(read('index.html')) ?? [];
  const signIn = importedBy(entry);
  expect(compressed(signIn)).toBeLessThanOrEqual(budgets.signIn);
  const [signedIn = ''] = globSync('assets/signed-in-*.js', { cwd: consoleDirectory });
  const shell = new Set([...signIn, ...importedBy(signedIn.replaceAll('\\', '/'))]);
  expect(shell.size).toBeGreaterThan(signIn.size);
  expect(compressed(shell)).toBeLessThanOrEqual(budgets.shell);
  const pages = globSync('assets/*-page-*.js', { cwd: consoleDirectory });
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) {
    const own = [...importedBy(page.replaceAll('\\', '/'))].filter((name) => !shell.has(name));
    expect(compressed(own), page).toBeLessThanOrEqual(budgets.page);
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
