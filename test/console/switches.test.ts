import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { usersOf } from '../support/users.ts';
import { operatorTests } from './demonstration.ts';

const withConsole = operatorTests();

const alert = (page: Page) => page.getByRole('alert');

// One after the other: a browser keeps both cores busy.
describe('Refusals in the console', { concurrent: false }, () => {
  withConsole('analysis is switched on in two presses where it was refused', async (console) => {
    const users = usersOf(console.local.description);
    const reseller = await users.organization(undefined, 'reseller');
    const { client, api } = await users.organization(reseller, 'client');
    const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
    await api.conversations.create({ body: { agent_id, status: 'completed' } });
    const greets = { name: 'greets', kind: 'contains' as const, texts: ['hello'] };
    const { id } = await api.analyzers.create({ body: { name: 'Greeting', criteria: [greets] } });
    const tab = await console.signIn(reseller.key, `/analyzers/${id}?org=${client.id}`);
    const { page, faults } = tab;
    await page.getByRole('button', { name: 'Try it' }).click();
    await alert(page).getByText('Analysis is switched off').waitFor();
    await expectAccessible(tab);
    await alert(page).getByRole('button', { name: 'Enable analysis' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable analysis' }).click();
    await page.getByText('Analysis is on. Try again.').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await alert(page).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Try it' }).getByRole('listitem').first().waitFor();
    // The browser itself reports the answer 409.
    expect(faults.splice(0).join()).toContain('409');

    // People who may not switch it on read whom to ask.
    await reseller.api.clients.update({
      params: { client_id: client.id },
      body: { settings: { analysis: { enabled: false } } },
    });
    const { key } = await api.apiKeys.create({
      body: {
        name: 'Own',
        scopes: ['analysis:read', 'analysis:write', 'conversations:read', 'clients:read'],
      },
    });
    const own = await console.signIn(key, `/analyzers/${id}`);
    await own.page.getByRole('button', { name: 'Try it' }).click();
    await alert(own.page)
      .getByText(/Ask the organization that manages yours/)
      .waitFor();
    await alert(own.page).getByRole('link', { name: 'Open the settings' }).click();
    const setting = own.page.getByLabel('Analysis', { exact: true });
    await setting.waitFor();
    expect(await setting.isDisabled()).toBe(true);
    expect(own.faults.splice(0).join()).toContain('409');
  });

  withConsole('an account without a key is named, with a link to it', async (console) => {
    const users = usersOf(console.local.description);
    const { client, api } = await users.organization(
      await users.organization(undefined, 'reseller'),
      'client',
    );
    const agent = await api.agents.create({ body: { name: 'Reception', prompt: 'You answer calls.' } });
    const integration = await api.integrations.create({
      body: { provider: 'vapi', name: 'Vapi of the shop' },
    });
    const { page, faults } = await console.signIn(
      console.local.description.api_key,
      `/agents/${agent.id}?tab=deployments&org=${client.id}`,
    );
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy', exact: true }).last().click();
    await alert(page).getByText('The account has no API key of the provider').waitFor();
    await alert(page).getByRole('link', { name: 'Open the account' }).click();
    await page.waitForURL(new RegExp(`/integrations/${integration.id}`));
    await page.getByRole('heading', { name: 'Vapi of the shop', level: 1 }).waitFor();
    await page.getByText('Waiting for the first event').waitFor();

    // The steps of connecting survive a reload.
    await page.goto(
      `${console.local.description.base_url}/integrations/connect?org=${client.id}&integration=${integration.id}`,
    );
    await page.getByText(/Nothing has arrived yet/).waitFor();
    await page.getByText(integration.webhook_url).waitFor();
    expect(faults.splice(0).join()).toContain('409');
  });

  withConsole('a page for which a right is missing says which one, and whom to ask', async (console) => {
    const { api } = await usersOf(console.local.description).organization(undefined, 'client');
    const { key } = await api.apiKeys.create({ body: { name: 'Listener', scopes: ['conversations:read'] } });
    for (const [path, page, right] of [
      ['/usage', 'Usage', 'Usage, read'],
      ['/billing', 'Billing', 'Billing, read'],
      ['/inbox', 'Inbox', 'Chats, write'],
      ['/webhooks/hook_1', 'Webhooks', 'Webhooks, read'],
    ] as const) {
      const tab = await console.signIn(key, path);
      await tab.page.getByRole('heading', { name: `You cannot see ${page}` }).waitFor();
      await tab.page.getByText(`This needs the right “${right}”. Ask for a key with it.`).waitFor();
      await expectAccessible(tab);
    }
  });
});
