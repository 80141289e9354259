import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { ConsoleUnderTest } from '../support/console.ts';
import { startConsole } from '../support/console.ts';
import { faultsOfLayout, resize, viewsOf, widths } from './views.ts';

let started: ConsoleUnderTest | undefined;

beforeAll(async () => {
  started = await startConsole();
});

afterAll(() => started?.close());

test('every page in every state is accessible, and has room for its words on a phone and on a desktop', async ({
  skip,
}) => {
  if (!started) return skip('There is no browser');
  const { base_url, api_key } = started.local.description;
  const documented = await readFile(join(root, 'docs/console.md'), 'utf8');
  const sheets = await readFile(join(root, 'docs/console/pages/README.md'), 'utf8');
  const pages: string[] = [];
  const missing = new Set([...documented.matchAll(/\]\(console\/([\w-]+)\.jpg\)/g)].map(([, name]) => name));
  const found: string[] = [];
  const operator = createClient({ baseUrl: base_url, apiKey: api_key });
  // Colors that cannot be read are rather in the dark theme, which other tests do not look at.
  for await (const { name, tab } of viewsOf(started, operator, { colorScheme: 'dark' })) {
    missing.delete(name);
    if (!name.includes(',')) pages.push(name);
    for (const width of widths) {
      await resize(tab.page, width);
      found.push(...(await faultsOfLayout(tab.page)).map((fault) => `${name} at ${width}: ${fault}`));
    }
    await expectAccessible(tab);
  }
  expect(found).toEqual([]);
  // `npm run pictures` takes every picture that the documentation shows.
  expect([...missing]).toEqual([]);
  expect([...sheets.matchAll(/^!\[(.+)\]/gm)].map(([, name]) => name)).toEqual(pages);
});
