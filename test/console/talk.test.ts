import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import type { Organization } from '../support/users.ts';
import { usersOf } from '../support/users.ts';

const consoleTest = consoleTests();

interface Desk {
  readonly operator: Organization['api'];
  readonly org: Organization;
  readonly agent_id: string;
  readonly open: (path: string) => Promise<Tab>;
}

const mia = {
  name: 'Mia',
  prompt: 'You are Mia of {{practice}}.',
  first_message: 'This is {{practice}}.',
  conversation_flow: {
    start: 'greet',
    nodes: [
      {
        id: 'greet',
        instruction: 'Find out what the customer needs.',
        transitions: [{ to: 'urgent', when: 'the customer is in pain' }],
      },
      {
        id: 'urgent',
        instruction: 'Offer the slot of the day.',
        transitions: [{ to: 'done', when: 'booked' }],
      },
      { id: 'done', instruction: 'Say goodbye.', transitions: [] },
    ],
  },
  tools: [{ name: 'find_slot', description: 'Finds a free slot' }],
};

const withDesk = (name: string, use: (desk: Desk) => Promise<void>): void =>
  consoleTest(name, async (console) => {
    const { local } = console;
    const { operator, organization } = usersOf(local.description);
    const org = await organization();
    const { id: agent_id } = await org.api.agents.create({ body: mia });
    const open = (path: string) => console.signIn(org.key, path);
    await use({ operator, org, agent_id, open });
  });

const log = (page: Page) => page.getByRole('log', { name: 'Chat with Mia' });

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Say something to Mia').focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

const turnsOf = async ({ api }: Organization) => {
  const { data } = await api.conversations.list({ query: {} });
  return Promise.all(
    data.map(async ({ id }) => {
      const { data: turns } = await api.chats.messages({ params: { conversation_id: id } });
      return turns.map(({ role, text }) => [role, text]);
    }),
  );
};

// One after the other: a browser keeps both cores busy.
describe('Talking with an agent', { concurrent: false }, () => {
  withDesk(
    'is a real chat by keyboard, with the step of the flow and the time of each answer',
    async (desk) => {
      const { org, agent_id, open } = desk;
      const tab = await open(`/agents/${agent_id}`);
      const { page } = tab;
      await page.getByLabel('practice', { exact: true }).focus();
      await page.keyboard.type('Harbor Dental');
      await page.getByRole('button', { name: 'Let the agent begin' }).press('Enter');
      await log(page).getByText('This is Harbor Dental.').waitFor();
      await say(page, 'I am in pain');
      await log(page).getByText('greet → urgent').waitFor();
      await log(page).getByText(/\d ms/).waitFor();
      await log(page).getByText('This is a rehearsal').waitFor();
      await expectAccessible(tab);

      const [turns = []] = await turnsOf(org);
      expect(turns[0]).toEqual(['agent', 'This is Harbor Dental.']);
      expect(turns[1]).toEqual(['user', 'I am in pain']);
      expect(turns).toHaveLength(3);
      // A page that is loaded again goes on with the chat.
      await page.reload();
      await log(page).getByText('I am in pain').waitFor();
      await page.getByRole('button', { name: 'End', exact: true }).click();
      await log(page).getByText('The chat has ended.').waitFor();
      expect(await page.getByLabel('Say something to Mia').isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'New chat' }).click();
      await page.getByRole('button', { name: 'Let the agent begin' }).waitFor();
      const { data } = await org.api.conversations.list({ query: {} });
      expect(data.map(({ status, end_reason }) => [status, end_reason])).toEqual([
        ['completed', 'user_ended'],
      ]);
    },
  );

  withDesk('speaks answers, stops for the next words, and says what was heard', async (desk) => {
    const { org, agent_id, open } = desk;
    const { page } = await open(`/agents/${agent_id}`);
    await page.getByLabel('practice', { exact: true }).fill('Harbor Dental');
    const aloud = page.getByRole('button', { name: 'Speak answers' });
    await aloud.focus();
    await page.keyboard.press('Enter');
    await page.locator('button[aria-pressed="true"]', { hasText: 'Speak answers' }).waitFor();
    const asked: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/live/')) asked.push(request.postDataJSON());
    });
    await say(page, 'I am in pain');
    await log(page).getByText('greet → urgent').waitFor();
    await say(page, 'And now?');
    await log(page).getByText('And now?').waitFor();
    await eventually(async () => expect(asked).toHaveLength(2));
    expect(asked[0]).toEqual({ text: 'I am in pain', speak: true });
    expect(asked[1]).toMatchObject({ speak: true, heard: { turn: 2, characters: expect.any(Number) } });
    const { data } = await org.api.conversations.list({ query: {} });
    const conversation_id = data[0]?.id ?? '';
    await eventually(async () => {
      const { data: turns } = await org.api.transcripts.get({ params: { conversation_id }, query: {} });
      expect(turns[2]).toMatchObject({ role: 'agent', unheard: { reported_by: 'client' } });
    });
    await aloud.press('Enter');
    await page.locator('button[aria-pressed="false"]', { hasText: 'Speak answers' }).waitFor();
  });

  withDesk('asks for the results of tools that run elsewhere', async ({ org, agent_id, open }) => {
    const tab = await open(`/agents/${agent_id}`);
    const { page } = tab;
    await page.getByRole('log').waitFor({ state: 'detached' });
    await say(page, 'Please find a slot for me');
    const results = page.getByRole('form', { name: 'Results of tools' });
    await results.getByLabel('find_slot returns').fill('{"slot":"16:40"}');
    await expectAccessible(tab);
    await results.getByRole('button', { name: 'Go on with this' }).press('Enter');
    await log(page)
      .getByText(/A tool answered .*16:40/)
      .waitFor();
    const [turns = []] = await turnsOf(org);
    expect(turns.at(-1)?.[1]).toContain('16:40');
  });

  withDesk(
    'tries changes before they are saved, and stores nothing of it',
    async ({ org, agent_id, open }) => {
      const tab = await open(`/agents/${agent_id}`);
      const { page } = tab;
      await page.getByLabel('First message').fill('Good evening from {{practice}}.');
      await page.getByText('1 change First message').waitFor();
      await page.getByText('with your changes, not stored').waitFor();
      await page.getByLabel('practice', { exact: true }).fill('Mill Lane');
      await page.getByRole('button', { name: 'Let the agent begin' }).click();
      await log(page).getByText('Good evening from Mill Lane.').waitFor();
      await say(page, 'Please find a slot for me');
      await page.getByLabel('find_slot returns').fill('nine o’clock');
      await page.getByRole('button', { name: 'Go on with this' }).click();
      await log(page)
        .getByText(/A tool answered .*nine o’clock/)
        .waitFor();
      await expectAccessible(tab);
      expect(await turnsOf(org)).toEqual([]);
      expect((await org.api.agents.get({ params: { agent_id } })).version).toBe(1);

      // Saving leaves the talk as it is. The next one is with the new version.
      await page.keyboard.press('Control+s');
      await page.getByText('Saved as version 2').waitFor();
      await log(page).getByText('Good evening from Mill Lane.').waitFor();
      await page.getByRole('button', { name: 'New chat' }).click();
      await page.getByRole('button', { name: 'Let the agent begin' }).click();
      await log(page).getByText('Good evening from Mill Lane.').waitFor();
      await eventually(async () =>
        expect(await turnsOf(org)).toEqual([[['agent', 'Good evening from Mill Lane.']]]),
      );
    },
  );

  withDesk(
    'loses nothing when the stream breaks, and asks the agent once',
    async ({ org, agent_id, open }) => {
      const { page, faults } = await open(`/agents/${agent_id}`);
      await page.getByRole('button', { name: 'Let the agent begin' }).click();
      await log(page).getByText('This is').waitFor();
      // The platform answers, and half of what it says arrives.
      await page.route('**/v1/live/**', async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({ response, body: body.slice(0, body.length / 2) });
      });
      await say(page, 'I am in pain');
      await log(page).getByText('greet → urgent').waitFor();
      await page.unrouteAll();
      // The request arrives, and the connection ends before the answer.
      await page.route('**/v1/live/**', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await say(page, 'Are you there?');
      await eventually(async () =>
        expect(
          await log(page)
            .getByText(/^Rehearsal at/)
            .count(),
        ).toBe(2),
      );
      await page.unrouteAll();
      expect(faults.splice(0).join()).toContain('ERR_FAILED');
      const [turns = []] = await turnsOf(org);
      expect(turns.map(([role]) => role)).toEqual(['agent', 'user', 'agent', 'user', 'agent']);
    },
  );

  withDesk('keeps words that could not be sent, and sends them once', async ({ org, agent_id, open }) => {
    const tab = await open(`/agents/${agent_id}`);
    const { page, faults } = tab;
    await page.getByRole('button', { name: 'Let the agent begin' }).click();
    await log(page).getByText('This is').waitFor();
    await page.route('**/messages', (route) => route.abort());
    await say(page, 'I am in pain');
    await page.getByText('The platform was not reached').waitFor();
    await log(page).getByText('I am in pain').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await log(page).getByText('greet → urgent').waitFor();
    expect(faults.splice(0).length).toBeGreaterThan(0);
    const [turns = []] = await turnsOf(org);
    expect(turns).toHaveLength(3);
  });

  withDesk('says why a message is refused, and gives the words back', async (desk) => {
    const { operator, org, agent_id, open } = desk;
    const tab = await open(`/agents/${agent_id}`);
    const { page, faults } = tab;
    await page.getByRole('button', { name: 'Let the agent begin' }).click();
    await log(page).getByText('This is').waitFor();
    const settings = { quotas: { chat_messages_per_day: 1 } };
    await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
    await say(page, 'I am in pain');
    await log(page).getByText('greet → urgent').waitFor();
    await say(page, 'And my head hurts');
    await page.getByRole('alert').getByText('Too much at once').waitFor();
    expect(await page.getByLabel('Say something to Mia').inputValue()).toBe('And my head hurts');
    await expectAccessible(tab);

    const { data } = await org.api.conversations.list({ query: {} });
    await org.api.chats.end({ params: { conversation_id: data[0]?.id ?? '' } });
    await page.keyboard.press('Enter');
    await log(page).getByText('The chat has ended.').waitFor();
    expect(faults.splice(0).join()).toMatch(/429.*409/);
  });

  withDesk('edits model, language, tools and handover, each with the values that there are', async (desk) => {
    const { org, agent_id, open } = desk;
    const tab = await open(`/agents/${agent_id}`);
    const { page } = tab;
    const choose = async (field: RegExp, typed: string, place = 1) => {
      await page.getByRole('combobox', { name: field }).press('Enter');
      await page.getByPlaceholder('Find or type').waitFor();
      await page.keyboard.type(typed);
      await eventually(async () => expect(await page.getByRole('option').count()).toBe(place));
      for (let at = 0; at < place; at += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByPlaceholder('Find or type').waitFor({ state: 'detached' });
    };
    // The platform's default is a rehearsal as well.
    await choose(/^Model/, 'rehearsal', 2);
    await choose(/^Language/, 'de-AT');
    await choose(/^Voice/, 'a-voice-of-ours');
    await page.getByText('3 changes Language, Voice, Model').waitFor();
    await page.getByLabel('Minutes to wait for a person').fill('5');
    await page.getByLabel('Words of the agent after that').fill('Nobody is free.');
    await page.getByLabel('Last words of a chat that has become too long').fill('Please start again.');
    await expectAccessible(tab);

    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByLabel('What runs').selectOption('Your server (HTTPS)');
    await page.getByLabel('Address').fill('https://shop.example/slots');
    await page.getByLabel('Effect').selectOption('Changes something');
    await page.getByLabel('Arguments that the model cannot choose').fill('customer');
    expect(await page.getByRole('button', { name: 'Save as version 2' }).isDisabled()).toBe(true);
    await page.getByLabel('Arguments that the model cannot choose').fill('customer={{customer_id}}');
    await page.getByRole('button', { name: 'Add a tool' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).last().fill('call_a_person');
    await page.getByLabel('What runs').last().selectOption('A person takes over');
    await expectAccessible(tab);
    // The variables of a chat are those that the agent names anywhere.
    await page.getByLabel('customer_id', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2').waitFor();
    expect(await org.api.agents.get({ params: { agent_id } })).toMatchObject({
      model: { id: 'rehearsal' },
      language: 'de-AT',
      voice_id: 'a-voice-of-ours',
      handover: { answer_within_minutes: 5, unanswered_message: 'Nobody is free.' },
      limit_message: 'Please start again.',
      tools: [
        {
          name: 'find_slot',
          action: {
            type: 'http',
            url: 'https://shop.example/slots',
            effect: 'write',
            bind: { customer: '{{customer_id}}' },
          },
        },
        { name: 'call_a_person', action: { type: 'builtin', name: 'hand_over' } },
      ],
    });
  });

  withDesk('keeps changes when somebody else has saved first', async ({ org, agent_id, open }) => {
    const { page, faults } = await open(`/agents/${agent_id}`);
    await page.getByLabel('First message').fill('Good evening.');
    await org.api.agents.update({ params: { agent_id }, body: { prompt: 'You are Mia of Mill Lane.' } });
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.getByRole('button', { name: 'Load the new version' }).click();
    await page.getByRole('button', { name: 'Save as version 3' }).click();
    await page.getByText('Saved as version 3').waitFor();
    expect(await org.api.agents.get({ params: { agent_id } })).toMatchObject({
      prompt: 'You are Mia of Mill Lane.',
      first_message: 'Good evening.',
    });
    expect(faults.splice(0).join()).toContain('412');
  });
});
