import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ConsoleUnderTest, Tab } from '../support/console.ts';
import { pageScript } from './page-script.ts';
import type { PageOfConsole } from './pages.ts';

/** A phone and a desktop, as the pictures show them. */
export const widths = [390, 1280] as const;

export const themes = ['light', 'dark'] as const;

/** The current state of a tab. */
export interface View {
  readonly name: string;
  readonly tab: Tab;
  /** Opens again what a button opens, which stays where the button was before the page was resized. */
  readonly reopen?: () => Promise<void>;
}

/** The words of both languages for what is on its way. */
const onItsWay = /^(Loading|Signing in|Drawing|Counting|Wird ge|Anmeldung läuft|Der Ablauf wird)/;

/** Nothing that a page has asked for is still on its way. */
const settled = async (page: Page): Promise<void> => {
  // A dialog hides the heading behind it from screen readers.
  await page.locator('h1').waitFor();
  await page.getByText(onItsWay).first().waitFor({ state: 'hidden' });
};

/** Answers everything but who is signed in. */
const answering = async (page: Page, answer: 'never' | 'refused'): Promise<unknown> =>
  page.route(/\/v1\/(?!me$)/, async (route) => {
    if (answer === 'refused')
      await route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        headers: { 'x-request-id': 'a486ac27-0ccf-4087-97f7-2e08f6a9f2bb' },
        json: {
          type: 'about:blank',
          title: 'The API key lacks the required scope',
          status: 403,
          code: 'insufficient_scope',
          detail: 'The request needs conversations:read',
        },
      });
  });

/** The states that the same components show on most pages. */
const commonStates = ['empty', 'loading', 'refused'] as const;

/** The common states that a page has. */
const commonStatesOf = ({ name, path, empty }: PageOfConsole) =>
  commonStates.filter((state) =>
    // A tab of a page loads and fails as its page does, and a form asks for nothing.
    state === 'empty' ? empty : !path.includes('tab=') && !/^connect( |$)/.test(name),
  );

/** Pages as they are loaded, in a language in which nothing else is known of them. */
export async function* viewsIn(
  locale: string,
  console: ConsoleUnderTest,
  pages: readonly PageOfConsole[],
): AsyncGenerator<View> {
  const { base_url, api_key } = console.local.description;
  const tab = await console.signIn(api_key, '/', { locale });
  const { page } = tab;
  for (const { name, path } of pages) {
    await page.goto(`${base_url}${path}`);
    await settled(page);
    yield { name: `${name}, ${locale}`, tab };
  }
}

/**
 * Pages in each of their states, one after the other: loaded, further states and dialogs, empty, loading,
 * refused. The last three look the same on most pages. Each page is in `all` of them, or one page in three in
 * one of them.
 */
export async function* viewsOfPages(
  console: ConsoleUnderTest,
  pages: readonly PageOfConsole[],
  options: BrowserContextOptions = {},
  common: 'all' | 'few' = 'all',
): AsyncGenerator<View> {
  const { base_url, api_key } = console.local.description;
  const tab = await console.signIn(api_key, '/', options);
  const { page } = tab;
  for (const [at, one] of pages.entries()) {
    const { name, path, ready, empty, states = {} } = one;
    const has = commonStatesOf(one);
    const shown = common === 'all' ? has : has.filter((_, state) => at % (3 * has.length) === 3 * state);
    await page.goto(`${base_url}${path}`);
    await ready(page);
    await settled(page);
    yield { name, tab };
    for (const [state, enter] of Object.entries(states)) {
      await enter(page);
      await settled(page);
      yield { name: `${name}, ${state}`, tab };
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    if (shown.includes('empty')) {
      await page.goto(`${base_url}${empty}`);
      await settled(page);
      yield { name: `${name}, empty`, tab };
    }
    for (const [state, answer, role] of [
      ['loading', 'never', 'status'],
      ['refused', 'refused', 'alert'],
    ] as const) {
      if (!shown.includes(state)) continue;
      await answering(page, answer);
      await page.goto(`${base_url}${path}`);
      // Before its frame, the console shows that somebody is signing in.
      await page.getByRole('main').getByRole(role).first().waitFor();
      yield { name: `${name}, ${state}`, tab };
      await page.unrouteAll();
    }
  }
}

/** The page to sign in, and everything around the pages that opens. */
export async function* viewsOfFrame(
  console: ConsoleUnderTest,
  options: BrowserContextOptions = {},
): AsyncGenerator<View> {
  const { base_url, api_key } = console.local.description;
  yield { name: 'sign-in', tab: await console.open('/', options) };

  const tab = await console.signIn(api_key, '/', options);
  const { page } = tab;
  await page.setViewportSize({ width: widths[0], height: 800 });
  await page.goto(`${base_url}/live`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  yield { name: 'menu', tab };
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const openSwitcher = async (): Promise<void> => {
    await page.getByRole('combobox', { name: 'Organization', exact: true }).click();
    await page.getByRole('option', { name: /Brightline/ }).waitFor();
  };
  const openAccount = async (): Promise<void> => {
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menu').waitFor();
  };
  for (const [name, open] of [
    ['switcher', openSwitcher],
    ['account', openAccount],
  ] as const) {
    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').or(page.getByRole('menu')).waitFor({ state: 'detached' });
    };
    await open();
    yield { name, tab, reopen: () => close().then(open) };
    await close();
  }
  await openAccount();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
  yield { name: 'shortcuts', tab };
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  yield { name: 'search everywhere', tab };
}

const script = await pageScript('layout.ts', 'layout');

/** Sets the width of a tab, at the top of its page, and waits until everything has taken its new place. */
export const resize = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })");
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};

/** The faults in the layout of a tab. */
export const faultsOfLayout = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => { ${script}; return layout.faults(); })()`);
