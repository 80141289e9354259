import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { list, operatorTests, signedIn } from './demonstration.ts';

const withConsole = operatorTests();

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** A clock of the device that differs from the one of the platform. */
const clock = (offByMs: number): string => `
  const now = Date.now.bind(Date);
  window.Date = class extends Date {
    constructor(...given) { super(...(given.length > 0 ? given : [now() + ${offByMs}])); }
    static now() { return now() + ${offByMs}; }
  }`;

const hourMs = 3_600_000;

/** A time zone of the device that no browser knows by this name, or none. */
const zone = (name: string | undefined): string => `
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: ${JSON.stringify(name)} };
  }`;

/** An extension that moves each text into elements of its own, as soon as it is there. */
const translating = `
  const wrapAll = () => {
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      if (text.parentElement.closest('font, head, script, textarea, option') || !text.data.trim()) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver(wrapAll).observe(document, { childList: true, subtree: true, characterData: true })`;

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
    // A browser that refuses cookies refuses both.
    script: `
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      } })`,
  },
  { name: 'a clock that is an hour slow', script: clock(-hourMs) },
  { name: 'a clock that is an hour fast', script: clock(hourMs) },
  { name: 'a time zone that nobody knows', script: zone('Etc/Unknown') },
  { name: 'no time zone', script: zone(undefined) },
  { name: 'an extension that translates', script: translating },
];

// One after the other: a browser keeps both cores busy.
describe('In surroundings that nobody chose', { concurrent: false }, () => {
  for (const { name, options = {}, script } of surroundings) {
    withConsole(`the pages work with ${name}`, async (console) => {
      const { api_key } = console.local.description;
      const { page } = await console.open('/sign-in', options);
      if (script) await page.addInitScript(script);
      // A browser that keeps nothing forgets the key with the next load, so nothing is loaded twice.
      await page.goto(page.url().replace('/sign-in', '/conversations'));
      await page.getByLabel('API key').fill(api_key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await list(page).getByRole('row').nth(1).waitFor();
      for (const name of ['Home', 'Usage', 'Billing', 'Audit log', 'Conversations']) {
        await navigation(page).getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await page.getByRole('alert').count(), name).toBe(0);
        expect(await navigation(page).isVisible(), name).toBe(true);
      }
      await page.getByRole('link', { name: 'Nora Whitfield' }).first().click();
      await page.getByRole('region', { name: 'The call' }).getByText('Details').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  }

  withConsole('a text that an extension has replaced can go', async (console, operator) => {
    const greets = { name: 'greets', kind: 'contains' as const, texts: ['hello'], required: true };
    const { id } = await operator.analyzers.create({ body: { name: 'Greeting', criteria: [greets] } });
    const { page } = await console.open('/');
    await page.addInitScript(translating);
    const { api_key, base_url } = console.local.description;
    await page.addInitScript((secret) => sessionStorage.setItem('api_key', secret), api_key);
    await page.goto(`${base_url}/analyzers/${id}`);
    await page.locator('summary', { hasText: ', needed' }).click();
    const needed = page.getByLabel('Needed for a successful call');
    await needed.uncheck();
    await needed.check();
    expect(await needed.isVisible()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  withConsole('a fault of a page says so, and leaves the way to the others', async (console) => {
    const { page, faults } = await signedIn(console, '/');
    // An answer that no version of the platform gives makes the page throw.
    await page.route(/\/v1\/(clients\/\w+\/)?usage\b/, (route) =>
      route.fulfill({ json: { timezone: 'UTC', data: [null] } }),
    );
    await navigation(page).getByRole('link', { name: 'Usage', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('This page has an error').waitFor();
    expect(await alert.textContent()).toMatch(/Error id [0-9a-f]{8}/);
    expect(await alert.textContent()).not.toMatch(/not reached|connection/i);
    await page.unrouteAll();
    await navigation(page).getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
    expect(await alert.count()).toBe(0);
    expect(faults.splice(0).join()).toContain('TypeError');
  });
});
