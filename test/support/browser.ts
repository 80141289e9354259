import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { root } from '#lib/build/bundles.ts';
import { slowness } from './patience.ts';
import { reasonToSkip } from './required.ts';

const run = promisify(execFile);

const cache = join(root, 'node_modules/.cache');
const unpacked = join(cache, 'chromium');

/**
 * The package packs a browser for Linux on x64. It unpacks it where `TMPDIR` says, which the environment of a
 * child sets.
 */
const unpack = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`;

/**
 * Unpacks the browser once for all processes: each into a folder of its own, of which the first one stays.
 */
const unpackedPath = async (): Promise<string> => {
  if (!existsSync(unpacked)) {
    await mkdir(cache, { recursive: true });
    const own = await mkdtemp(join(cache, 'chromium-'));
    await run(process.execPath, ['-e', unpack], { cwd: root, env: { ...process.env, TMPDIR: own } });
    await rename(own, unpacked).catch(() => rm(own, { recursive: true }));
  }
  return join(unpacked, 'chromium');
};

const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'];

const launch = async (more: readonly string[]): Promise<Browser> =>
  process.platform === 'linux' && process.arch === 'x64'
    ? chromium.launch({ executablePath: await unpackedPath(), args: [...flags, ...more] })
    : chromium.launch({ channel: 'chrome', args: [...flags, ...more] });

/**
 * Opens a page whose waits time out after two minutes, because a slow machine may need longer than the
 * default of 30 seconds. With `SLOW_BROWSER`, the page itself computes that much slower, which shows reads of
 * it that do not wait for what they read.
 */
export const newPage = async (opener: Browser | BrowserContext): Promise<Page> => {
  const page = await opener.newPage();
  page.setDefaultTimeout(120_000);
  if (process.env.SLOW_BROWSER) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  }
  return page;
};

/**
 * Starts a browser: the one of a package on Linux x64, else an installed Chrome. Undefined where there is
 * none, so that a test can skip itself and say so.
 */
export const startBrowser = async (
  /** Further flags of its command line. */
  more: readonly string[] = [],
): Promise<Browser | undefined> => {
  try {
    return await launch(more);
  } catch (error) {
    const missing = reasonToSkip('browser', error instanceof Error ? error.message : String(error));
    console.warn(`Tests in a browser are skipped: ${missing}`);
    return undefined;
  }
};
