import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect } from 'vitest';
import { list, operatorTests } from './demonstration.ts';

const withConsole = operatorTests();

/** Surroundings that a browser reports, and that the console cannot choose. */
const surroundings: readonly {
  readonly name: string;
  readonly options?: BrowserContextOptions;
  /** Runs before each page. */
  readonly script?: string;
}[] = [
  {
    name: 'a language tag that no browser should have',
    script: `
      Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
      Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] })`,
  },
  { name: 'Arabic', options: { locale: 'ar' } },
  { name: 'Persian with Arabic digits', options: { locale: 'fa-IR-u-nu-arab' } },
  {
    name: 'no storage',
    script: `Object.defineProperty(window, 'localStorage', { get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    } })`,
  },
  {
    name: 'a clock that is an hour slow',
    script: `
      const now = Date.now.bind(Date);
      window.Date = class extends Date {
        constructor(...given) { super(...(given.length > 0 ? given : [now() - 3_600_000])); }
        static now() { return now() - 3_600_000; }
      }`,
  },
];

// One after the other: a browser keeps both cores busy.
describe('In surroundings that nobody chose', { concurrent: false }, () => {
  for (const { name, options = {}, script } of surroundings) {
    withConsole(`the pages work with ${name}`, async (console) => {
      const tab = await console.open('/', options);
      const { page } = tab;
      const { api_key, base_url } = console.local.description;
      if (script) await page.addInitScript(script);
      await page.addInitScript((secret) => sessionStorage.setItem('api_key', secret), api_key);
      await page.goto(`${base_url}/conversations`);
      await list(page).getByRole('row').nth(1).waitFor();
      for (const [path, heading] of [
        ['/', 'Home'],
        ['/usage', 'Usage'],
        ['/billing', 'Billing'],
        ['/audit', 'Audit log'],
      ] as const) {
        await page.goto(`${base_url}${path}`);
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await page.getByRole('alert').count(), path).toBe(0);
        expect(await page.getByRole('navigation', { name: 'Main' }).isVisible(), path).toBe(true);
      }
    });
  }
});
