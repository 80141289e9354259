import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newPage, startBrowser } from './browser.ts';
import type { LocalProcess } from './local-process.ts';
import { startLocal } from './local-process.ts';

/** A tab, and everything that must not happen in it. */
export interface Tab {
  readonly page: Page;
  /** The errors of its page, and its requests to other origins. Empty at the end of every test. */
  readonly faults: string[];
}

export interface ConsoleUnderTest {
  readonly local: LocalProcess;
  /** The link that signs in once, as it was printed. */
  readonly link: string;
  /** A tab of a browser profile without any session. */
  readonly open: (path?: string, options?: BrowserContextOptions) => Promise<Tab>;
  /** A tab that is signed in with a key. */
  readonly signIn: (key: string, path?: string, options?: BrowserContextOptions) => Promise<Tab>;
  readonly close: () => Promise<void>;
}

export interface ConsoleOptions {
  /** Further options of `npm start`. */
  readonly options?: readonly string[];
  /** Further arguments of the browser. */
  readonly browser?: readonly string[];
}

/** The platform as `npm start -- --demo` runs it, and a browser. Undefined where there is no browser. */
export const startConsole = async ({
  options: started = [],
  browser: given = [],
}: ConsoleOptions = {}): Promise<ConsoleUnderTest | undefined> => {
  const browser: Browser | undefined = await startBrowser(given);
  if (!browser) return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'console-'));
  const local = await startLocal(
    directory,
    ['--demo', '--demo-calls', '0', '--memory', ...started],
    'Look around:',
  );
  const { base_url, s3_endpoint } = local.description;
  const [link = ''] = /http\S+#sign_in=\S+/.exec(local.printed()) ?? [];
  const contexts: BrowserContext[] = [];

  const tab = async (options: BrowserContextOptions = {}): Promise<Tab> => {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      // The browser would paint every frame of a page that is loading.
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    const page = await newPage(context);
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      const url = request.url().replace(/^blob:/, '');
      // Recordings come from the bucket.
      if (![base_url, s3_endpoint].some((origin) => url.startsWith(`${origin}/`)) && !url.startsWith('data:'))
        faults.push(`Asked another origin: ${url}`);
    });
    return { page, faults };
  };

  return {
    local,
    link,
    open: async (path = '/', options = {}) => {
      const opened = await tab(options);
      await opened.page.goto(path.startsWith('http') ? path : `${base_url}${path}`);
      return opened;
    },
    signIn: async (key, path = '/', options = {}) => {
      const opened = await tab(options);
      await opened.page.addInitScript((secret) => sessionStorage.setItem('api_key', secret), key);
      await opened.page.goto(`${base_url}${path}`);
      return opened;
    },
    close: async () => {
      for (const context of contexts) await context.close();
      await browser.close();
      await local.end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    },
  };
};
