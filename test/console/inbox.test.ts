import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import type { Organization } from '../support/users.ts';
import { usersOf } from '../support/users.ts';

const consoleTest = consoleTests();

/** A chat of somebody with an agent, as the page of a shop has it. */
interface Shopper {
  readonly id: string;
  readonly say: (text: string) => Promise<unknown>;
  readonly heard: () => Promise<readonly (readonly [author: string, text: string])[]>;
}

interface Desk {
  readonly org: Organization;
  readonly agent_id: string;
  readonly chat: (name: string) => Promise<Shopper>;
  readonly open: (path: string, key?: string) => Promise<Tab>;
}

const withDesk = (name: string, use: (desk: Desk) => Promise<void>): void =>
  consoleTest(name, async (console) => {
    const { local } = console;
    const { base_url } = local.description;
    const org = await usersOf(local.description).organization();
    const { id: agent_id } = await org.api.agents.create({
      body: { name: 'Mia', first_message: 'Good morning.' },
    });
    const chat = async (caller: string): Promise<Shopper> => {
      const { id, session_token } = await org.api.chats.create({
        params: { agent_id },
        body: { caller: { name: caller } },
      });
      const shop = createClient({ baseUrl: base_url, apiKey: session_token });
      const params = { conversation_id: id };
      return {
        id,
        say: (text) => shop.chats.send({ params, body: { text } }),
        heard: async () => {
          const { data } = await shop.chats.messages({ params });
          return data.map(({ role, author, text }) => [author ?? role, text] as const);
        },
      };
    };
    const open = (path: string, key = org.key) => console.signIn(key, path);
    await use({ org, agent_id, chat, open });
  });

const handOver = ({ api }: Organization, { id }: Shopper, reason: string) =>
  api.handovers.create({ params: { conversation_id: id }, body: { reason } });

const inboxLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ });

const answer = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Your answer').focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

// One after the other: a browser keeps both cores busy.
describe('The inbox', { concurrent: false }, () => {
  withDesk('shows who waits, and a person answers by keyboard and gives the chat back', async (desk) => {
    const { org, chat, open } = desk;
    const nora = await chat('Nora Whitfield');
    const liam = await chat('Liam Doyle');
    await handOver(org, nora, 'Wants her money back');
    await handOver(org, liam, 'Has a complaint');
    const tab = await open('/inbox');
    const { page } = tab;
    const list = page.getByRole('list', { name: 'Chats for people' });
    await list.getByRole('button', { name: /Nora Whitfield.*waits.*Wants her money back/ }).waitFor();
    await inboxLink(page).getByText('2').waitFor();
    await expectAccessible(tab);

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'More' }).getByText('2 chats are waiting').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });

    // The one who waits longest is the first.
    await page.keyboard.press('j');
    const log = page.getByRole('log', { name: 'Chat with Nora Whitfield' });
    await log.getByText('Good morning.').waitFor();
    await page.getByLabel('Your name').fill('Dana Whitlock');
    await answer(page, 'Hello Nora, I am Dana. How can I help?');
    await log.getByText('Dana Whitlock').waitFor();
    await list.getByText('Dana Whitlock answers').waitFor();
    await inboxLink(page).getByText('1').waitFor();
    expect(await nora.heard()).toEqual([
      ['agent', 'Good morning.'],
      ['Dana Whitlock', 'Hello Nora, I am Dana. How can I help?'],
    ]);

    // Her answer appears by itself.
    await nora.say('I was billed twice.');
    await log.getByText('I was billed twice.').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Give back to the agent' }).press('Enter');
    await page.getByText('The agent answers again').waitFor();
    await list.getByText('Nora Whitfield').waitFor({ state: 'detached' });
    await nora.say('Thank you');
    expect((await nora.heard()).at(-1)?.[0]).toBe('agent');
  });

  withDesk('ends a chat, and says what cannot be done any more', async ({ org, chat, open }) => {
    const nora = await chat('Nora Whitfield');
    await handOver(org, nora, 'Has a complaint');
    const tab = await open(`/inbox?chat=${nora.id}`);
    const { page, faults } = tab;
    const log = page.getByRole('log', { name: 'Chat with Nora Whitfield' });
    await log.getByText('Good morning.').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'End the chat' }).click();
    await page.getByRole('heading', { name: 'Nobody is waiting' }).waitFor();
    await expectAccessible(tab);

    // A chat that ends while somebody answers.
    const liam = await chat('Liam Doyle');
    await handOver(org, liam, 'Wants to cancel');
    await page.getByRole('button', { name: /Liam Doyle/ }).click();
    await page.getByLabel('Your name').fill('Dana');
    await page.getByRole('log').getByText('Good morning.').waitFor();
    await page.route('**/messages?*', () => undefined);
    await org.api.chats.end({ params: { conversation_id: liam.id } });
    await answer(page, 'One moment, please');
    await page.getByRole('alert').getByText('The chat is over').waitFor();
    expect(await page.getByLabel('Your answer').inputValue()).toBe('One moment, please');
    expect(faults.splice(0).join()).toContain('409');

    const { key } = await org.api.apiKeys.create({ body: { name: 'Writes', scopes: ['chats:write'] } });
    const writer = await open('/inbox', key);
    await writer.page.getByRole('heading', { name: 'You cannot see Inbox' }).waitFor();
    await expectAccessible(writer);
  });

  withDesk('keeps what is typed while an answer is on its way', async ({ org, chat, open }) => {
    const nora = await chat('Nora Whitfield');
    await handOver(org, nora, 'Has a complaint');
    const { page, faults } = await open(`/inbox?chat=${nora.id}`);
    await page.getByRole('log').getByText('Good morning.').waitFor();
    await page.getByLabel('Your name').fill('Dana');
    const field = page.getByLabel('Your answer');
    let held = Promise.withResolvers<boolean>();
    await page.route(`**/${nora.id}/replies`, async (route) => {
      if (await held.promise) await route.continue();
      else
        await route.fulfill({
          status: 409,
          json: { code: 'conversation_ended', title: 'Over', status: 409 },
        });
    });
    await answer(page, 'First');
    await page.keyboard.type('Second');
    expect(await field.inputValue()).toBe('Second');
    held.resolve(true);
    await page.getByRole('log').getByText('First').waitFor();
    expect(await field.inputValue()).toBe('Second');

    // One that fails comes back, before what was typed since.
    await page.getByRole('button', { name: 'Send', exact: true }).and(page.locator(':enabled')).waitFor();
    held = Promise.withResolvers<boolean>();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Third');
    held.resolve(false);
    await page.getByRole('alert').waitFor();
    expect(await field.inputValue()).toBe('Second\nThird');
    expect(faults.splice(0).join()).toContain('409');
  });

  withDesk('reaches whoever tries the agent in the console', async ({ org, agent_id, open }) => {
    const { page } = await open(`/agents/${agent_id}`);
    await page.getByRole('button', { name: 'Let the agent begin' }).click();
    const log = page.getByRole('log', { name: 'Chat with Mia' });
    await log.getByText('Good morning.').waitFor();
    const { data } = await org.api.conversations.active({ query: {} });
    const params = { conversation_id: data[0]?.id ?? '' };
    await org.api.handovers.create({ params, body: {} });
    await page.getByLabel('Say something to Mia').fill('Is there a person?');
    await page.keyboard.press('Enter');
    await log.getByText('Waiting for a person').waitFor();
    await org.api.handovers.reply({ params, body: { text: 'Yes, here I am.', author: 'Dana' } });
    await log.getByText('Yes, here I am.').waitFor();
    await log.getByText('A person answers').waitFor();
    await log.getByRole('link', { name: 'Open it in the inbox' }).click();
    await page.getByRole('log').getByText('Is there a person?').waitFor();
    await eventually(async () =>
      expect((await org.api.chats.messages({ params })).data.map(({ role }) => role)).toEqual([
        'agent',
        'user',
        'agent',
      ]),
    );
  });
});
