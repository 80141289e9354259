import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { issuerPath } from '#lib/local/issuer.ts';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { ConsoleUnderTest, Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import { clientNamed, reloadUntil } from './demonstration.ts';

const consoleTest = consoleTests();

const withConsole = (
  name: string,
  use: (console: ConsoleUnderTest, operator: Client) => Promise<void>,
): void =>
  consoleTest(name, async (console) => {
    const { base_url, api_key } = console.local.description;
    await use(console, createClient({ baseUrl: base_url, apiKey: api_key }));
  });

/** The page on which the people of this machine sign in. */
const pageOfPeople = (console: ConsoleUnderTest): string =>
  /People\s+(http\S+)/.exec(console.local.printed())?.[1] ?? '';

/** Goes on from the page to sign in, through the pages that a person sees. */
const chooseAccount = async (page: Page, person: RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'Continue with your company' }).click();
  await page.getByRole('link', { name: person }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
};

/** Signs in as one of the people of this machine. */
const signInAs = async (console: ConsoleUnderTest, person: RegExp): Promise<Tab> => {
  const tab = await console.open(pageOfPeople(console));
  await expectAccessible(tab);
  await chooseAccount(tab.page, person);
  return tab;
};

const open = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

const openAccount = (page: Page) => page.getByRole('button', { name: /Your account/ }).click();

describe('The console of people', { concurrent: false }, () => {
  withConsole('keeps no secret where a page could read it', async (console) => {
    const { page } = await signInAs(console, /Olivia/);
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name.endsWith('session'));
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
    const readable = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
    expect(session?.value.length).toBeGreaterThan(40);
    expect(readable).not.toContain(session?.value);
    expect(readable).not.toMatch(/va[a-z]_|eyJ/);
  });

  withConsole('asks for a page as soon as it knows who is there', async (console) => {
    const { base_url, api_key } = console.local.description;
    const person = await signInAs(console, /Olivia/);
    const withKey = await console.signIn(api_key);
    // Another tab has not chosen any organization yet.
    for (const page of [await person.page.context().newPage(), withKey.page]) {
      let answered = 0;
      await page.route(/\/v1\//, async (route) => {
        answered += 1;
        if (answered === 1) await route.continue();
      });
      const asked = page.waitForRequest(/\/v1\/conversations\?/);
      await page.goto(`${base_url}/conversations`);
      await asked;
      await page.unrouteAll();
    }
  });

  withConsole('connects a company in three steps, and tests the connection', async (console) => {
    const { base_url } = console.local.description;
    const tab = await signInAs(console, /Olivia/);
    const { page, faults } = tab;
    await open(page, 'Sign-in');
    await page.getByRole('link', { name: 'Connect a company' }).click();
    const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current]');
    await step.getByText('1. The provider').waitFor();
    await page.getByRole('combobox', { name: /^For/ }).click();
    await page.getByRole('button', { name: /^The platform/ }).click();
    await page.getByLabel('Provider').selectOption('other');
    const issuer = page.getByLabel('Issuer');
    await issuer.fill('http://login.example.com');
    await page.getByLabel('Name').fill('Harbor Dental');
    await page.getByLabel('Client ID').fill('platform');
    await page.getByLabel('Client secret').fill('a-secret-of-the-client');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('alert').waitFor();
    expect(await issuer.getAttribute('aria-invalid')).toBe('true');
    expect(faults.splice(0).join()).toContain('400');
    await issuer.fill(`${base_url}${issuerPath}`);
    await page.getByRole('button', { name: 'Connect' }).click();

    await step.getByText('2. The addresses').waitFor();
    await page.getByText(/\/v1\/sign-in\/con_\w+\/callback$/).waitFor();
    await page.getByText(/\/v1\/connections\/con_\w+\/logout$/).waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'The addresses are set' }).click();

    await step.getByText('3. The test').waitFor();
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('The provider answers, and people can sign in.').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Finish' }).click();

    await page.getByRole('heading', { name: 'Harbor Dental', level: 1 }).waitFor();
    // A domain leaves the settings that are being typed.
    await page.getByLabel('Hours of a session').fill('8');
    await page.getByLabel('Domain', { exact: true }).fill('harbor.invalid');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Not verified').waitFor();
    await page.getByRole('button', { name: 'Verify harbor.invalid' }).click();
    await page.getByRole('alert').waitFor();
    expect(faults.splice(0).join()).toMatch(/4\d\d/);
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Remove harbor.invalid' }).click();
    await page.getByText('Not verified').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Hours of a session').inputValue()).toBe('8');
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'GET' && response.ok()),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(await page.getByLabel('Hours of a session').inputValue()).toBe('8');

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign-in', level: 1 }).waitFor();
    await page
      .getByRole('cell', { name: 'This machine' })
      .or(page.getByText('This machine'))
      .first()
      .waitFor();
    await page.getByText('Harbor Dental').waitFor({ state: 'detached' });
  });

  withConsole('changes roles, and shows members what their role may read', async (console) => {
    const owner = await signInAs(console, /Olivia/);
    const auditor = await signInAs(console, /Ada Auditor/);
    await open(owner.page, 'Members');
    await owner.page.getByRole('button', { name: 'Change role of Anton Analyst' }).click();
    await owner.page.getByRole('dialog').getByLabel('Role').selectOption('builder');
    await owner.page.getByText('API keys that this person created keep their permissions.').waitFor();
    await expectAccessible(owner);
    await owner.page.getByRole('button', { name: 'Change', exact: true }).click();
    await owner.page
      .getByRole('row', { name: /Anton Analyst/ })
      .getByText('builder')
      .waitFor();
    // A removal does not hold against a provider that lets the person in.
    await owner.page.getByRole('button', { name: 'Remove Anton Analyst' }).click();
    await owner.page.getByText(/joins again at the next sign-in|come back by signing in/).waitFor();
    await expectAccessible(owner);
    await owner.page.keyboard.press('Escape');

    // The log of one person, and all of it as a file.
    await open(owner.page, 'Audit log');
    const who = owner.page.getByLabel('Who', { exact: true });
    const log = owner.page.getByRole('table');
    await log.getByText('Olivia Owner').first().waitFor();
    await who.selectOption('Anton Analyst');
    await log.getByText('Olivia Owner').first().waitFor({ state: 'detached' });
    await who.selectOption('Olivia Owner');
    await log.getByText('Olivia Owner').first().waitFor();
    await expectAccessible(owner);
    await owner.page.getByRole('button', { name: 'Export as CSV' }).press('Enter');
    await owner.page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor();
    await owner.page.getByText('Audit log', { exact: true }).first().waitFor();

    await open(auditor.page, 'Members');
    await auditor.page.getByText('Anton Analyst').first().waitFor();
    expect(await auditor.page.getByRole('button', { name: /Invite|Remove|Change/ }).count()).toBe(0);
    const links = auditor.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allTextContents()).toEqual([
      'Organizations',
      'Members',
      'API keys',
      'Audit log',
      'Sign-in',
    ]);
  });

  withConsole(
    'shows the console as people of a client see it, and changes nothing',
    async (console, operator) => {
      const { base_url } = console.local.description;
      const id = await clientNamed(operator, 'Kessler Haustechnik');
      const tab = await signInAs(console, /Olivia/);
      const { page, faults } = tab;
      await page.goto(`${base_url}/organizations/${id}`);
      await page.getByRole('button', { name: 'See as this client' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'See the console as Kessler Haustechnik' });
      await dialog.getByLabel('Role').selectOption('listener');
      await expectAccessible(tab);
      const writes: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/v1/') && request.method() !== 'GET') writes.push(request.url());
      });
      await dialog.getByRole('button', { name: 'See', exact: true }).press('Enter');

      const bar = page.getByRole('region', { name: 'View as a member' });
      await bar.getByText('You see the console as Kessler Haustechnik').waitFor();
      await bar.getByText('/ Listener').waitFor();
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      const ofListener = ['Home', 'Conversations', 'Live', 'Agents', 'Widgets', 'Organizations'];
      expect(await links.allTextContents()).toEqual(ofListener);
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      await expectAccessible(tab);
      await open(page, 'Organizations');
      await page.getByRole('link', { name: 'Kessler Haustechnik' }).waitFor();
      expect(await page.getByText('Brightline Voice').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'New organization' }).count()).toBe(0);
      await open(page, 'Live');
      await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();

      // The platform itself refuses what the page does not offer.
      const viewAs = `${id}/listener`;
      expect(await page.evaluate("sessionStorage.getItem('view_as')")).toBe(viewAs);
      const rename = `fetch('/v1/clients/${id}', {
      method: 'PATCH',
      headers: { organization: 'platform', 'view-as': '${viewAs}', 'content-type': 'application/json' },
      body: '{"name":"Other"}',
    }).then(async (answer) => (await answer.json()).code)`;
      expect(writes).toEqual([]);
      expect(await page.evaluate(rename)).toBe('view_refused');
      expect(faults.splice(0).join()).toContain('403');

      // It is there after a reload, until somebody ends it, with the first keys of the page.
      await page.reload();
      await bar.waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Stop');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Kessler Haustechnik', level: 1 }).waitFor();
      expect(await bar.count()).toBe(0);
      await page.getByRole('button', { name: 'Suspend' }).waitFor();
    },
  );

  withConsole('names the API keys that a change of a member leaves', async (console, operator) => {
    const { base_url } = console.local.description;
    const admin = await signInAs(console, /Adam Admin/);
    const shared = await operator.apiKeys.create({ body: { name: 'Website', scopes: ['agents:read'] } });
    /** Sends a request with the session of the person. */
    const send = (path: string, body: object) =>
      admin.page.evaluate<number>(
        `fetch('${base_url}/v1/api-keys${path}', {
          method: 'POST',
          headers: { organization: 'platform', 'content-type': 'application/json' },
          body: '${JSON.stringify(body)}',
        }).then(({ status }) => status)`,
      );
    expect(await send('', { name: 'Own script', scopes: ['agents:write'] })).toBe(201);
    expect(await send(`/${shared.id}/rotate`, { overlap_seconds: 0 })).toBe(200);

    const owner = await signInAs(console, /Olivia/);
    const { page } = owner;
    await open(page, 'Members');
    await page.getByRole('button', { name: 'Change role of Adam Admin' }).click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('auditor');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const exceeding = page.getByRole('dialog', { name: 'API keys that can do more than Adam Admin' });
    await exceeding.getByText('Own script').waitFor();
    await exceeding.getByText('Website').waitFor();
    expect(await exceeding.getByRole('link', { name: 'API keys' }).count()).toBe(1);
    await expectAccessible(owner);
    await exceeding.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Remove Adam Admin' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const rotated = page.getByRole('dialog', { name: 'API keys that Adam Admin has rotated' });
    await rotated.getByText('Website').waitFor();
    expect(await rotated.getByText('Own script').count()).toBe(0);
    await expectAccessible(owner);
    await rotated.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('cell', { name: 'Website' }).or(page.getByText('Website')).first().waitFor();
    await operator.apiKeys.revoke({ params: { api_key_id: shared.id } });
  });

  withConsole('names the organization and the provider that a link leads to', async (console, operator) => {
    const { page } = await console.open(pageOfPeople(console));
    await page.getByText(/^You sign in to .+, at 127\.0\.0\.1:\d+\.$/).waitFor();
    expect(await page.getByRole('heading', { name: 'With an API key' }).count()).toBe(1);
    const { url } = await operator.invitations.create({
      body: { email: 'somebody@example.com', role: 'analyst' },
    });
    const invited = await console.open(url);
    await invited.page.getByText(/^You sign in to .+, at 127\.0\.0\.1:\d+\.$/).waitFor();
    expect(await invited.page.getByRole('heading', { name: 'With an API key' }).count()).toBe(0);
    await expectAccessible(invited);
  });

  withConsole('lets a person of several organizations choose one', async (console, operator) => {
    const [reseller] = (await operator.clients.list({ query: { name: 'Brightline' } })).data;
    const { url } = await operator.invitations.create({
      body: { email: 'listener@example.com', role: 'analyst', client_id: reseller?.id ?? '' },
    });
    const tab = await signInAs(console, /Lena Listener/);
    const { page } = tab;
    await page.goto(url);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(page.url()).not.toContain('vai_');
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Other organization' }).click();
    await page.getByRole('heading', { name: 'Choose an organization' }).waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Brightline Voice (analyst)' }).click();
    await page.getByRole('link', { name: 'Usage', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Conversations', exact: true }).count()).toBe(0);
  });

  withConsole(
    'goes on where a session has ended, once the person has signed in again',
    async (console, operator) => {
      const { data } = await operator.agents.list({ query: { name: 'Pia' } });
      const agent_id = data[0]?.id ?? '';
      const tab = await signInAs(console, /Olivia/);
      const { page, faults } = tab;
      await page.goto(`${console.local.description.base_url}/agents/${agent_id}`);
      await page.getByLabel('First message').fill('Welcome back.');
      await page.evaluate(
        "fetch('/v1/sessions', { method: 'DELETE', headers: { organization: 'none' } }).then(({ status }) => status)",
      );
      // The function that saves may remember the session for ten seconds.
      const save = `fetch('/v1/agents/${agent_id}', {
        method: 'PUT',
        headers: {
          organization: sessionStorage.getItem('organization'),
          'content-type': 'application/json',
          'if-match': '"another"',
        },
        body: '{"name":"Pia"}',
      })`;
      await eventually(async () =>
        expect(await page.evaluate(`${save}.then(({ status }) => status)`)).toBe(401),
      );
      await page.getByRole('button', { name: /^Save as version/ }).dispatchEvent('click');
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      await again.getByRole('button', { name: 'I have signed in' }).click();
      await again.getByText('You are not signed in yet.').waitFor();
      await expectAccessible(tab);

      const opened = page.context().waitForEvent('page');
      await again.getByRole('link', { name: 'Sign in in a new tab' }).click();
      const other = await opened;
      await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      await other.goto(pageOfPeople(console));
      await chooseAccount(other, /Olivia/);
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
      await page.getByText(/^Saved as version/).waitFor();
      expect(await again.count()).toBe(0);
      const { first_message } = await operator.agents.get({ params: { agent_id } });
      expect(first_message).toBe('Welcome back.');
      expect(new Set(faults.splice(0).map((fault) => /401|412/.test(fault)))).toEqual(new Set([true]));
    },
  );

  withConsole('keeps a person signed in whose session could not be ended', async (console) => {
    const tab = await signInAs(console, /Bea Builder/);
    const { page, faults } = tab;
    const signOut = async () => {
      await openAccount(page);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await page.route('**/v1/session', (route) => route.abort());
    await signOut();
    await page.getByText('Check the connection, then try again.').waitFor();
    expect(await page.getByRole('heading', { name: 'Sign in', exact: true }).count()).toBe(0);
    await page.unroute('**/v1/session');
    await signOut();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(new Set(faults.splice(0).map((fault) => /ERR_FAILED/.test(fault)))).toEqual(new Set([true]));
  });

  withConsole('shows the sessions of a person, and ends all of them', async (console) => {
    const [other, tab] = [await signInAs(console, /Bea Builder/), await signInAs(console, /Bea Builder/)];
    const { page } = tab;
    await openAccount(page);
    await page.getByRole('menuitem', { name: 'Your sessions' }).click();
    await page.getByText('This browser').waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(2);
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await page.getByText('You are signed out in every browser.').waitFor();
    // The platform remembers a session for ten seconds at most.
    await reloadUntil(other.page, other.page.getByRole('heading', { name: 'Sign in', exact: true }));
    expect(new Set(other.faults.splice(0).map((fault) => /401/.test(fault)))).toEqual(new Set([true]));
  });
});
