import { readFile } from 'node:fs/promises';
import { describe, expect, inject } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { monthFromOpen } from '../support/billing.ts';
import { setTexts } from '../support/dns-server.ts';
import { eventually } from '../support/eventually.ts';
import { usersOf } from '../support/users.ts';
import { shownAt } from '../support/viewer.ts';
import { chooseOrganization, clientNamed, operatorTests, reloadUntil, signedIn } from './demonstration.ts';

const withConsole = operatorTests();

// One after the other: a browser keeps both cores busy.
describe('Organizations in the console', { concurrent: false }, () => {
  withConsole('creates, changes, suspends and resumes an organization', async (console, operator) => {
    const tab = await signedIn(console, '/organizations');
    const { page } = tab;
    await page.getByRole('link', { name: 'Harbor Dental Group' }).waitFor();
    await page.getByRole('button', { name: 'Organizations below Harbor Dental Group' }).click();
    await page.getByRole('link', { name: 'Harbor Dental North' }).waitFor();
    await expectAccessible(tab);

    await page.getByRole('link', { name: 'Kessler Haustechnik' }).click();
    await page.getByRole('heading', { name: 'Kessler Haustechnik', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.locator('input:focus').and(page.getByLabel('Name')).waitFor();
    await page.getByLabel('Name').fill('Kessler Basel');
    await page.getByLabel('Type').selectOption('location');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Kessler Basel', level: 1 }).waitFor();
    await expectAccessible(tab);

    const current = page
      .getByRole('navigation', { name: 'Parts of this page' })
      .locator('[aria-current=page]');
    expect(await current.textContent()).toBe('Overview');
    await page
      .getByRole('navigation', { name: 'Parts of this page' })
      .getByRole('link', { name: 'Settings' })
      .click();
    await current.getByText('Settings').waitFor();
    const timezone = page.getByLabel('Time zone');
    expect(await timezone.getAttribute('placeholder')).toBe('Inherited: Europe/Berlin');
    await timezone.fill('Nowhere/Land');
    const question = page.waitForEvent('dialog');
    const pressed = page.getByRole('link', { name: 'Overview' }).click();
    await (await question).dismiss();
    await pressed;
    expect(await timezone.inputValue()).toBe('Nowhere/Land');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await timezone.getAttribute('aria-invalid')).toBe('true');
    await timezone.fill('Europe/Zurich');
    // A value that was corrected is no longer called wrong.
    expect(await timezone.getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Requests per minute').fill('120');
    await page.getByLabel('Outbound calls a day').fill('40');
    await page.getByLabel('Analysis', { exact: true }).selectOption('On');
    const calling = page.getByLabel('Numbers that agents may call');
    await calling.selectOption('Only these');
    await page.getByLabel('Beginnings of numbers').fill('+41 +49');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save' }).click();
    const id = await clientNamed(operator, 'Kessler Basel');
    const read = () => operator.clients.get({ params: { client_id: id } });
    await eventually(async () =>
      expect((await read()).settings).toEqual({
        timezone: 'Europe/Zurich',
        rate_limit: { requests_per_minute: 120 },
        quotas: { calls_per_day: 40 },
        analysis: { enabled: true },
        call_prefixes: ['+41', '+49'],
      }),
    );
    // Before that, the form still has what was typed, and not what was saved.
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByLabel('Requests per minute').inputValue()).toBe('120');
    await page.getByLabel('Requests per minute').fill('');
    await page.getByLabel('Outbound calls a day').fill('');
    await page.getByLabel('Analysis', { exact: true }).selectOption('Inherited');
    await calling.selectOption('No calls');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect((await read()).settings).toEqual({ timezone: 'Europe/Zurich', call_prefixes: [] }),
    );

    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect((await read()).status).toBe('suspended');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();

    await page.getByRole('button', { name: 'Erase' }).click();
    const erasure = page.getByRole('dialog', { name: 'Erase Kessler Basel?' });
    await erasure.getByRole('definition').first().getByText('1').waitFor();
    await expectAccessible(tab);
    expect(await erasure.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    expect((await read()).status).toBe('active');
    await erasure.getByLabel(/^Type/).fill('Kessler Basel');
    await erasure.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor();
    expect((await read()).status).toBe('suspended');
    // The browser itself reports the answer 400.
    expect(tab.faults.splice(0).join()).toContain('400');
  });

  withConsole(
    'creates things for the organization that is open, and says for whom',
    async (console, operator) => {
      const { page } = await signedIn(console, '/organizations');
      const switcher = page.getByRole('combobox', { name: 'Organization', exact: true });
      const dialog = page.getByRole('dialog');
      const owner = dialog.getByRole('combobox', { name: 'For' });
      const create = dialog.getByRole('button', { name: 'Create' });
      await page.getByRole('link', { name: 'Brightline Voice' }).click();
      await page.getByRole('heading', { name: 'Brightline Voice', level: 1 }).waitFor();
      await switcher.getByText('Brightline Voice').waitFor();
      await page.getByRole('button', { name: 'New organization' }).click();
      await dialog.getByRole('combobox', { name: 'Below' }).getByText('Brightline Voice').waitFor();
      await dialog.getByLabel('Name').fill('Quarry Dental');
      const pressBeside = () => page.mouse.click(5, 5);
      await pressBeside();
      await create.click();
      await page.getByRole('heading', { name: 'Quarry Dental', level: 1 }).waitFor();
      await switcher.getByText('Quarry Dental').waitFor();
      const client_id = await clientNamed(operator, 'Quarry Dental');
      const webhooksOf = async (id: string) =>
        (await operator.webhooks.list({ query: { client_id: id } })).data;

      await page.getByRole('link', { name: 'Webhooks' }).click();
      // The organization's page has a button of that name too.
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'New webhook' }).click();
      await owner.getByText('Quarry Dental').waitFor();
      await create.click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      expect((await webhooksOf(client_id)).map((webhook) => webhook.client_id)).toEqual([client_id]);

      await page.getByRole('button', { name: 'New webhook' }).click();
      await owner.click();
      await chooseOrganization(page, 'Bexley Stone');
      await owner.getByText('Bexley Stone').waitFor();
      await create.click();
      await page.getByText(/^whsec_/).waitFor();
      expect(await webhooksOf(await clientNamed(operator, 'Bexley Stone'))).toHaveLength(1);
      // The secret is not shown again.
      await pressBeside();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Done' }).click();

      // Nothing is created for the platform by accident.
      await switcher.click();
      await page.getByRole('button', { name: 'All organizations' }).click();
      await page.getByRole('button', { name: 'New webhook' }).click();
      expect(await create.isDisabled()).toBe(true);
      await owner.click();
      await page.getByRole('button', { name: 'The platform: events of every organization' }).click();
      await owner.getByText('The platform').waitFor();
      expect(await create.isEnabled()).toBe(true);
      for (const [path, button] of [
        ['agents', 'New agent'],
        ['exports', 'New export'],
        ['keys', 'New API key'],
        ['organizations', 'New organization'],
      ] as const) {
        await page.goto(`${console.local.description.base_url}/${path}?org=${client_id}`);
        await page.getByRole('button', { name: button }).click();
        await dialog
          .getByRole('combobox', { name: /^(For|Below)$/ })
          .getByText('Quarry Dental')
          .waitFor();
      }
      // The switcher opens another organization where one is open.
      await page.goto(`${console.local.description.base_url}/organizations/${client_id}`);
      await switcher.click();
      await chooseOrganization(page, 'Kessler Haustechnik');
      await page.getByRole('heading', { name: 'Kessler Haustechnik', level: 1 }).waitFor();
    },
  );

  withConsole('creates a key with some scopes, rotates it and revokes it', async (console, operator) => {
    const tab = await signedIn(console, '/keys');
    const { page } = tab;
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('button', { name: 'The platform: reaches every organization' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Night shift');
    const chosen = () => page.getByRole('dialog').getByRole('checkbox', { checked: true }).count();
    await page.getByRole('button', { name: 'Chat on a page' }).click();
    expect(await chosen()).toBe(2);
    await page.getByRole('button', { name: 'Chat on a page', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Read everything' }).click();
    expect(await chosen()).toBe(16);
    await page.getByRole('button', { name: 'Chat on a page' }).click();
    for (const label of ['Agents, read', 'Chats, write']) await page.getByLabel(label).uncheck();
    await page.getByLabel('Conversations, read').check();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = async () => (await page.getByRole('status').locator('code').textContent()) ?? '';
    const first = await secret();
    const identity = (apiKey: string) =>
      createClient({ baseUrl: console.local.description.base_url, apiKey, maxRetries: 0 }).me.get();
    expect((await identity(first)).scopes).toEqual(['conversations:read']);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.getByText(first).count()).toBe(0);

    await page.getByRole('button', { name: 'Rotate Night shift' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    const second = await secret();
    expect(second).not.toBe(first);
    expect((await identity(second)).key?.name).toBe('Night shift');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Revoke Night shift' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('cell', { name: 'Night shift', exact: true }).waitFor({ state: 'detached' });
    await eventually(async () => {
      const { data } = await operator.apiKeys.list();
      expect(data.map(({ name }) => name)).not.toContain('Night shift');
    });
    await expectAccessible(tab);
  });

  withConsole('shows usage by day, agent, organization and outcome', async (console, operator) => {
    const conversations = async (group_by?: 'outcome' | 'child') => {
      const { rows } = await operator.usage.own({
        query: { interval: 'total', ...(group_by && { group_by }) },
      });
      return rows;
    };
    // Figures follow the writes of the demonstration.
    await eventually(async () => expect((await conversations())[0]?.conversations).toBeGreaterThan(10));
    const tab = await signedIn(console, '/usage');
    const { page } = tab;
    await page.getByRole('img', { name: 'Conversations by day' }).waitFor();
    await expectAccessible(tab);

    await page.getByLabel('Grouped by').selectOption('outcome');
    await page.waitForURL(/by=outcome/);
    // Only the largest groups have a color.
    const [largest] = (await conversations('outcome'))
      .filter(({ group }) => group.outcome !== null)
      .sort((one, other) => other.conversations - one.conversations);
    const words = largest?.group.outcome?.replaceAll('_', ' ') ?? '';
    const legend = page.getByRole('list', { name: 'Colors of the chart' });
    await legend.getByText(new RegExp(`^${words} \\d`, 'i')).waitFor();
    const figures = page.getByRole('region', { name: 'Figures' });
    const row = figures.getByRole('row', { name: new RegExp(`^${words} \\d`, 'i') });
    expect(await row.getByRole('cell').first().textContent()).toBe(String(largest?.conversations));

    await page.getByLabel('Grouped by').selectOption('agent_id');
    await figures.getByRole('rowheader', { name: 'Pia, reception' }).waitFor();
    await page.getByLabel('Measure').selectOption('cost');
    await page.getByRole('heading', { name: 'Cost in USD' }).waitFor();
    await expectAccessible(tab);

    const reseller = await clientNamed(operator, 'Brightline Voice');
    await page.goto(`${console.local.description.base_url}/usage?org=${reseller}&by=child`);
    await figures.getByRole('rowheader', { name: 'Kessler Haustechnik' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toMatch(/^start,child,conversations,/);
    expect(csv).toContain(await clientNamed(operator, 'Kessler Haustechnik'));

    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByLabel('To', { exact: true }).fill('2019-01-31');
    await page.getByLabel('From').fill('2019-01-01');
    await page.getByRole('heading', { name: 'Nothing was used in this time' }).waitFor();
    await expectAccessible(tab);
  });

  withConsole('shows people the branding of the nearest organization', async (console, operator) => {
    const client_id = await clientNamed(operator, 'Kessler Haustechnik');
    const { id: reseller } = await operator.clients.create({ body: { name: 'Rheinfon', type: 'reseller' } });
    const practice = await operator.clients.create({
      body: { name: 'Praxis Dr. Blum', type: 'client', parent_id: reseller },
    });
    const { key } = await operator.apiKeys.create({
      body: { name: 'Listener', client_id: practice.id, scopes: ['conversations:read'] },
    });
    const operators = await signedIn(console, `/organizations/${reseller}?tab=settings`);
    const { page } = operators;
    await page.getByLabel('Name that people see').fill('Rheinfon Portal');
    const color = page.getByLabel('Color of buttons and links');
    await color.fill('yellow');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await color.getAttribute('aria-invalid')).toBe('true');
    expect(operators.faults.splice(0).join()).toContain('400');
    await color.fill('#ffe600');
    await page.getByLabel('Logo').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
      ),
    });
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    // The preview shows at once what is typed, and nothing in it can be reached.
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    expect(await preview.getByText('Rheinfon Portal').count()).toBe(2);
    const inPreview = (selector: string, value: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-accent] ${selector}')].map((one) => ${value})`,
      );
    const logos = await inPreview('img', 'one.src.slice(0, 14)');
    expect(logos).toEqual(['data:image/svg', 'data:image/svg']);
    // A color changes over some frames.
    await eventually(async () => {
      const fills = await inPreview('[class*=primary]', 'getComputedStyle(one).backgroundColor');
      expect(fills).toEqual(['rgb(255, 230, 0)', 'rgb(255, 230, 0)']);
    });
    expect(await preview.getByRole('button').count()).toBe(0);
    await page.getByLabel('Name that people see').fill('');
    // Its own name, where people see no other.
    await preview.getByText('Rheinfon', { exact: true }).nth(1).waitFor();
    await page.getByLabel('Name that people see').fill('Rheinfon Portal');
    const domain = `portal.a${crypto.randomUUID()}.example`;
    await setTexts(inject('dnsServer'), domain, [`voice-agent-platform=${reseller}`]);
    await page.getByLabel('Domain of the console').fill(domain);
    await expectAccessible(operators);
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => {
      const { settings } = await operator.clients.get({ params: { client_id: reseller } });
      expect(settings.branding?.name).toBe('Rheinfon Portal');
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      const shown = await console.open('/', { colorScheme, extraHTTPHeaders: shownAt(domain) });
      await shown.page.getByText('Rheinfon Portal').waitFor();
      await shown.page.waitForFunction("document.title === 'Rheinfon Portal'");
      await expectAccessible(shown);
      const tab = await console.signIn(key, '/', { colorScheme });
      await tab.page.getByRole('link', { name: 'Rheinfon Portal' }).waitFor();
      await tab.page.waitForFunction("document.title === 'Home · Rheinfon Portal'");
      expect(
        await tab.page.getByRole('link', { name: 'Rheinfon Portal' }).locator('img').getAttribute('src'),
      ).toMatch(/^data:image\/svg/);
      // A yellow that nobody could read on white: text has a shade of it.
      await expectAccessible(tab);
    }
    expect(
      (await operator.clients.get({ params: { client_id } })).effective_settings.branding,
    ).toBeUndefined();
  });

  withConsole('bills an organization by a plan, and settles its statements', async (console, operator) => {
    const users = usersOf(console.local.description);
    const reseller = await users.organization(undefined, 'reseller');
    const { client: billed } = await users.organization(reseller, 'client');
    const tab = await console.signIn(reseller.key, `/billing?tab=subscription&org=${billed.id}`);
    const { page, faults } = tab;
    await page.getByText('This organization is not billed').waitFor();
    // The browser itself reports the answer 404.
    expect(faults.splice(0).join()).toContain('404');
    await expectAccessible(tab);

    await page.getByRole('link', { name: 'Plans', exact: true }).click();
    await page.getByRole('button', { name: 'New plan' }).click();
    const plan = page.getByRole('dialog', { name: 'New plan' });
    await plan.getByLabel('Name').fill('Standard');
    await plan.getByLabel('Fee for a month').fill('49');
    await plan.getByLabel('Minutes included').fill('10');
    await plan.getByLabel('Price of a further minute').fill('cheap');
    await plan.getByRole('button', { name: 'Create' }).click();
    await plan.getByRole('alert').waitFor();
    expect(faults.splice(0).join()).toContain('400');
    await plan.getByLabel('Price of a further minute').fill('0.12');
    await expectAccessible(tab);
    await plan.getByRole('button', { name: 'Create' }).click();
    await plan.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Standard, EUR' });
    await page.getByLabel('First day').fill(monthFromOpen(-2));
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('heading', { name: 'Standard' }).waitFor();
    await page.getByRole('button', { name: 'Add a pack' }).click();
    await page.getByLabel('Minutes', { exact: true }).fill('100');
    await page.getByLabel('Price in EUR').fill('9.50');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('100 left in packs').waitFor();

    // A plan that is changed stays as it was for those who are subscribed to it.
    await page.getByRole('link', { name: 'Plans', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Standard' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit Standard' });
    await edited.getByLabel('Messages included').fill('500');
    await edited.getByLabel('Price of a further message').fill('0.02');
    await expectAccessible(tab);
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '500' }).waitFor();
    await page.getByRole('cell', { name: '€0.02' }).waitFor();

    // Months that have passed become final a little later.
    await page.getByRole('link', { name: 'Statements', exact: true }).click();
    await reloadUntil(page, page.getByRole('cell', { name: 'To send' }).nth(1));
    await expectAccessible(tab);
    await page.getByLabel('State', { exact: true }).selectOption('Unpaid');
    await page.getByRole('cell', { name: 'Draft' }).first().waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /To send/ })
      .last()
      .getByRole('link')
      .click();
    await page.getByText('€49.00').first().waitFor();
    const lacking = page.getByRole('note').getByText('It is final and stays as it is.', { exact: false });
    await lacking.waitFor();
    await page.getByRole('note').getByRole('link', { name: 'The postal address of the client' }).waitFor();
    // The list has it, until the statement is there.
    await page.getByText('€58.50').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByLabel('Reference').fill('2026-0042');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await page.getByText('2026-0042').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toContain(monthFromOpen(-2).slice(0, 7));
    expect(await readFile(await file.path(), 'utf8')).toContain('49');
    const { data } = await operator.statements.list({ params: { client_id: billed.id } });
    expect(data.map(({ status }) => status)).toContain('paid');

    // A void statement says so where it is printed.
    await page.goBack();
    await page
      .getByRole('row', { name: /To send/ })
      .first()
      .getByRole('link')
      .click();
    const voiding = page.getByRole('dialog', { name: 'Void this statement?' });
    await page.getByRole('button', { name: 'Void', exact: true }).click();
    await voiding.getByText('That cannot be undone.').waitFor();
    await voiding.getByRole('button', { name: 'Void' }).click();
    const paper = page.getByRole('article', { name: 'Statement' });
    await paper.getByText('This statement was canceled.').waitFor();
    await expectAccessible(tab);
    await page.emulateMedia({ media: 'print' });
    expect(await paper.getByText('Void', { exact: true }).isVisible()).toBe(true);
    expect(await paper.getByRole('deletion').textContent()).toContain('€');
    await page.emulateMedia({ media: 'screen' });

    // The billed organization sees the statement, and not the costs of those above.
    const { key } = await operator.apiKeys.create({
      body: { name: 'Accounting', client_id: billed.id, scopes: ['billing:read'] },
    });
    const own = await console.signIn(key, '/billing');
    await own.page.getByRole('columnheader', { name: 'Total' }).waitFor();
    expect(await own.page.getByRole('columnheader', { name: 'Margin' }).count()).toBe(0);
    await own.page.getByRole('link', { name: 'Subscription' }).click();
    await own.page.getByRole('heading', { name: 'Standard' }).waitFor();
    expect(await own.page.getByRole('button', { name: 'Add a pack' }).count()).toBe(0);
    await expectAccessible(own);
  });
});
