import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { everyCase } from '../support/cases.ts';
import type { ConsoleUnderTest } from '../support/console.ts';
import { startConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import type { PageOfConsole } from './pages.ts';
import { pagesOf } from './pages.ts';
import type { View } from './views.ts';
import { faultsOfLayout, resize, themes, viewsIn, viewsOfFrame, viewsOfPages } from './views.ts';

let started: ConsoleUnderTest | undefined;
let pages: readonly PageOfConsole[] = [];

beforeAll(async () => {
  started = await startConsole();
  if (!started) return;
  const { base_url, api_key } = started.local.description;
  pages = await pagesOf(createClient({ baseUrl: base_url, apiKey: api_key }));
});

afterAll(() => started?.close());

const phone = 390;
const desktops = [1024, 1440] as const;

/** The themes, and the widths of a desktop, in which a view is looked at: views take turns, or are in all. */
const looksAt = (at: number) =>
  everyCase
    ? themes.map((theme) => [theme, ...desktops] as const)
    : ([[themes[at % 2], desktops[(at >> 1) % 2]]] as const);

const check = async (views: AsyncIterable<View>): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const { name, tab, reopen } of views) {
    for (const [colorScheme = null, ...wide] of looksAt(names.length)) {
      await tab.page.emulateMedia({ colorScheme });
      for (const width of [phone, ...wide]) {
        await resize(tab.page, width ?? phone);
        await reopen?.();
        await eventually(async () =>
          expect(await faultsOfLayout(tab.page), `${name} at ${width}`).toEqual([]),
        );
      }
      await expectAccessible(tab);
    }
    names.push(name);
  }
  return names;
};

// Each in a tab of its own, at the same time.
const parts = [0, 1, 2];

describe('Every page in every state is accessible, and has room for its words on a phone and on a desktop', () => {
  test.for(parts)('in part %i of the pages', async (part, { skip }) => {
    if (!started) return skip('There is no browser');
    const some = pages.filter((_, at) => at % parts.length === part);
    const names = await check(viewsOfPages(started, some, {}, everyCase ? 'all' : 'few'));
    expect(names).toEqual(expect.arrayContaining(some.map(({ name }) => name)));
  });

  test('in German', async ({ skip }) => {
    if (!started) return skip('There is no browser');
    expect(await check(viewsIn('de-DE', started, pages))).toHaveLength(pages.length);
  });

  test('in the frame around the pages, and all that the documentation shows is a page', async ({ skip }) => {
    if (!started) return skip('There is no browser');
    const around = await check(viewsOfFrame(started));
    const all = [...pages.map(({ name }) => name), ...around];
    const text = await readFile(join(root, 'docs/console.md'), 'utf8');
    const shown = [...text.matchAll(/\]\(console\/([\w-]+)\.jpg\)/g)].map(([, name]) => name);
    expect(all).toEqual(expect.arrayContaining(shown));
  });
});
