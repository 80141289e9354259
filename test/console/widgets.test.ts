import { describe, expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import { usersOf } from '../support/users.ts';

const consoleTest = consoleTests();

describe('Widgets in the console', { concurrent: false }, () => {
  consoleTest('a widget is created, dressed, and found with its conversations', async (console) => {
    const { organization } = usersOf(console.local.description);
    const org = await organization();
    const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia', first_message: 'Hello.' } });
    const tab = await console.signIn(org.key, '/widgets');
    const { page } = tab;
    await page.getByRole('main').getByText('There are no widgets').waitFor();
    const { id } = await org.api.widgets.create({ body: { name: 'Website', agent_id } });
    await org.api.chats.create({ params: { agent_id }, body: { widget_id: id } });
    await page.reload();
    await page.getByRole('link', { name: 'Website' }).waitFor();
    await page.goto(page.url().replace(/\/widgets.*/, `/widgets/${id}`));
    await page.getByRole('heading', { name: 'Website', level: 1 }).waitFor();
    await page.locator('voice-agent textarea').waitFor();
    await page.getByRole('link', { name: 'All conversations' }).waitFor();
    await page.getByLabel('A color of its own').check();
    await page.getByLabel('Name above the chat').fill('Harbor Dental');
    await page.getByLabel('Text in the empty field').fill('Ask Mia');
    await page.locator('voice-agent textarea[placeholder="Ask Mia"]').waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await eventually(async () =>
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width),
      );
    }
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').first().waitFor();
    const { appearance, texts } = await org.api.widgets.get({ params: { widget_id: id } });
    expect([appearance.name, texts.en?.placeholder]).toEqual(['Harbor Dental', 'Ask Mia']);
  });

  consoleTest(
    'a new widget is offered the agents that can serve its organization, and no others',
    async (console) => {
      const { organization } = usersOf(console.local.description);
      const group = await organization();
      const north = await organization(group);
      const south = await organization(group);
      await group.api.agents.create({ body: { name: 'Of the group' } });
      await north.api.agents.create({ body: { name: 'Of the north' } });
      await south.api.agents.create({ body: { name: 'Of the south' } });
      const tab = await console.signIn(group.key, `/widgets?org=${north.client.id}`);
      const { page } = tab;
      const agent = page.getByRole('combobox', { name: 'Agent that answers' });
      await page.getByRole('button', { name: 'New widget' }).press('Enter');
      await page.getByLabel('Name, for your team').fill('Website');
      await agent.press('Enter');
      await page.getByRole('option', { name: 'Of the north' }).waitFor();
      expect((await page.getByRole('option').allTextContents()).sort()).toEqual([
        'Of the group',
        'Of the north',
      ]);
      await page.keyboard.type('Of the g');
      await page.getByRole('option', { name: 'Of the north' }).waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await agent.getByText('Of the group').waitFor();
      await page.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByRole('heading', { name: 'Website', level: 1 }).waitFor();
      const { data } = await group.api.widgets.list({ query: {} });
      expect(data).toMatchObject([{ name: 'Website', client_id: north.client.id }]);

      const lonely = await organization();
      const other = await console.signIn(lonely.key, '/widgets');
      await other.page.getByRole('button', { name: 'New widget' }).press('Enter');
      await other.page.getByText('No agent can serve this organization').waitFor();
      await other.page.getByRole('dialog').getByRole('link', { name: 'Create an agent' }).waitFor();
      await expectAccessible(other);
    },
  );

  consoleTest('an account at Deepgram is connected in one step, and has no calls', async (console) => {
    const { organization } = usersOf(console.local.description);
    const org = await organization();
    const tab = await console.signIn(org.key, '/integrations/connect');
    const { page } = tab;
    await page.getByLabel('Provider', { exact: true }).selectOption('deepgram');
    await page.getByLabel('API key of the provider').fill('a-key-of-deepgram-1234');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Deepgram', level: 1 }).waitFor();
    await page.getByLabel('New API key').waitFor();
    expect(await page.getByText('/v1/integrations/').count()).toBe(0);
    await expectAccessible(tab);
    const { data } = await org.api.integrations.list({ query: {} });
    expect(data).toMatchObject([{ provider: 'deepgram', name: 'Deepgram', api_key_hint: '1234' }]);
  });

  consoleTest(
    'pausing keeps what was typed, a limit needs a number, and the frame is offered once it is allowed',
    async (console) => {
      const { organization } = usersOf(console.local.description);
      const org = await organization();
      const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
      const { id: widget_id } = await org.api.widgets.create({ body: { name: 'My "shop" <b>', agent_id } });
      const params = { widget_id };
      const { page } = await console.signIn(org.key, `/widgets/${widget_id}`);
      await page.getByLabel('Name above the chat').fill('Harbor Dental');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('The widget is paused').waitFor();
      expect(await page.getByLabel('Name above the chat').inputValue()).toBe('Harbor Dental');

      const limit = page.getByLabel('Open chats');
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await limit.fill('');
      await save.click();
      expect(await limit.evaluate('document.activeElement?.validity.valueMissing')).toBe(true);
      await limit.fill('7');
      expect(await page.getByText('Or use a frame').count()).toBe(0);
      await page.getByLabel('Allow the frame').check();
      await save.click();
      const frame = await page.getByLabel('Or use a frame').inputValue();
      expect(frame).toContain('title="My &quot;shop&quot; &lt;b>"');
      const { frame: isAllowed, limits, status, appearance } = await org.api.widgets.get({ params });
      expect([isAllowed, limits.open_chats, status, appearance.name]).toEqual([
        true,
        7,
        'paused',
        'Harbor Dental',
      ]);
    },
  );

  consoleTest(
    'the preview has the branding of the organization of the widget, and the button of its agent',
    async (console) => {
      const { operator, organization } = usersOf(console.local.description);
      const org = await organization();
      const below = await organization(org);
      const branding = { name: 'Bright Phones', accent_color: '#0f766e' };
      const params = { client_id: below.client.id };
      await operator.clients.update({ params, body: { settings: { branding } } });
      const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
      const { id: agent_id } = await below.api.agents.create({ body: { name: 'Mia', handover } });
      const { id } = await below.api.widgets.create({ body: { name: 'Website', agent_id } });
      const { page } = await console.signIn(org.key, `/widgets/${id}`);
      const preview = page.locator('voice-agent');
      await preview.getByRole('heading', { name: 'Bright Phones' }).waitFor();
      await preview.getByRole('button', { name: 'Talk to a person' }).waitFor();
    },
  );
});
