import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient, uploadRecording } from '../../clients/typescript/src/index.ts';
import type { ConsoleUnderTest, Tab } from '../support/console.ts';
import { expectAccessible, startConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { silence, tone, waveOf } from '../support/wave.ts';

let started: ConsoleUnderTest | undefined;
const tabs: Tab[] = [];

beforeAll(async () => {
  started = await startConsole();
});

afterAll(() => started?.close());

/** No page may complain, or ask anything of another origin. */
afterEach(async () => {
  const faults = tabs.flatMap((tab) => tab.faults);
  for (const { page } of tabs.splice(0)) await page.context().close();
  expect(faults).toEqual([]);
});

const withConsole = (
  name: string,
  use: (console: ConsoleUnderTest, operator: Client) => Promise<void>,
): void =>
  test(name, async ({ skip }) => {
    if (!started) return skip('There is no browser');
    const { base_url, api_key } = started.local.description;
    await use(started, createClient({ baseUrl: base_url, apiKey: api_key }));
  });

const track = async (tab: Promise<Tab>): Promise<Tab> => {
  const opened = await tab;
  tabs.push(opened);
  return opened;
};

const signedIn = (console: ConsoleUnderTest, path = '/') =>
  track(console.signIn(console.local.description.api_key, path));

const list = (page: Page) => page.getByRole('list', { name: 'Conversations' });

const clientNamed = async (api: Client, name: string): Promise<string> => {
  const { data } = await api.clients.list({ query: { name } });
  return data[0]?.id ?? '';
};

const conversationOf = async (api: Client, name: string): Promise<string> => {
  const { data: agents } = await api.agents.list();
  const body = { agent_id: agents[0]?.id ?? '', status: 'completed', caller: { name } } as const;
  return (await api.conversations.create({ body })).id;
};

// One after the other: a browser keeps both cores busy.
describe('The console', { concurrent: false }, () => {
  withConsole('signs in by the link in the terminal, which works once', async (console) => {
    const first = await track(console.open(console.link));
    await list(first.page).waitFor();
    expect(first.page.url()).not.toContain('vap_');
    const kept = await first.page.evaluate(() => ({
      session: sessionStorage.getItem('api_key'),
      local: JSON.stringify(localStorage),
    }));
    expect(console.link).not.toContain(kept.session ?? '?');
    expect(kept.local + (await first.page.evaluate<string>('document.cookie'))).not.toContain('vap_');
    await first.page.reload();
    await list(first.page).waitFor();

    // A secret that was rotated is remembered for ten seconds at most.
    await eventually(async () => {
      const second = await console.open(console.link);
      await second.page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 20_000 });
      await second.page.getByText('This link has expired or was already used').waitFor({ timeout: 20_000 });
      await expectAccessible(second);
    });
  });

  withConsole('asks for a key, says why one is refused, and forgets it at the end', async (console) => {
    const tab = await track(console.open('/conversations?q=reschedule'));
    const { page, faults } = tab;
    await page.getByLabel('API key').fill('vap_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Request id').waitFor();
    // The browser itself reports the answer 401.
    expect(faults.splice(0).join()).toContain('401');
    await page.getByLabel('API key').fill(console.local.description.api_key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The page that was asked for, not the first one.
    await page.locator('mark', { hasText: 'reschedule' }).first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  withConsole('finds conversations by filters and words, each view an address', async (console, operator) => {
    const tab = await signedIn(console);
    const { page } = tab;
    await list(page).waitFor();
    await expectAccessible(tab);
    const rows = () => list(page).getByRole('listitem').count();
    const all = await rows();

    await page.getByLabel('Sentiment').selectOption('negative');
    await page.waitForURL(/sentiment=negative/);
    await eventually(async () => expect(await rows()).toBeLessThan(all));

    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Words of the transcript').fill('resched*');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('mark').first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('resched*');

    await page.getByRole('combobox', { name: 'Organization', exact: true }).click();
    await page.getByLabel('Find an organization').fill('kess');
    await page.getByRole('option', { name: /Kessler Haustechnik/ }).click();
    const kessler = await clientNamed(operator, 'Kessler Haustechnik');
    await page.waitForURL(new RegExp(`org=${kessler}`));
    await page.getByRole('heading', { name: 'No conversation matches' }).waitFor();
    await expectAccessible(tab);

    await page.goBack();
    await page.locator('mark').first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    const { data } = await operator.conversations.list({ query: { q: 'resched*' } });
    expect(csv.split('\r\n')[0]).toContain('start_time');
    for (const { id } of data) expect(csv).toContain(id);
    expect(csv.trim().split('\r\n')).toHaveLength(data.length + 1);
  });

  withConsole('plays a recording, the transcript follows, and a turn seeks', async (console) => {
    const tab = await signedIn(console, '/conversations?q=reschedule');
    const { page } = tab;
    await page
      .getByRole('link', { name: /Nora Whitfield/ })
      .first()
      .click();
    const position = page.getByRole('slider', { name: 'Position in the recording' });
    await page.getByRole('button', { name: 'Play' }).click();
    const time = () => page.evaluate<number>("document.querySelector('audio').currentTime");
    await eventually(async () => expect(await time()).toBeGreaterThan(0.5));
    await page.locator('[aria-current=true]', { hasText: 'this is Pia' }).waitFor();

    await page.getByRole('button', { name: /Friday is perfect/ }).click();
    await page.locator('[aria-current=true]', { hasText: 'Friday is perfect' }).waitFor();
    expect(await time()).toBeGreaterThan(10);
    await page.getByLabel('Speed').selectOption('1.5');
    expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(1.5);
    await page.getByLabel('Channels').selectOption('left');
    const heard = await time();
    await eventually(async () => expect(await time()).toBeGreaterThan(heard));
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await position.getAttribute('aria-valuetext')).toMatch(/^0:\d\d of 0:25$/);
    await page.getByText('find_appointments').first().click();
    await expectAccessible(tab);
  });

  withConsole('opens a conversation at the second that a link names', async (console, operator) => {
    const { data } = await operator.conversations.list({ query: { q: 'reschedule' } });
    const id = data.find(({ caller }) => caller?.name === 'Nora Whitfield')?.id ?? '';
    const { page } = await signedIn(console, `/conversations/${id}?t=14&q=friday`);
    await page.locator('[aria-current=true]', { hasText: 'Friday is perfect' }).waitFor();
    await page.getByRole('button', { name: 'Copy link to 0:14' }).waitFor();
    await page.locator('mark', { hasText: 'Friday' }).first().waitFor();
  });

  withConsole('skips silence where it is asked to', async (console, operator) => {
    const id = await conversationOf(operator, 'Silent in between');
    await uploadRecording(operator, {
      conversationId: id,
      recording: waveOf([tone(0.5), silence(30), tone(2)]),
      contentType: 'audio/wav',
    });
    await eventually(async () => {
      const { audio } = await operator.conversations.get({ params: { conversation_id: id } });
      expect(audio.status).toBe('available');
    });
    const { page } = await signedIn(console, `/conversations/${id}`);
    await page.getByLabel('Skip silence').check();
    const arrived = page.evaluate<number>(
      "new Promise((resolve) => { const audio = document.querySelector('audio');" +
        "audio.addEventListener('seeked', () => resolve(audio.currentTime)); })",
    );
    await page.getByRole('button', { name: 'Play' }).click();
    expect(await arrived).toBeGreaterThan(29);
  });

  withConsole('erases a conversation once that was confirmed', async (console, operator) => {
    const id = await conversationOf(operator, 'To be erased');
    const tab = await signedIn(console, `/conversations/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Erase …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this conversation?' });
    await expectAccessible(tab);
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
    await dialog.getByLabel('I understand').check();
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await list(page).waitFor();
    await expect(operator.conversations.get({ params: { conversation_id: id } })).rejects.toThrow('404');
  });

  withConsole(
    'shows a key of little scope its pages only, and each tab its organization',
    async (console, operator) => {
      const keyFor = async (name: string, scopes: readonly ('conversations:read' | 'recordings:read')[]) =>
        (
          await operator.apiKeys.create({
            body: { name: 'Listener', client_id: await clientNamed(operator, name), scopes: [...scopes] },
          })
        ).key;
      const harbour = await track(
        console.signIn(await keyFor('Harbour Dental Group', ['conversations:read'])),
      );
      const kessler = await track(
        console.signIn(await keyFor('Kessler Haustechnik', ['conversations:read'])),
      );
      await list(harbour.page).getByText('Nora Whitfield').first().waitFor();
      await list(kessler.page).getByText('Familie Brandt').first().waitFor();
      expect(await list(kessler.page).getByText('Nora Whitfield').count()).toBe(0);
      expect(await harbour.page.getByRole('combobox', { name: 'Organization', exact: true }).count()).toBe(0);
      await harbour.page
        .getByRole('link', { name: /Nora Whitfield/ })
        .first()
        .click();
      await harbour.page.getByText('needs the scope recordings:read').waitFor();
      expect(await harbour.page.getByRole('button', { name: 'Erase …' }).count()).toBe(0);
      await expectAccessible(harbour);

      const reached = await track(console.signIn(await keyFor('Kessler Haustechnik', ['recordings:read'])));
      await reached.page.getByText('This key can read nothing that has a page').waitFor();
    },
  );

  withConsole(
    'shows what is said in active conversations as it is written down',
    async (console, operator) => {
      const tab = await signedIn(console, '/live');
      const { page } = tab;
      const { data } = await operator.conversations.active();
      const [active] = data;
      const card = page.getByRole('article', { name: active?.caller?.number ?? '' });
      await card.waitFor();
      const words = 'The parking garage is behind the house.';
      await operator.transcripts.append({
        params: { conversation_id: active?.id ?? '' },
        body: { turns: [{ role: 'agent', text: words }] },
      });
      await card.getByText(words).waitFor();
      await expectAccessible(tab);
    },
  );

  withConsole('creates, changes, suspends and resumes an organization', async (console, operator) => {
    const tab = await signedIn(console, '/organizations');
    const { page } = tab;
    await page.getByRole('link', { name: 'Harbour Dental Group' }).waitFor();
    await page.getByRole('button', { name: 'Organizations below Harbour Dental Group' }).click();
    await page.getByRole('link', { name: 'Harbour Dental North' }).waitFor();
    await expectAccessible(tab);

    await page.getByRole('link', { name: 'Kessler Haustechnik' }).click();
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.getByLabel('Name').fill('Kessler Basel');
    await page.getByLabel('Type').selectOption('location');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Kessler Basel', level: 1 }).waitFor();
    await expectAccessible(tab);

    await page.getByRole('link', { name: 'Settings' }).click();
    const timezone = page.getByLabel('Time zone');
    expect(await timezone.getAttribute('placeholder')).toBe('Inherited: Europe/Berlin');
    await timezone.fill('Nowhere/Land');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await timezone.getAttribute('aria-invalid')).toBe('true');
    await timezone.fill('Europe/Zurich');
    await page.getByLabel('Requests per minute').fill('120');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save' }).click();
    const id = await clientNamed(operator, 'Kessler Basel');
    const read = () => operator.clients.get({ params: { client_id: id } });
    await eventually(async () =>
      expect((await read()).settings).toEqual({
        timezone: 'Europe/Zurich',
        rate_limit: { requests_per_minute: 120 },
      }),
    );
    await eventually(async () =>
      expect(await page.getByLabel('Requests per minute').inputValue()).toBe('120'),
    );
    await page.getByLabel('Requests per minute').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await read()).settings).toEqual({ timezone: 'Europe/Zurich' }));

    await page.getByRole('button', { name: 'Suspend …' }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('button', { name: 'Resume …' }).waitFor();
    expect((await read()).status).toBe('suspended');
    await page.getByRole('button', { name: 'Resume …' }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: 'Suspend …' }).waitFor();
    // The browser itself reports the answer 400.
    expect(tab.faults.splice(0).join()).toContain('400');
  });

  withConsole('creates a key with some scopes, rotates it and revokes it', async (console, operator) => {
    const tab = await signedIn(console, '/keys');
    const { page } = tab;
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Night shift');
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
    expect((await identity(second)).key.name).toBe('Night shift');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Revoke Night shift' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('cell', { name: 'Night shift' }).waitFor({ state: 'detached' });
    await eventually(async () => {
      const { data } = await operator.apiKeys.list();
      expect(data.map(({ name }) => name)).not.toContain('Night shift');
    });
    await expectAccessible(tab);
  });

  withConsole(
    'edits an agent, tries the draft, compares versions and restores one',
    async (console, operator) => {
      const { data } = await operator.agents.list({ query: { name: 'Pia' } });
      const agent_id = data[0]?.id ?? '';
      const read = () => operator.agents.get({ params: { agent_id } });
      const tab = await signedIn(console, '/agents');
      const { page } = tab;
      await expectAccessible(tab);
      await page.getByRole('link', { name: 'Pia, reception' }).click();
      await page.getByLabel('First message').fill('Harbour Dental, good evening.');
      await page.getByRole('button', { name: 'Let the agent begin' }).click();
      await page.getByRole('list', { name: 'Messages' }).getByText('good evening').waitFor();
      await page.getByLabel('Message', { exact: true }).fill('I am in pain');
      await page.getByRole('button', { name: 'Send' }).click();
      await eventually(async () =>
        expect(await page.getByRole('list', { name: 'Messages' }).getByRole('listitem').count()).toBe(3),
      );
      expect((await read()).version).toBe(1);
      await expectAccessible(tab);

      await page.getByLabel('Temperature').fill('7');
      await page.getByRole('button', { name: 'Save as a new version' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe('true');
      expect(tab.faults.splice(0).join()).toContain('400');
      await page.getByLabel('Temperature').fill('0.2');
      await page.getByRole('link', { name: 'Flow' }).click();
      await page.getByRole('img', { name: /Begins at greet/ }).waitFor();
      await page.getByRole('button', { name: 'Add a step' }).click();
      await page.getByLabel('Instructions').last().fill('Say when the practice opens.');
      await page.getByRole('button', { name: 'Add a way on' }).first().click();
      await page.getByLabel('Way 4 from greet: next step').selectOption('step_5');
      await page.getByLabel('Way 4 from greet: condition').fill('the caller asks for the hours');
      await expectAccessible(tab);
      await page.getByRole('button', { name: 'Save as a new version' }).click();
      await page.getByText('Version 2').waitFor();
      const saved = await read();
      expect(saved).toMatchObject({
        version: 2,
        model: { temperature: 0.2 },
        metadata: { team: 'front-desk' },
      });
      expect(saved.conversation_flow?.nodes).toHaveLength(5);

      await page.getByRole('link', { name: 'Versions' }).click();
      await page.getByRole('button', { name: 'Compare 1' }).click();
      await page.locator('ins', { hasText: 'good evening' }).waitFor();
      await expectAccessible(tab);
      await page.getByRole('button', { name: 'Restore 1 …' }).click();
      await page.getByRole('button', { name: 'Restore', exact: true }).click();
      await page.getByText('Version 3').waitFor();
      expect((await read()).first_message).toBe('Harbour Dental, this is Pia. How can I help you?');
    },
  );

  withConsole('adds, changes and removes a document of an agent', async (console, operator) => {
    const { data } = await operator.agents.list({ query: { name: 'Recall' } });
    const agent_id = data[0]?.id ?? '';
    const tab = await signedIn(console, `/agents/${agent_id}?tab=documents`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'The agent knows no documents' }).waitFor();
    await page.getByRole('button', { name: 'Add a document' }).click();
    await page.getByLabel('Name').fill('Parking');
    await page.getByLabel('Text').fill('Behind the house.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Open Parking' }).click();
    await page.getByLabel('Text').fill('In front of the house.');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => {
      const { data: documents } = await operator.documents.list({ params: { agent_id } });
      expect(documents.map(({ name, version }) => [name, version])).toEqual([['Parking', 2]]);
    });
    await page.getByRole('button', { name: 'Remove Parking' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'The agent knows no documents' }).waitFor();
  });
});
