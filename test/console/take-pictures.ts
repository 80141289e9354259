/*
 * Takes pictures of every page and state, on a phone and on a desktop and in both themes: `npm run pictures`.
 * All go to dist/pictures, and those of docs/console.md to docs/console as well. Each page has a sheet in
 * dist/pictures/pages with its four pictures, and a sheet of its states.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startConsole } from '../support/console.ts';
import { pagesOf } from './pages.ts';
import { fileName, sectionOf, sheets } from './sheets.ts';
import type { View } from './views.ts';
import { resize, themes, viewsOfFrame, viewsOfPages, widths } from './views.ts';

const shown = await readFile(join(root, 'docs/console.md'), 'utf8');
const documented = join(root, 'docs/console');
const all = join(root, 'dist/pictures');

const started = await startConsole();
if (!started) throw new Error('There is no browser');
const { base_url, api_key } = started.local.description;
await rm(all, { recursive: true, force: true });
await mkdir(all, { recursive: true });

/** A state of a page in four pictures: desktop and phone in the light theme, then in the dark theme. */
interface Taken {
  readonly state: string;
  readonly pictures: readonly Buffer[];
}

const takenOf = new Map<string, Taken[]>();

const picture = async ({ name, tab: { page }, reopen }: View): Promise<void> => {
  const pictures: Buffer[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const row: Buffer[] = [];
    for (const width of widths) {
      await resize(page, width);
      await reopen?.();
      const path = join(all, `${fileName(name)}-${width}-${colorScheme}.jpg`);
      row.unshift(await page.screenshot({ path, type: 'jpeg', quality: 70, animations: 'disabled' }));
    }
    pictures.push(...row);
  }
  await page.emulateMedia({ colorScheme: null });
  const [first] = pictures;
  if (first && shown.includes(`](console/${name}.jpg)`))
    await writeFile(join(documented, `${name}.jpg`), first);
  const [of = '', state = ''] = name.split(', ');
  takenOf.set(of, [...(takenOf.get(of) ?? []), { state, pictures }]);
  console.log(name);
};
const pages = await pagesOf(createClient({ baseUrl: base_url, apiKey: api_key }));
for await (const view of viewsOfPages(started, pages)) await picture(view);
for await (const view of viewsOfFrame(started)) await picture(view);

const sheet = await (await started.open()).page.context().newPage();
const devtools = await sheet.context().newCDPSession(sheet);

/**
 * Writes a sheet of pictures, reduced. Without a state, its two themes are below each other; with states,
 * each has a row.
 */
const writeSheet = async (name: string, taken: readonly Taken[]): Promise<void> => {
  const columns = taken.some(({ state }) => state) ? '640px 195px 640px 195px' : '768px 234px';
  const rows = taken.map(
    ({ state, pictures }) =>
      `${state && `<h2>${state}</h2>`}${pictures.map((each) => `<img src="data:image/jpeg;base64,${each.toString('base64')}">`).join('')}`,
  );
  await sheet.setContent(`
    <style>
      html { inline-size: max-content; }
      body { display: grid; grid-template-columns: ${columns}; gap: 12px; margin: 0; padding: 12px; background: #888; }
      h2 { grid-column: 1 / -1; margin: 0; font: 600 16px/20px sans-serif; }
      img { inline-size: 100%; display: block; }
    </style>
    ${rows.join('')}`);
  const { width = 0, height = 0 } = (await sheet.locator('html').boundingBox()) ?? {};
  // Playwright takes PNG and JPEG only.
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 50,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  await writeFile(join(sheets, name), data, 'base64');
};

// The sheets are replaced together, once every picture was taken.
await rm(sheets, { recursive: true, force: true });
await mkdir(sheets, { recursive: true });
const parts: string[] = [];
for (const [name, [page, ...states]] of takenOf) {
  if (!page) continue;
  await writeSheet(`${fileName(name)}.webp`, [page]);
  if (states.length > 0) await writeSheet(`${fileName(name)}-states.webp`, states);
  parts.push(
    sectionOf(
      name,
      states.map(({ state }) => state),
    ),
  );
}
await writeFile(
  join(sheets, 'README.md'),
  `# Every page of the console

On a desktop and on a phone, in both themes. A sheet of its states follows each page that has any.
\`npm run pictures\` takes the pictures.
${parts.join('')}`,
);
await started.close();
