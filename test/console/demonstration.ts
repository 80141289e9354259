import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import type { ConsoleUnderTest } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';

type Use = (console: ConsoleUnderTest, operator: Client) => Promise<void>;

/** Tests of a console with the demonstration, each with a client of the platform's API. */
export const operatorTests = () => {
  const consoleTest = consoleTests();
  return (name: string, use: Use): void =>
    consoleTest(name, async (console) => {
      const { base_url, api_key } = console.local.description;
      await use(console, createClient({ baseUrl: base_url, apiKey: api_key }));
    });
};

export const signedIn = (console: ConsoleUnderTest, path = '/conversations') =>
  console.signIn(console.local.description.api_key, path);

/** Reloads a page until it shows what follows a write. */
export const reloadUntil = (page: Page, shown: Locator): Promise<void> =>
  eventually(async () => {
    await page.reload();
    // The page now has the answers to all of its requests. What it does not show soon, it does not show
    // before the next reload.
    await page.waitForLoadState('networkidle');
    await shown.waitFor({ timeout: 3000 });
  });

export const list = (page: Page) => page.getByRole('table', { name: 'Conversations' });

export const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 });

export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search words and numbers' });

/** Chooses an organization by the beginning of its name, once no others move the list under the click. */
export const chooseOrganization = async (page: Page, beginning: string): Promise<void> => {
  await page.getByLabel('Find an organization').fill(beginning);
  const options = page.getByRole('listbox').getByRole('option');
  await eventually(async () => {
    const names = await options.allTextContents();
    expect(names.filter((name) => !name.startsWith(beginning))).toEqual([]);
    expect(names).not.toEqual([]);
  });
  await options.first().click();
};

export const filterBy = async (page: Page, name: string, value: string): Promise<void> => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const choice = { name: new RegExp(`^${value}( \\d+)?$`) };
  const several = page.getByRole('menuitemcheckbox', choice);
  const one = page.getByRole('menuitem', choice);
  await several.or(one).waitFor();
  if ((await one.count()) > 0) return one.click();
  // The menu stays open, for another value.
  await several.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // Both menus may still be closing.
  await page.getByRole('menu').first().waitFor({ state: 'detached' });
};

export const clientNamed = async (api: Client, name: string): Promise<string> => {
  const { data } = await api.clients.list({ query: { name } });
  return data[0]?.id ?? '';
};

export const conversationOf = async (api: Client, name: string): Promise<string> => {
  const { data: agents } = await api.agents.list();
  const body = { agent_id: agents[0]?.id ?? '', status: 'completed', caller: { name } } as const;
  return (await api.conversations.create({ body })).id;
};
