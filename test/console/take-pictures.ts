/*
 * Takes pictures of every page and state, on a phone and on a desktop and in both themes: `npm run pictures`. All go to dist/pictures.
 * Those of docs/console.md go to docs/console, and to docs/console/pages one sheet for each page with its four pictures.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startConsole } from '../support/console.ts';
import { pagesOf } from './pages.ts';
import type { View } from './views.ts';
import { resize, themes, viewsOfFrame, viewsOfPages, widths } from './views.ts';

const shown = await readFile(join(root, 'docs/console.md'), 'utf8');
const documented = join(root, 'docs/console');
const sheets = join(documented, 'pages');
const all = join(root, 'dist/pictures');

const started = await startConsole();
if (!started) throw new Error('There is no browser');
const { base_url, api_key } = started.local.description;
for (const folder of [sheets, all]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const sheet = await (await started.open()).page.context().newPage();
await sheet.setViewportSize({ width: 1040, height: 1010 });

/** Puts the pictures of a page side by side, reduced: desktop and phone, a row for each theme. */
const writeSheet = async (name: string, pictures: readonly Buffer[]): Promise<void> => {
  const images = pictures.map((each) => `<img src="data:image/jpeg;base64,${each.toString('base64')}">`);
  await sheet.setContent(`
    <style>
      body { display: grid; grid-template-columns: 768px 234px; gap: 14px; margin: 12px; background: #888; }
      img { inline-size: 100%; display: block; }
    </style>
    ${images.join('')}`);
  await sheet.screenshot({ path: join(sheets, `${name}.jpg`), type: 'jpeg', quality: 60 });
};

const titles: string[] = [];
const picture = async ({ name, tab: { page } }: View): Promise<void> => {
  const file = name.replaceAll(/\W+/g, '-');
  const pictures: Buffer[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const row: Buffer[] = [];
    for (const width of widths) {
      await resize(page, width);
      const path = join(all, `${file}-${width}-${colorScheme}.jpg`);
      row.unshift(await page.screenshot({ path, type: 'jpeg', quality: 70, animations: 'disabled' }));
    }
    pictures.push(...row);
  }
  await page.emulateMedia({ colorScheme: null });
  if (!name.includes(',')) {
    await writeSheet(file, pictures);
    titles.push(name);
  }
  const [first] = pictures;
  if (first && shown.includes(`](console/${name}.jpg)`))
    await writeFile(join(documented, `${name}.jpg`), first);
  console.log(name);
};
const pages = await pagesOf(createClient({ baseUrl: base_url, apiKey: api_key }));
for await (const view of viewsOfPages(started, pages)) await picture(view);
for await (const view of viewsOfFrame(started)) await picture(view);
await writeFile(
  join(sheets, 'README.md'),
  `# Every page of the console

On a desktop and on a phone, in both themes. \`npm run pictures\` takes them.
${titles.map((name) => `\n## ${name[0]?.toUpperCase()}${name.slice(1)}\n\n![${name}](${name.replaceAll(/\W+/g, '-')}.jpg)\n`).join('')}`,
);
await started.close();
