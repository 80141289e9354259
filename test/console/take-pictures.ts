/*
 * Takes the pictures in docs/console.md: `npm run pictures`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/bundles.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { startConsole } from '../support/console.ts';
import { pagesOf } from './pages.ts';

const directory = join(root, 'docs/console');

const started = await startConsole();
if (!started) throw new Error('There is no browser');
const { base_url, api_key } = started.local.description;
await mkdir(directory, { recursive: true });

const viewport = { width: 1200, height: 760 };
const { page, faults } = await started.signIn(api_key, '/', { viewport, colorScheme: 'light' });
for (const { name, path, ready } of await pagesOf(createClient({ baseUrl: base_url, apiKey: api_key }))) {
  await page.goto(`${base_url}${path}`);
  await ready(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(directory, `${name}.jpg`), type: 'jpeg', quality: 60 });
  console.log(`docs/console/${name}.jpg`);
}
await started.close();
if (faults.length > 0) throw new Error(faults.join('\n'));
