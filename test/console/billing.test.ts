import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { monthFromNow, monthFromOpen, terms } from '../support/billing.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import { usersOf } from '../support/users.ts';
import { reloadUntil } from './demonstration.ts';

const withConsole = consoleTests();

const press = (found: Locator) => found.press('Enter');

const type = async (found: Locator, text: string): Promise<void> => {
  await found.focus();
  await found.page().keyboard.press('Control+A');
  await found.page().keyboard.type(text);
};

const open = (page: Page, name: string) =>
  press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }));

/** For whom a dialog creates something. */
const ownerOf = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: /^For/ });

describe('With the keyboard alone', { concurrent: false }, () => {
  withConsole('a month is billed: terms, statement, sent, paid, and its files', async (console) => {
    const users = usersOf(console.local.description);
    const reseller = await users.organization(undefined, 'reseller');
    const { client: billed } = await users.organization(reseller, 'client');
    const tab = await console.signIn(reseller.key, `/organizations/${reseller.client.id}?tab=settings`);
    const { page } = tab;

    const issuing = page.getByRole('group', { name: 'Statements that it issues' });
    await type(page.getByLabel('Legal name'), 'Bright Voice Ltd');
    await type(page.getByLabel('Postal address'), '14 Foundry Lane\nBristol');
    await type(issuing.getByLabel('Name of the tax'), 'VAT');
    await type(issuing.getByLabel('Rate in percent'), '20');
    await type(issuing.getByLabel('Days until payment is due'), '30');
    await type(issuing.getByLabel('Beginning of each number'), 'BV-');
    await expectAccessible(tab);
    await press(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Saved', { exact: true }).waitFor();
    // A tax without a rate is refused, where it was typed.
    await type(issuing.getByLabel('Rate in percent'), '200');
    await press(page.getByRole('button', { name: 'Save' }));
    await issuing.getByLabel('Rate in percent').and(page.locator('[aria-invalid]')).waitFor();
    expect(tab.faults.splice(0).join()).toContain('400');

    const { id: plan_id } = await reseller.api.plans.create({ body: terms });
    const params = { client_id: billed.id };
    const start_date = monthFromOpen(-1);
    await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
    // The rate is left without saving it.
    page.once('dialog', (question) => void question.accept());
    await open(page, 'Billing');
    const month = start_date.slice(0, 7);
    const shown = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    for (let back = -1; monthFromNow(back) >= start_date; back -= 1)
      await press(page.getByRole('link', { name: shown.format(new Date(monthFromNow(back))) }));
    await reloadUntil(page, page.getByRole('row', { name: /To send/ }));
    await expectAccessible(tab);
    const sum = page.getByRole('row', { name: /^1 client/ });
    expect(await sum.textContent()).toContain('€49.00');
    const overview = page.waitForEvent('download');
    await press(page.getByRole('button', { name: 'Save as CSV' }));
    const table = await overview;
    expect(table.suggestedFilename()).toBe(`billing-${month}.csv`);
    expect(await readFile(await table.path(), 'utf8')).toContain('BV-0001,Starter');

    await press(page.getByRole('row', { name: /To send/ }).getByRole('link'));
    const paper = page.getByRole('article', { name: 'Statement' });
    for (const text of ['BV-0001', 'Bright Voice Ltd', 'VAT 20 %', '€9.80', '€58.80', billed.name])
      await paper.getByText(text).first().waitFor();
    await expectAccessible(tab);
    await press(page.getByRole('button', { name: 'Mark as sent' }));
    await page.getByText('Marked as sent').waitFor();
    await press(page.getByRole('button', { name: 'Undo' }));
    await press(page.getByRole('button', { name: 'Mark as sent' }));
    await page.getByText('Sent', { exact: true }).first().waitFor();

    // Only the paper is printed, and a browser names the file after the title.
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.title()).toBe(`${billed.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${month}`);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.title()).toContain(billed.name);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Mark as paid' }).isVisible()).toBe(false);
    expect(await paper.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });

    await press(page.getByRole('button', { name: 'Mark as paid' }));
    await type(page.getByLabel('Reference'), '2026-0042');
    await page.keyboard.press('Enter');
    await page.getByText('2026-0042').waitFor();
    const { data } = await reseller.api.statements.list({ params });
    const paid = data.find(({ status }) => status === 'paid');
    expect(paid).toMatchObject({ number: 'BV-0001', external_reference: '2026-0042' });
    expect(paid?.sent_at).not.toBeNull();

    // The payment has bounced.
    await press(page.getByRole('button', { name: 'Not paid' }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Not paid' }));
    await page.getByRole('button', { name: 'Mark as paid' }).waitFor();
    const unpaid = await reseller.api.statements.list({ params });
    expect(unpaid.data.find(({ id }) => id === paid?.id)?.status).toBe('final');
  });

  withConsole(
    'what the platform bills is shown to an organization in between, and not changed',
    async (console) => {
      const users = usersOf(console.local.description);
      const between = await users.organization(undefined, 'reseller');
      const { client: billed } = await users.organization(between, 'client');
      const { id: plan_id } = await users.operator.plans.create({ body: { ...terms, client_id: null } });
      const params = { client_id: billed.id };
      const body = { plan_id, start_date: monthFromOpen(-1) };
      await users.operator.subscriptions.replace({ params, body });
      const { id } = await eventually(async () => {
        const { data } = await between.api.statements.list({ params });
        const [final] = data.filter(({ status }) => status === 'final');
        if (!final) throw new Error('Not yet');
        return final;
      });
      const pages = [
        [`/billing/${billed.id}/${id}`, 'Statement', ['Mark as paid', 'Mark as sent']],
        [
          `/billing?tab=subscription&org=${billed.id}`,
          'Subscription',
          ['Change the plan', 'Add a pack', 'End'],
        ],
      ] as const;
      for (const [path, shown, buttons] of pages) {
        for (const [key, count] of [
          [between.key, 0],
          [console.local.description.api_key, 1],
        ] as const) {
          const { page } = await console.signIn(key, path);
          const found = page
            .getByRole('article', { name: shown })
            .or(page.getByRole('region', { name: shown }));
          await found.getByText(terms.name).first().waitFor();
          for (const name of buttons) {
            expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([
              name,
              count,
            ]);
          }
        }
      }
    },
  );

  withConsole('a new client comes from nothing to its first call, and owns all of it', async (console) => {
    const { base_url } = console.local.description;
    const reseller = await usersOf(console.local.description).organization(undefined, 'reseller');
    const tab = await console.signIn(reseller.key, '/');
    const { page } = tab;
    await press(page.getByRole('link', { name: 'Create an organization' }));
    await press(page.getByRole('button', { name: 'New organization' }));
    await type(page.getByLabel('Name', { exact: true }), 'Quay Street Opticians');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Quay Street Opticians', level: 1 }).waitFor();
    await page.getByText('There is no call yet.').waitFor();
    await expectAccessible(tab);

    await press(page.getByRole('link', { name: 'New agent' }));
    await press(page.getByRole('button', { name: 'New agent' }));
    await ownerOf(page).getByText('Quay Street Opticians').waitFor();
    await type(page.getByRole('dialog').getByLabel('Name', { exact: true }), 'Front desk');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Front desk', level: 1 }).waitFor();

    await open(page, 'Organizations');
    await press(page.getByRole('main').getByRole('link', { name: 'Quay Street Opticians' }));
    await press(page.getByRole('link', { name: 'API keys' }).last());
    await press(page.getByRole('button', { name: 'New API key' }));
    await type(page.getByRole('dialog').getByLabel('Name', { exact: true }), 'Our bot');
    await page.getByLabel('Conversations, write', { exact: true }).press('Space');
    await press(page.getByRole('button', { name: 'Create', exact: true }));
    const secret = (await page.getByRole('status').locator('code').textContent()) ?? '';
    await press(page.getByRole('button', { name: 'Done' }));
    const [agent] = (await reseller.api.agents.list()).data;
    await createClient({ baseUrl: base_url, apiKey: secret }).conversations.create({
      body: { agent_id: agent?.id ?? '', status: 'completed', caller: { name: 'Iris Mole' } },
    });

    await press(page.getByRole('link', { name: 'Overview' }));
    await reloadUntil(page, page.getByRole('link', { name: 'Iris Mole' }));
    await page.getByRole('region', { name: 'Agents' }).getByRole('link', { name: 'Front desk' }).waitFor();
    await expectAccessible(tab);
    const [client] = (await reseller.api.clients.list({ query: { name: 'Quay' } })).data;
    const [call] = (await reseller.api.conversations.list()).data;
    expect([agent?.client_id, call?.client_id]).toEqual([client?.id, client?.id]);

    // A webhook that is made on its page hears only of its own calls.
    await press(page.getByRole('button', { name: 'New webhook' }));
    await ownerOf(page).getByText('Quay Street Opticians').waitFor();
    await press(page.getByRole('button', { name: 'Create', exact: true }));
    await press(page.getByRole('button', { name: 'Done' }));
    const [webhook] = (await reseller.api.webhooks.list()).data;
    expect(webhook?.client_id).toBe(client?.id);
  });
});
