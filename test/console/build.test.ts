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
  for (const [, next = ''] of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    importedBy(`assets/${next}`, known);
  }
  return known;
};

const sizes = new Map<string, number>();

/** With Brotli, as CloudFront sends scripts to browsers. */
const sizeOf = (name: string): number => {
  const size = sizes.get(name) ?? brotliCompressSync(read(name)).length;
  sizes.set(name, size);
  return size;
};

const compressed = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + sizeOf(name), 0);

/** React alone takes 58 KB. The list of calls, which plays and follows one beside it, is the heaviest. */
const budgets = { signIn: 72_000, page: 195_000 } as const;

const assets = (pattern: string): string[] =>
  globSync(`assets/${pattern}`, { cwd: consoleDirectory }).map((name) => name.replaceAll('\\', '/'));

/** The scripts that a script can load later: with what a page shows, or for a popup that somebody opens. */
const loadedBy = (name: string): string[] =>
  [...read(name).matchAll(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    ([, next = '']) => `assets/${next}`,
  );

const isPopup = (name: string): boolean => /-parts-/.test(name);

const heaviest = (names: readonly string[], besides: ReadonlySet<string>): Set<string> =>
  names
    .map((name) => new Set([...importedBy(name)].filter((one) => !besides.has(one))))
    .reduce((one, other) => (compressed(other) > compressed(one) ? other : one));

const scriptsOfIndex = (): Set<string> => {
  const entries = [...read('index.html').matchAll(/<script[^>]+src="\/([^"]+)"/g)];
  const known = new Set<string>();
  for (const [, entry = ''] of entries) importedBy(entry, known);
  return known;
};

test('compressed script: at most 72 KB to sign in and 195 KB for each page, in the longest language', () => {
  const index = scriptsOfIndex();
  // The first texts are those of the English page, and the other languages load theirs besides.
  const signIn = new Set([...index, ...heaviest(assets('first-*.js'), index)]);
  expect(compressed(signIn)).toBeLessThanOrEqual(budgets.signIn);
  const [signedIn = ''] = assets('signed-in-*.js');
  const start = new Set([...index, ...importedBy(signedIn)]);
  expect(start.size).toBeGreaterThan(index.size);
  const shell = new Set([...start, ...heaviest(assets('{en,de}-*.js'), start)]);
  const pages = assets('*-page-*.js');
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) {
    const own = [...importedBy(page)].filter((name) => !shell.has(name));
    const scripts = new Set([...shell, ...own]);
    for (const later of own.flatMap(loadedBy)) if (!isPopup(later)) importedBy(later, scripts);
    expect(compressed(scripts), page).toBeLessThanOrEqual(budgets.page);
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
  const policy = contentSecurityPolicy({
    recordings: 'https://recordings.example',
    sockets: ['wss://sockets.example'],
  });
  expect(policy).not.toMatch(/unsafe|\*|nonce/);
  expect(policy).toContain("frame-ancestors 'none'");
});

test('a build of the same files is not repeated', async () => {
  expect(await buildConsole()).toBe(false);
});
