/*
 * Takes a picture of every page and state: `npm run pictures`. Those of docs/console.md go to docs/console, all to dist/pictures.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startConsole } from '../support/console.ts';
import { resize, viewsOf, widths } from './views.ts';

const shown = await readFile(join(root, 'docs/console.md'), 'utf8');
const documented = join(root, 'docs/console');
const all = join(root, 'dist/pictures');

const started = await startConsole();
if (!started) throw new Error('There is no browser');
const { base_url, api_key } = started.local.description;
await mkdir(documented, { recursive: true });
await rm(all, { recursive: true, force: true });
await mkdir(all, { recursive: true });

for await (const { name, tab } of viewsOf(started, createClient({ baseUrl: base_url, apiKey: api_key }), {
  colorScheme: 'light',
})) {
  const { page } = tab;
  for (const width of widths) {
    await resize(page, width);
    const path = join(all, `${name.replaceAll(/\W+/g, '-')}-${width}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 70, fullPage: true });
  }
  if (shown.includes(`](console/${name}.jpg)`)) {
    await page.screenshot({ path: join(documented, `${name}.jpg`), type: 'jpeg', quality: 60 });
  }
  console.log(name);
}
await started.close();
