import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { startAccounts } from '#lib/local/phone-accounts.ts';
import type { PhoneLine } from '#lib/local/phone-line.ts';
import { callNumber, newLineAccount } from '#lib/local/phone-line.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import type { Organization } from '../support/users.ts';
import { usersOf } from '../support/users.ts';

let closeAccounts = async (): Promise<void> => {};

// Before the platform starts, which inherits the address.
beforeAll(async () => {
  const { url, close } = await startAccounts();
  process.env.PROVIDER_URLS = JSON.stringify({ twilio: url });
  closeAccounts = close;
});

afterAll(() => closeAccounts());

const consoleTest = consoleTests();

const numbers = { to: '+441632960999', from: '+441632960123' } as const;

interface LiveCall {
  readonly org: Organization;
  readonly operator: Client;
  readonly line: PhoneLine;
  readonly id: string;
  readonly open: (path: string) => Promise<Tab>;
}

/** A call at a number that an agent answers, and the console of its organization. */
const withCall = (name: string, use: (call: LiveCall) => Promise<void>): void =>
  consoleTest(name, async (console) => {
    const { local } = console;
    const { organization, operator } = usersOf(local.description);
    const org = await organization();
    const account = newLineAccount();
    const { id: agent_id } = await org.api.agents.create({
      body: {
        name: 'Pia',
        first_message: 'Harbor Dental, how can I help you today?',
        prompt: 'You are Pia.',
      },
    });
    const { webhook_url } = await org.api.integrations.create({
      body: {
        provider: 'twilio',
        name: 'Phone',
        account_id: account.account_id,
        api_key: account.auth_token,
        agents: [{ provider_agent_id: numbers.to, agent_id }],
      },
    });
    const line = await callNumber({ voice_url: webhook_url, ...account, ...numbers });
    await line.hear();
    const { data } = await org.api.conversations.active({ query: {} });
    const open = (path: string) => console.signIn(org.key, path);
    try {
      await use({ org, operator, line, id: data[0]?.id ?? '', open });
    } finally {
      line.close();
    }
  });

const transcript = (page: Page) => page.getByRole('list', { name: 'Transcript' });

const type = async (page: Page, field: string, text: string): Promise<void> => {
  await page.getByLabel(field, { exact: true }).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

// One after the other: a browser keeps both cores busy.
describe('A call that is under way', { concurrent: false }, () => {
  withCall('grows while it goes on, and shows what its caller did not hear', async ({ line, id, open }) => {
    const tab = await open(`/conversations/${id}`);
    const { page } = tab;
    const said = transcript(page);
    await said.getByText('how can I help you today?').waitFor();
    line.interrupt('You are speaking with an AI assistant. Harbor Dental');
    line.say('I have a toothache.');
    await said.getByText('I have a toothache.').waitFor();
    const unheard = said.locator('s');
    await unheard.waitFor();
    expect(await unheard.textContent()).toBe('how can I help you today?');
    await said.getByText('interrupted').waitFor();
    // Not by its style alone.
    await said.getByText('Not heard:').waitFor({ state: 'attached' });
    await said.getByText(/first word [\d,]+ ms · first sentence [\d,]+ ms · all [\d,]+ ms/).waitFor();
    await expectAccessible(tab);
    await line.hangUp();
    await page.getByRole('region', { name: 'The call' }).waitFor({ state: 'detached' });
    // The same in the transcript of the call that is over.
    await page.reload();
    expect(await said.locator('s').first().textContent()).toBe('how can I help you today?');
  });

  withCall(
    'keeps its newest words and its buttons in sight, unless somebody reads earlier ones',
    async ({ line, id, open }) => {
      const { page } = await open(`/conversations/${id}`);
      const said = transcript(page);
      const question = (at: number) => said.getByText(new RegExp(`Question ${at}$`));
      const isInSight = (at: number) =>
        question(at).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
        });
      const ask = async (at: number) => {
        line.say(`Question ${at}`);
        await line.hear();
        await question(at).waitFor();
      };
      await said.getByText('how can I help you today?').waitFor();
      for (let at = 1; at <= 10; at += 1) await ask(at);
      await eventually(async () => expect(await isInSight(10)).toBe(true));
      expect(await isInSight(1)).toBe(false);
      // The button can be pressed without scrolling: nothing covers it.
      const { y = -1 } = (await page.getByRole('button', { name: 'Take over' }).boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(0);
      await page.mouse.wheel(0, -10_000);
      await eventually(async () => expect(await isInSight(1)).toBe(true));
      await ask(11);
      expect([await isInSight(1), await isInSight(11)]).toEqual([true, false]);
    },
  );

  withCall('is taken over, spoken in and given back', async ({ line, id, open, org }) => {
    const tab = await open('/live');
    const { page } = tab;
    const card = page.getByRole('article', { name: numbers.from });
    await card.getByText('how can I help you today?').waitFor();
    await expectAccessible(tab);
    await card.getByRole('button', { name: 'Take over' }).press('Enter');
    await page.waitForURL(`**/conversations/${id}*`);
    await page.getByText('A person has the call. The agent is silent.').waitFor();
    line.say('Is somebody there?');
    await transcript(page).getByText('Is somebody there?').waitFor();
    await page.getByLabel('Your name').fill('Dana Whitlock');
    await type(page, 'Type, and it is spoken', 'Yes, this is Dana.');
    expect(await line.hear()).toBe('Yes, this is Dana.');
    await transcript(page).getByText('Dana Whitlock').waitFor();
    await page.getByText('Dana Whitlock has the call.').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Give back to the agent' }).press('Enter');
    await page.getByText('The agent answers.').waitFor();
    line.say('Thank you');
    expect(await line.hear()).toContain('Rehearsal');

    await type(page, 'Say something in place of the agent', 'One moment.');
    expect(await line.hear()).toBe('One moment.');
    await page.getByRole('button', { name: 'Instruct' }).click();
    const dialog = page.getByRole('dialog', { name: 'Instruct' });
    await dialog.getByLabel('For the next answer').fill('Offer a discount.');
    await expectAccessible(tab);
    await dialog.getByRole('button', { name: 'Instruct' }).click();
    await transcript(page).getByText('Instruction by Dana Whitlock, not spoken').waitFor();
    await eventually(async () => {
      const { unsettled_turns = [] } = await org.api.conversations.get({
        params: { conversation_id: id },
        query: { expand: ['unsettled'] },
      });
      expect(unsettled_turns.at(-1)).toMatchObject({ role: 'system', text: 'Offer a discount.' });
    });
  });

  withCall(
    'is transferred, unless its organization may not call the number',
    async ({ line, id, open, org, operator }) => {
      await operator.clients.update({
        params: { client_id: org.client.id },
        body: { settings: { call_prefixes: ['+44'] } },
      });
      const tab = await open(`/conversations/${id}`);
      const { page, faults } = tab;
      await page.getByRole('button', { name: 'Transfer' }).click();
      const dialog = page.getByRole('dialog', { name: 'Transfer' });
      const number = dialog.getByLabel('Number');
      const transfer = dialog.getByRole('button', { name: 'Transfer' });
      await number.fill('4930 1');
      await transfer.click();
      await dialog.getByText('Enter + and the country code').waitFor();
      await number.fill('+49 30 23125044');
      await transfer.click();
      await dialog.getByText('This number may not be called').waitFor();
      await dialog.getByText('must begin with +44').waitFor();
      const settings = dialog.getByRole('link', { name: 'Settings of the organization' });
      expect(await settings.getAttribute('href')).toMatch(/tab=settings\S*#calls$/);
      await expectAccessible(tab);
      expect(faults.splice(0).join()).toContain('400');
      await number.fill('+44 1632 960456');
      await transfer.click();
      await page.getByText('The call is transferred').waitFor();
      await eventually(async () => expect((await line.messages.next()).value).toMatchObject({ type: 'end' }));
      expect((await line.finish()).text).toContain('>+441632960456</Dial>');
    },
  );

  withCall('is ended once that was confirmed', async ({ line, id, open, org }) => {
    const tab = await open('/live');
    const { page } = tab;
    const card = page.getByRole('article', { name: numbers.from });
    await card.getByRole('button', { name: 'End' }).click();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'End the call' }).click();
    await page.getByRole('heading', { name: 'Nobody is talking right now' }).waitFor();
    expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
    expect(await org.api.conversations.get({ params: { conversation_id: id } })).toMatchObject({
      status: 'completed',
      end_reason: 'staff_ended',
    });
  });

  withCall(
    'is placed by an account at a carrier, and not by one that lacks the agent',
    async ({ org, open }) => {
      const [{ id: agent_id } = { id: '' }] = (await org.api.agents.list({ query: {} })).data;
      const body = { provider: 'retell' as const, name: 'Elsewhere', api_key: 'key-of-elsewhere' };
      const { id: integration_id } = await org.api.integrations.create({ body });
      const tab = await open(`/agents/${agent_id}?tab=voice`);
      const { page, faults } = tab;
      const account = page.getByLabel('Account that calls');
      const place = page.getByRole('button', { name: 'Call', exact: true });
      await page.getByLabel('Number to call', { exact: true }).fill('+441632960456');
      await account.selectOption('Elsewhere, Retell');
      await place.click();
      await page.getByText('The agent cannot call with this account').waitFor();
      const mend = page.getByRole('link', { name: 'Open the account' });
      expect(await mend.getAttribute('href')).toContain(integration_id);
      await expectAccessible(tab);
      expect(faults.splice(0).join()).toContain('409');
      await account.selectOption('Phone, Twilio');
      await place.click();
      await page.getByRole('link', { name: 'Follow the conversation' }).waitFor();
      const { data } = await org.api.conversations.list({ query: { direction: 'outbound' } });
      expect(data.map((one) => one.agent_id)).toEqual([agent_id]);
    },
  );
});
