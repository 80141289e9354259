import { describe, expect } from 'vitest';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient, uploadRecording } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import { silence, tone, waveOf } from '../support/wave.ts';

const consoleTest = consoleTests();

interface Practice {
  readonly api: Client;
  readonly clientId: string;
  readonly agentId: string;
  /** Opens a page of the practice. */
  readonly open: (path: string) => Promise<Tab>;
  readonly call: (
    caller: { readonly name?: string; readonly number?: string },
    body?: object,
  ) => Promise<string>;
}

/** Each test has an organization of its own, with an agent. */
const withPractice = (name: string, use: (practice: Practice) => Promise<void>): void =>
  consoleTest(name, async (console) => {
    const { base_url, api_key } = console.local.description;
    const api = createClient({ baseUrl: base_url, apiKey: api_key });
    const client = await api.clients.create({ body: { name: 'Quayside Physio', type: 'client' } });
    const agent = await api.agents.create({ body: { name: 'Ivy', client_id: client.id } });
    const open = (path: string) => console.signIn(api_key, `${path}?org=${client.id}`);
    const call = async (caller: object, body: object = {}) =>
      (
        await api.conversations.create({
          body: { agent_id: agent.id, status: 'completed', caller, ...body },
        })
      ).id;
    await use({ api, clientId: client.id, agentId: agent.id, open, call });
  });

/** The middle of yesterday in London, where the browser is. */
const yesterday = (): string => {
  const day = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/London' });
  return `${day}T12:00:00Z`;
};

describe('The conversations of the console', { concurrent: false }, () => {
  withPractice('lead to the bad calls of yesterday by keyboard', async ({ api, open, call }) => {
    const start_time = yesterday();
    const bad = { start_time, duration_ms: 60_000, quality: { successful: false } };
    await call({ name: 'Greta Good' }, { ...bad, quality: { successful: true } });
    const first = await call({ name: 'Bruno Bad' }, bad);
    await call({ name: 'Wilma Worse' }, { ...bad, duration_ms: 90_000 });
    await call({ name: 'Otto Older' }, { ...bad, start_time: '2026-01-05T12:00:00Z' });
    await call({ name: 'Nora Nobody' }, { start_time, duration_ms: 0, end_reason: 'not_joined' });
    const { page } = await open('/conversations');
    const table = page.getByRole('table', { name: 'Conversations' });
    await table.getByText('Otto Older').waitFor();
    // Neither a failure nor a success, in the mark and in the outcome.
    const unjoined = table.getByRole('row').filter({ hasText: 'Nora Nobody' });
    expect(await unjoined.getByText('Nobody joined').count()).toBe(2);
    expect(await unjoined.getByText('Failed').count()).toBe(0);

    await page.getByRole('button', { name: 'Any time' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Days in Europe/London').focus();
    await page.keyboard.type('Yes');
    await page.waitForURL(/from=/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Enter');
    // A menu has the keyboard a moment after it is drawn.
    const chosen = (name: string) => page.locator('[role=menuitem]:focus').getByText(name, { exact: true });
    await page.locator('[role=menu] :focus, [role=menu]:focus').waitFor();
    await page.keyboard.type('Succ');
    await chosen('Successful').waitFor();
    await page.keyboard.press('ArrowRight');
    await chosen('Yes').waitFor();
    await page.keyboard.press('ArrowDown');
    await chosen('No').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/successful=false/);
    await table.getByText('Greta Good').waitFor({ state: 'detached' });
    await table.getByText('Otto Older').waitFor({ state: 'detached' });
    expect(await table.getByRole('rowheader').count()).toBe(2);

    const pane = page.getByRole('region', { name: 'The call' });
    await table.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await pane.getByRole('heading', { level: 2 }).first().waitFor();
    const opened = await pane.getByRole('heading', { level: 2 }).first().textContent();
    await page.keyboard.press('j');
    const other = opened === 'Bruno Bad' ? 'Wilma Worse' : 'Bruno Bad';
    await pane.getByRole('heading', { name: other }).waitFor();
    await page.keyboard.press('ArrowUp');
    await pane.getByRole('heading', { name: opened ?? '' }).waitFor();
    if (opened !== 'Bruno Bad') {
      await page.keyboard.press('ArrowDown');
      await pane.getByRole('heading', { name: 'Bruno Bad' }).waitFor();
    }
    await page.keyboard.press('e');
    await pane.getByRole('button', { name: 'Reviewed', exact: true }).waitFor();
    const { reviewed } = await api.conversations.get({ params: { conversation_id: first } });
    expect(reviewed).not.toBeNull();

    // The way back is the row that was open.
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Bruno Bad');

    // A page of its own goes on through the same calls. After a link to it, there is no list to go through.
    await page.keyboard.press('Enter');
    await pane.getByRole('button', { name: 'More about the call' }).click();
    await page.getByRole('menuitem', { name: 'Open as a page' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await title.filter({ hasText: 'Bruno Bad' }).waitFor();
    await page.keyboard.press(opened === 'Bruno Bad' ? 'j' : 'k');
    await title.filter({ hasText: 'Wilma Worse' }).waitFor();
    await page.getByRole('button', { name: opened === 'Bruno Bad' ? 'Previous call' : 'Next call' }).click();
    await title.filter({ hasText: 'Bruno Bad' }).waitFor();
    expect(
      await page
        .getByRole('button', { name: opened === 'Bruno Bad' ? 'Previous call' : 'Next call' })
        .isDisabled(),
    ).toBe(true);
    await page.reload();
    await title.filter({ hasText: 'Bruno Bad' }).waitFor();
    expect(await page.getByRole('button', { name: 'Next call' }).count()).toBe(0);
  });

  withPractice('are filtered by ten values at most, and the list says so', async ({ open, call }) => {
    await call({ name: 'Ella Eleven' }, { outcome: 'eleventh' });
    const ten = ['eleventh', ...Array.from({ length: 9 }, (_, at) => `other_${at}`)];
    const { page } = await open('/conversations');
    const outcomes = async (values: readonly string[]) => {
      await page.goto(`${page.url().replace(/&outcome.*/, '')}&outcome=${values.join()}`);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Outcome' }).click();
      return page.getByRole('menuitemcheckbox', { name: /eleventh/i });
    };
    const most = page.getByText('At most 10 can be chosen');
    const chosen = await outcomes(ten);
    await chosen.waitFor();
    await most.waitFor();
    // A chosen value can be removed, and then chosen again.
    for (const checked of ['false', 'true']) {
      await chosen.click();
      await page.locator(`[role=menuitemcheckbox][aria-checked=${checked}]`).waitFor();
      await most.waitFor({ state: checked === 'true' ? 'visible' : 'detached' });
    }

    const another = await outcomes([...ten.slice(1), 'other_9']);
    await most.waitFor();
    expect(await another.getAttribute('aria-disabled')).toBe('true');
  });

  withPractice('are erased for a person, with a receipt that names nobody', async ({ api, open, call }) => {
    const number = '+441632960777';
    const erased = await call({ name: 'Paula Private', number });
    await call({ number });
    const kept = await call({ name: 'Somebody Else', number: '+441632960778' });
    const tab = await open('/conversations');
    const { page } = tab;
    const table = page.getByRole('table', { name: 'Conversations' });
    await table.getByRole('link', { name: 'Paula Private' }).click();
    const opened = page.getByRole('region', { name: 'The call' });
    await opened.getByRole('heading', { name: 'Paula Private' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Actions', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Erase a person' }).waitFor();
    await page.keyboard.type('Erase');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone number or caller’s id').focus();
    await page.keyboard.type('+44 1632 960-777');
    await page.keyboard.press('Enter');
    await dialog.getByText('2 conversations, 0 recordings').waitFor();
    await expectAccessible(tab);
    expect(await dialog.getByRole('button', { name: 'Erase the person' }).isDisabled()).toBe(true);
    await dialog.getByLabel('I understand').focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Erase the person' }).focus();
    await page.keyboard.press('Enter');
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await receipt.getByText(/^era_/).waitFor();
    await eventually(async () =>
      expect(await receipt.getByRole('definition').first().textContent()).toBe('2'),
    );
    const text = (await receipt.textContent()) ?? '';
    expect(text.includes('Paula') || text.includes('960777') || text.includes('960-777')).toBe(false);
    await expectAccessible(tab);
    await receipt.getByRole('button', { name: 'Close' }).click();
    await opened.getByRole('alert').waitFor();
    expect(await opened.getByRole('heading').count()).toBe(0);
    // The page may look twice before it knows.
    expect([...new Set(tab.faults.splice(0))]).toEqual([expect.stringContaining('404')]);
    await expect(api.conversations.get({ params: { conversation_id: erased } })).rejects.toThrow('404');
    await api.conversations.get({ params: { conversation_id: kept } });
  });

  withPractice('are tagged, reviewed and erased many at once', async ({ api, open, call }) => {
    const ids = [await call({ name: 'One' }), await call({ name: 'Two' })];
    await call({ name: 'Three' });
    const tab = await open('/conversations');
    const { page } = tab;
    const select = async (...names: readonly string[]) => {
      for (const name of names) {
        await page.getByRole('checkbox', { name: new RegExp(`^Select the call of ${name},`) }).focus();
        await page.keyboard.press('Space');
      }
    };
    const pane = page.getByRole('region', { name: 'The call' });
    await page.getByRole('link', { name: 'Two' }).click();
    await pane.getByRole('heading', { name: 'Two' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await pane.getByRole('heading', { name: 'One' }).waitFor();
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: '2 selected' });
    await bar.getByRole('button', { name: 'Tag' }).click();
    await page.getByRole('dialog').getByLabel('New tag').fill('Call back');
    await page.keyboard.press('Enter');
    await page.getByText('2 conversations tagged call_back').waitFor();
    await select('One', 'Two');
    await bar.getByRole('button', { name: 'Reviewed' }).click();
    await page.getByText('2 conversations marked as reviewed').waitFor();
    for (const conversation_id of ids) {
      const { tags, reviewed } = await api.conversations.get({ params: { conversation_id } });
      expect([tags, reviewed === null]).toEqual([['call_back'], false]);
    }
    await select('One', 'Two');
    await bar.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('dialog').getByLabel('I understand').check();
    await expectAccessible(tab);
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.getByText('2 conversations erased').waitFor();
    const table = page.getByRole('table', { name: 'Conversations' });
    await table.getByText('Two', { exact: true }).waitFor({ state: 'detached' });
    expect(await table.getByRole('rowheader').allTextContents()).toEqual([expect.stringContaining('Three')]);
    // The call that was open is not shown again, whatever the console had read of it.
    await pane.waitFor({ state: 'detached' });
    await page.goBack();
    await pane.getByRole('alert').waitFor();
    expect(await pane.getByRole('heading').count()).toBe(0);
    // The browser itself notes an answer that the page expects.
    expect(tab.faults.splice(0)).toEqual([expect.stringContaining('404')]);
  });

  withPractice('leave room for the summary at every width, also beside a call', async (practice) => {
    const { api, open, agentId: agent_id, clientId: client_id } = practice;
    const summary = 'The caller asked for an appointment on Thursday, and got one in the afternoon.';
    const one = { agent_id, client_id, status: 'completed' as const, outcome: 'booked', summary };
    // More rows than a window has, so that those out of sight have a row in their place.
    await api.conversations.batch({ body: { conversations: Array.from({ length: 40 }, () => one) } });
    const tab = await open('/conversations');
    const { page } = tab;
    const table = page.getByRole('table', { name: 'Conversations' });
    const rows = table.locator('tbody tr[data-index]');
    /** The narrowest summary, and the widest gap between the last cell of a row and the end of the list. */
    const measured = () =>
      rows.evaluateAll((all) => {
        const of = (row: (typeof all)[number], name: string) =>
          row.querySelector(`[data-column=${name}]`)?.getBoundingClientRect() ?? { right: 0, width: 0 };
        return {
          summary: Math.min(...all.map((row) => of(row, 'summary').width)),
          gap: Math.max(...all.map((row) => row.getBoundingClientRect().right - of(row, 'time').right)),
        };
      });
    const look = async (width: number): Promise<void> => {
      await page.setViewportSize({ width, height: 900 });
      await eventually(async () => {
        const found = await measured();
        expect(found.summary, `the summary at ${width}`).toBeGreaterThanOrEqual(160);
        expect(found.gap, `the end of a row at ${width}`).toBeLessThanOrEqual(25);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      });
    };
    await rows.nth(10).waitFor();
    for (const width of [1440, 1180, 1024, 390]) await look(width);
    await page.setViewportSize({ width: 1440, height: 900 });
    await rows.first().getByRole('link').press('Enter');
    await page.getByRole('region', { name: 'The call' }).getByRole('heading').first().waitFor();
    for (const width of [1680, 1536, 1440, 1280, 1024, 390]) await look(width);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessible(tab);
  });

  withPractice(
    'are tagged with all others that match the filters',
    async ({ api, open, agentId, clientId }) => {
      const conversations = Array.from({ length: 130 }, (_, at) => ({
        agent_id: agentId,
        client_id: clientId,
        status: 'completed' as const,
        outcome: at < 120 ? 'booked' : 'missed',
      }));
      for (const from of [0, 70]) {
        await api.conversations.batch({ body: { conversations: conversations.slice(from, from + 70) } });
      }
      const { page } = await open('/conversations');
      await page.goto(`${page.url()}&outcome=booked`);
      await page.getByRole('checkbox', { name: /^Select all/ }).check();
      await page.getByRole('button', { name: 'Select all that match' }).click();
      const bar = page.getByRole('region', { name: 'All that match selected' });
      expect(await bar.getByRole('button', { name: 'Erase' }).count()).toBe(0);
      const requests: string[] = [];
      page.on('request', (one) => one.method() === 'PATCH' && requests.push(new URL(one.url()).pathname));
      await bar.getByRole('button', { name: 'Tag' }).click();
      await page.getByRole('dialog').getByLabel('New tag').fill('Spring');
      await page.keyboard.press('Enter');
      await page.getByText('120 conversations tagged spring').waitFor();
      expect(requests).toEqual(['/v1/conversations']);
      await bar.waitFor({ state: 'detached' });
      const query = { client_id: clientId, tag: 'spring', limit: '100' };
      const found: string[] = [];
      for await (const { outcome } of api.conversations.list.all({ query })) found.push(String(outcome));
      expect([found.length, new Set(found)]).toEqual([120, new Set(['booked'])]);
    },
  );

  withPractice('are changed one after the other, until somebody stops it', async (practice) => {
    const { api, open, call } = practice;
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push(await call({ name }));
    const { page, faults } = await open('/conversations');
    await page.getByRole('checkbox', { name: /^Select all/ }).check();
    const bar = page.getByRole('region', { name: '3 selected' });
    const dialog = page.getByRole('dialog');
    await bar.getByRole('button', { name: 'Tag' }).click();
    await dialog.getByLabel('New tag').fill('call back!');
    await page.keyboard.press('Enter');
    await dialog.getByText('3 conversations could not be changed.').waitFor();
    await dialog.getByRole('alert').getByText('/add_tags/0').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const changed = page.waitForResponse((one) => one.request().method() === 'DELETE');
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route(/conv_\w+$/, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      begun.resolve();
      await held.promise;
      await route.continue();
    });
    await bar.getByRole('button', { name: 'Erase' }).click();
    await dialog.getByLabel('I understand').check();
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await begun.promise;
    await dialog.getByText('0 of 3').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    held.resolve();
    expect((await changed).status()).toBe(202);
    await page.getByText('1 conversation erased').waitFor();
    await page.getByRole('region', { name: '2 selected' }).waitFor();
    const { data } = await api.conversations.list({ query: { client_id: practice.clientId } });
    expect(data.length).toBe(2);

    expect(faults.splice(0).every((fault) => fault.includes('status of 400'))).toBe(true);
  });

  withPractice('say why a change was refused, also without a form', async ({ open, call }) => {
    await call({ name: 'Rita Refused' });
    const { page, faults } = await open('/conversations');
    await page.route(/conv_\w+$/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            json: {
              code: 'forbidden',
              title: 'Forbidden',
              status: 403,
              detail: 'Not in this organization.',
            },
          })
        : route.continue(),
    );
    await page.getByRole('checkbox', { name: /^Select the call of Rita Refused/ }).check();
    await page.getByRole('link', { name: 'Rita Refused' }).click();
    await page.getByRole('button', { name: 'Mark reviewed' }).click();
    await page.getByText('Not in this organization.').waitFor();
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Reviewed' }).click();
    await page.getByText('1 conversation could not be changed. They are still selected. Not in').waitFor();
    // The browser itself notes answers that the page expects.
    expect(faults.splice(0).every((fault) => fault.includes('status of 403'))).toBe(true);
  });

  withPractice('have notes with their author, and views that are saved', async ({ api, open, call }) => {
    const id = await call({ name: 'Nadia Noted' }, { channel: 'chat' });
    await call({ name: 'Tim Phone' });
    const { page } = await open('/conversations');
    const table = page.getByRole('table', { name: 'Conversations' });
    await table.getByRole('link', { name: 'Nadia Noted' }).click();
    const notes = page.getByRole('region', { name: 'Notes' });
    const field = notes.getByLabel('Write a note');
    await field.fill('Wants to be called on Friday.');
    // The first press leaves the field. The second closes the call, if the person agrees.
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    const question = page.waitForEvent('dialog');
    const pressed = page.keyboard.press('Escape');
    await (await question).dismiss();
    await pressed;
    expect(await field.inputValue()).toBe('Wants to be called on Friday.');
    await notes.getByRole('button', { name: 'Add the note' }).click();
    await notes.getByRole('listitem').getByText('Wants to be called on Friday.').waitFor();
    await notes.getByRole('listitem').getByText('Local platform').waitFor();
    const { data } = await api.notes.list({ params: { conversation_id: id } });
    expect(data.map(({ text }) => text)).toEqual(['Wants to be called on Friday.']);
    await page.getByRole('button', { name: 'Close the call' }).click();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Channel', exact: true }).click();
    // Only values that occur are offered.
    const channel = (name: RegExp) => page.getByRole('menuitemcheckbox', { name });
    await channel(/^Chat/).waitFor();
    expect(await channel(/^Sms/).count()).toBe(0);
    await channel(/^Chat/).click();
    await table.getByText('Tim Phone').waitFor({ state: 'detached' });
    // A second value adds to the first, and is removed like it.
    await channel(/^Phone/).click();
    await table.getByText('Tim Phone').waitFor();
    await table.getByText('Nadia Noted').waitFor();
    await page.getByText('Chat or Phone').waitFor();
    await channel(/^Phone/).click();
    await table.getByText('Tim Phone').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Chats only');
    await page.keyboard.press('Enter');
    await page.getByText('The view Chats only was saved').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Channel' }).click();
    await table.getByText('Tim Phone').waitFor();

    await page.reload();
    await table.getByText('Tim Phone').waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Chats only' }).click();
    await table.getByText('Tim Phone').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove the filter Channel' }).waitFor();
  });

  withPractice('are found by a number as people write it, and by a name', async ({ open, call }) => {
    await call({ name: 'Nora Number', number: '+441632960555' });
    await call({ name: 'Another' });
    const { page } = await open('/conversations');
    const table = page.getByRole('table', { name: 'Conversations' });
    const search = page.getByRole('searchbox', { name: 'Search words and numbers' });
    await table.getByText('Another').waitFor();
    await search.fill('+44 1632 960-555');
    await page.keyboard.press('Enter');
    await table.getByText('Another').waitFor({ state: 'detached' });
    await table.getByText('Nora Number').waitFor();
    await search.fill('nora');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Callers named nora' }).click();
    await table.getByText('Nora Number').waitFor();
    expect(await table.getByRole('rowheader').count()).toBe(1);
  });

  withPractice('are read in one request, whatever their number, with all names', async ({ open, call }) => {
    for (let at = 0; at < 12; at += 1) await call({ name: `Caller ${at}` }, { status: 'active' });
    const { page } = await open('/live');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(page.url());
    await page.getByRole('article', { name: 'Caller 11', exact: true }).getByText('Ivy').waitFor();
    expect(asked.filter((path) => /transcript|\/agents\//.test(path))).toEqual([]);

    asked.length = 0;
    await page.getByRole('link', { name: 'Conversations', exact: true }).click();
    await page.getByRole('table', { name: 'Conversations' }).getByText('Ivy').nth(11).waitFor();
    expect(asked.filter((path) => /\/v1\/(agents|conversations\/conv_)/.test(path))).toEqual([]);
  });

  withPractice(
    'are found by their ids, their metadata, their provider and their length',
    async (practice) => {
      const { open, call } = practice;
      const over = (seconds: number) => ({ start_time: yesterday(), duration_ms: seconds * 1000 });
      await call({ name: 'Olga Own' }, { ...over(10), external_id: 'ticket-4711' });
      const provider = { name: 'vapi', conversation_id: 'call-0815' };
      await call({ name: 'Vera Vapi' }, { ...over(90), provider });
      const marked = await call(
        { name: 'Mia Marked' },
        { ...over(900), metadata: { campaign: 'fall = winter' } },
      );
      const { page } = await open('/conversations');
      const table = page.getByRole('table', { name: 'Conversations' });
      const search = page.getByRole('searchbox', { name: 'Search words and numbers' });
      const callers = async () =>
        (await table.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n').at(-1)).sort();
      const found = (...names: string[]) => eventually(async () => expect(await callers()).toEqual(names));
      const find = async (typed: string) => {
        await search.fill(typed);
        await page.keyboard.press('Enter');
      };
      const without = (filter: string) =>
        page.getByRole('button', { name: `Remove the filter ${filter}` }).click();
      const choose = async (filter: string, role: 'menuitem' | 'menuitemcheckbox', value: RegExp) => {
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByRole('menuitem', { name: filter, exact: true }).click();
        await page.getByRole(role, { name: value }).click();
      };
      const all = ['Mia Marked', 'Olga Own', 'Vera Vapi'];
      await found(...all);

      await find('ticket-4711');
      await page.getByRole('button', { name: 'Your id ticket-4711' }).click();
      await found('Olga Own');
      await without('Your id');
      await find('call-0815');
      await page.getByRole('button', { name: 'Provider’s id call-0815' }).click();
      await found('Vera Vapi');
      await without('Provider’s id');
      await found(...all);
      for (const [typed, filter, name] of [
        ['external_id=ticket-4711', 'Your id', 'Olga Own'],
        ['provider_conversation_id=call-0815', 'Provider’s id', 'Vera Vapi'],
        ['metadata.campaign=fall = winter', 'Metadata', 'Mia Marked'],
        [marked, 'Id', 'Mia Marked'],
      ] as const) {
        await find(typed);
        await found(name);
        await without(filter);
        await found(...all);
      }
      await choose('Length', 'menuitem', /^One minute or more$/);
      await found('Mia Marked', 'Vera Vapi');
      await choose('Provider', 'menuitemcheckbox', /^Vapi/);
      await found('Vera Vapi');
    },
  );

  withPractice('are shown on Home by the outcomes that were chosen', async ({ open, call }) => {
    await call({ name: 'Nina None' });
    for (const outcome of ['booked', 'booked', 'refunded', 'moved']) await call({}, { outcome });
    const { page } = await open('/');
    const legend = page.getByRole('list', { name: 'Colors of the chart' }).getByRole('listitem');
    await legend.filter({ hasText: 'Other outcomes 1' }).waitFor();
    await page.getByRole('button', { name: 'Outcomes' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Booked 2' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Refunded 1' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/outcomes=/);
    await eventually(async () => expect(await legend.allTextContents()).toEqual(['Booked 2', 'Refunded 1']));
    await page.getByRole('link', { name: /: 3, Booked: 2, Refunded: 1$/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/outcome=booked/);
    const table = page.getByRole('table', { name: 'Conversations' });
    await eventually(async () => expect(await table.getByRole('rowheader').count()).toBe(3));
  });

  withPractice('have all that their page shows in one answer', async ({ api, open, call }) => {
    const turns = Array.from({ length: 502 }, (_, at) => ({ role: 'user' as const, text: `Word ${at}` }));
    const criteria = [
      { name: 'greeted', passed: true },
      { name: 'confirmed', passed: false },
      { name: 'fast' },
    ];
    const [short, long] = [
      await call({ name: 'Sally Short' }, { turns: turns.slice(0, 120), quality: { criteria } }),
      await call({ name: 'Lena Long' }, { turns }),
    ];
    const recording = waveOf([tone(2)]);
    await uploadRecording(api, { conversationId: short, recording, contentType: 'audio/wav' });
    await eventually(async () => {
      const { audio } = await api.conversations.get({ params: { conversation_id: short } });
      expect(audio.status).toBe('available');
    });
    const { page } = await open(`/conversations/${short}`);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/conv_\w+(\/transcript|\/audio)?$/.test(pathname)) asked.push(pathname);
    });
    const said = page.getByRole('list', { name: 'Transcript' });
    const path = (id: string) => `/v1/conversations/${id}`;
    await page.reload();
    await said.getByText('Word 119').waitFor();
    const evaluation = page.getByRole('region', { name: 'Evaluation' });
    expect(await evaluation.getByRole('listitem').allTextContents()).toEqual([
      'Passedgreeted',
      'Failedconfirmed',
      'Not judgedfast',
    ]);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(asked.filter((one) => one.startsWith('/v1/'))).toEqual([path(short)]);

    asked.length = 0;
    await page.goto(page.url().replace(short, long));
    await said.getByText('Word 501').waitFor();
    expect(await said.getByRole('listitem').count()).toBe(502);
    expect(asked.filter((one) => one.startsWith('/v1/'))).toEqual([path(long), `${path(long)}/transcript`]);
  });

  withPractice('mark what is worth hearing, and a mark plays from there', async ({ api, open, call }) => {
    const conversationId = await call(
      { name: 'Mara Marks' },
      {
        duration_ms: 18_000,
        turns: [
          { role: 'user', text: 'Hello?', start_ms: 0, end_ms: 1000 },
          {
            role: 'agent',
            text: 'One moment, I look for a day that would suit you.',
            start_ms: 6000,
            end_ms: 13_000,
            tool_calls: [{ id: null, name: 'find_day', error: 'No answer' }],
          },
          { role: 'user', text: 'Any day.', start_ms: 11_000, end_ms: 12_000 },
        ],
      },
    );
    await uploadRecording(api, {
      conversationId,
      recording: waveOf([tone(1), silence(5), tone(12)]),
      contentType: 'audio/wav',
    });
    await eventually(async () => {
      const { audio } = await api.conversations.get({ params: { conversation_id: conversationId } });
      expect(audio.status).toBe('available');
    });
    const tab = await open(`/conversations/${conversationId}`);
    const { page } = tab;
    const marks = page.getByRole('toolbar', { name: 'Moments of the call' }).getByRole('button');
    await marks.first().waitFor();
    expect(await marks.allTextContents()).toEqual([
      'Silence of 0:05, 0:01',
      'Tool find_day failed, 0:06',
      'The caller interrupts, 0:11',
    ]);
    await expectAccessible(tab);
    // One stop of the Tab key, before the button that plays.
    await page.getByRole('button', { name: 'Play', exact: true }).focus();
    await page.keyboard.press('Shift+Tab');
    for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await page.evaluate<number>("document.querySelector('audio').currentTime")).toBeGreaterThan(10.9);
  });

  withPractice(
    'show verdicts, whose quotes play, and take corrections',
    async ({ api, clientId, open, call }) => {
      await api.clients.update({
        params: { client_id: clientId },
        body: { settings: { analysis: { enabled: true } } },
      });
      const { id: analyzer_id } = await api.analyzers.create({
        body: {
          client_id: clientId,
          name: 'Good manners',
          criteria: [{ name: 'greeting', kind: 'contains', texts: ['good evening'] }],
        },
      });
      const conversation_id = await call(
        { name: 'Vera Verdict' },
        {
          duration_ms: 20_000,
          turns: [
            { role: 'user', text: 'Hello?', start_ms: 0 },
            { role: 'agent', text: 'Good evening, this is Ivy.', start_ms: 3000 },
          ],
        },
      );
      await uploadRecording(api, {
        conversationId: conversation_id,
        recording: waveOf([tone(300)]),
        contentType: 'audio/wav',
      });
      const params = { conversation_id, analyzer_id };
      await eventually(async () => {
        expect((await api.analyses.get({ params })).results).toMatchObject([{ verdict: 'passed' }]);
        const { audio } = await api.conversations.get({ params: { conversation_id } });
        expect(audio.status).toBe('available');
      });
      const tab = await open('/conversations');
      const { page } = tab;
      await page.getByRole('link', { name: 'Vera Verdict' }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      const verdicts = page.getByRole('region', { name: 'Good manners' });
      await verdicts.getByText('1 of 1 criterion met').waitFor();
      await verdicts.getByRole('button', { name: /Play from 0:03/ }).focus();
      await page.keyboard.press('Enter');
      await eventually(async () =>
        expect(await page.evaluate<number>("document.querySelector('audio').currentTime")).toBeGreaterThan(
          2.9,
        ),
      );
      await page.getByRole('button', { name: 'Pause' }).click();
      await expectAccessible(tab);

      await verdicts.getByRole('button', { name: 'Correct Good manners' }).focus();
      await page.keyboard.press('Enter');
      await verdicts.getByLabel('Verdict on Greeting').selectOption('Failed');
      await verdicts.getByLabel('Why, for Greeting').fill('It was morning.');
      await page.keyboard.press('Enter');
      await verdicts.getByText('It was morning.').waitFor();
      await verdicts.getByText('0 of 1 criterion met').waitFor();
      await page.getByRole('button', { name: 'Failed: Greeting, 0:03' }).waitFor();
      const { results, review } = await api.analyses.get({ params });
      expect([results[0]?.verdict, review?.results[0]?.verdict]).toEqual(['passed', 'failed']);
      await page.getByRole('region', { name: 'Who opened and changed it' }).waitFor();
    },
  );
});
