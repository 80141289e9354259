import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient, uploadRecording } from '../../clients/typescript/src/index.ts';
import { providerAccount } from '../fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { monthFromNow } from '../support/billing.ts';
import { connect, deliver, newCall, webhookSecret } from '../support/connected.ts';
import type { ConsoleUnderTest } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { setTexts } from '../support/dns-server.ts';
import { eventually } from '../support/eventually.ts';
import { fillAccount } from '../support/provider-accounts.ts';
import { answering, startReceiver } from '../support/receiver.ts';
import { usersOf } from '../support/users.ts';
import { shownAt } from '../support/viewer.ts';
import { silence, tone, waveOf } from '../support/wave.ts';

const consoleTest = consoleTests();

const withConsole = (
  name: string,
  use: (console: ConsoleUnderTest, operator: Client) => Promise<void>,
): void =>
  consoleTest(name, async (console) => {
    const { base_url, api_key } = console.local.description;
    await use(console, createClient({ baseUrl: base_url, apiKey: api_key }));
  });

const signedIn = (console: ConsoleUnderTest, path = '/conversations') =>
  console.signIn(console.local.description.api_key, path);

const list = (page: Page) => page.getByRole('table', { name: 'Conversations' });

const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 });

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search words and numbers' });

const filterBy = async (page: Page, name: string, value: string): Promise<void> => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  const choice = { name: new RegExp(`^${value}( \\d+)?$`) };
  const several = page.getByRole('menuitemcheckbox', choice);
  const one = page.getByRole('menuitem', choice);
  await several.or(one).waitFor();
  if ((await one.count()) > 0) return one.click();
  // The menu stays open, for another value.
  await several.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

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
    const first = await console.open(console.link);
    await home(first.page).waitFor();
    expect(first.page.url()).not.toContain('vap_');
    const kept = await first.page.evaluate(() => ({
      session: sessionStorage.getItem('api_key'),
      local: JSON.stringify(localStorage),
    }));
    expect(console.link).not.toContain(kept.session ?? '?');
    expect(kept.local + (await first.page.evaluate<string>('document.cookie'))).not.toContain('vap_');
    await first.page.reload();
    await home(first.page).waitFor();

    // A secret that was rotated is remembered for ten seconds at most.
    await eventually(async () => {
      const second = await console.open(console.link);
      await second.page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
      await second.page.getByText('This link has expired or was already used').waitFor({ timeout: 30_000 });
      await expectAccessible(second);
      expect(second.faults.splice(0).join()).toContain('401');
    });
  });

  withConsole('asks before a sign-in link replaces a session', async (console, operator) => {
    const keyOf = async (client_id: string) => {
      const body = { name: 'Stranger', client_id, scopes: ['conversations:read', 'keys:write'] } as const;
      return (await operator.apiKeys.create({ body: { ...body, scopes: [...body.scopes] } })).key;
    };
    const stranger = await keyOf(await clientNamed(operator, 'Kessler Haustechnik'));
    const tab = await signedIn(console, '/keys');
    const { page } = tab;
    const base = console.local.description.base_url;
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.evaluate((key) => Reflect.set(globalThis, 'location', `#sign_in=${key}`), stranger);
    const question = page.getByRole('heading', { name: 'Sign in as Kessler Haustechnik, key Stranger?' });
    await question.waitFor();
    expect(page.url()).not.toContain('vap_');
    await page.getByText('This tab is signed in as the platform, key Local platform').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/keys');

    // The link was not used up by the question, and lands on the first page whatever page it names.
    await page.goto(`${base}/keys#sign_in=${stranger}`);
    await question.waitFor();
    await page.getByRole('button', { name: 'Sign in as Stranger' }).click();
    await home(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');

    // A link that is refused does not end the session either.
    await page.evaluate("location = '#sign_in=vap_used_up'");
    await page.waitForFunction("location.hash === ''");
    await home(page).waitFor();
    expect(tab.faults.splice(0).join()).toContain('401');
  });

  withConsole('follows no sign-in link where it is deployed', async (console, operator) => {
    const { key } = await operator.apiKeys.create({
      body: { name: 'Deployed', scopes: ['conversations:read'] },
    });
    const { page, faults } = await console.open();
    const deployed = 'http://console.example';
    await page.route(`${deployed}/**`, async (route) => {
      const url = route.request().url().replace(deployed, console.local.description.base_url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const branding = page.waitForResponse(`${deployed}/v1/sign-in`);
    await page.goto(`${deployed}/#sign_in=${key}`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await branding;
    expect(page.url()).not.toContain('vap_');
    // The branding of the page is asked for without a key.
    const asked = faults.splice(0).filter((fault) => fault.includes('/v1/'));
    expect(asked.filter((fault) => !fault.endsWith('/v1/sign-in'))).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  withConsole('asks for a key, says why one is refused, and forgets it at the end', async (console) => {
    const tab = await console.open('/conversations?q=reschedule');
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
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  withConsole('offers to load again if its scripts cannot be read after sign-in', async (console) => {
    const { page, faults } = await console.open('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const scripts = /signed-in-[\w-]+\.js/;
    await page.route(scripts, (route) => route.abort());
    await page.getByLabel('API key').fill(console.local.description.api_key);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await eventually(() => expect(faults.join()).toMatch(scripts));
    await page.unroute(scripts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await home(page).waitFor();
    // The browser complains of the scripts as well, and of nothing else.
    for (const fault of faults.splice(0))
      expect(fault).toMatch(/Failed to (load resource|fetch dynamically)/);
  });

  withConsole('finds conversations by filters and words, each view an address', async (console, operator) => {
    const tab = await signedIn(console);
    const { page } = tab;
    await list(page).waitFor();
    await expectAccessible(tab);
    const rows = () => list(page).getByRole('row').count();
    const all = await rows();

    // The list stays until the filtered one has arrived.
    let meanwhile = 0;
    await page.route(/sentiment=negative/, async (route) => {
      meanwhile = await rows();
      await route.fallback();
    });
    await filterBy(page, 'Sentiment', 'Negative');
    await page.waitForURL(/sentiment=negative/);
    await eventually(async () => expect(await rows()).toBeLessThan(all));
    expect(meanwhile).toBe(all);

    await page.getByRole('button', { name: 'Remove the filter Sentiment' }).click();
    await searchBox(page).fill('resched*');
    await page.keyboard.press('Enter');
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

  withConsole('takes days as they are typed, and has those that people ask for most', async (console) => {
    const tab = await signedIn(console);
    const { page } = tab;
    await list(page).waitFor();
    const asked = () => new URL(page.url()).searchParams;
    await page.getByRole('button', { name: 'Any time' }).click();
    // The segments of the field: month, day, year. Each key changes the value, and most of them to another valid day.
    await page.getByLabel('From').focus();
    await page.keyboard.type('01312019');
    await page.waitForURL(/from=2019-01-31/);
    await page.getByLabel('To', { exact: true }).focus();
    await page.keyboard.type('02012019');
    await page.waitForURL(/to=2019-02-01/);
    expect(await page.getByLabel('From').inputValue()).toBe('2019-01-31');
    await page.getByRole('heading', { name: 'No conversation matches' }).waitFor();
    const days = page.getByLabel('Days in Europe/London');
    expect(await days.locator('option:checked').textContent()).toBe('Other days');

    await days.selectOption('Yesterday');
    const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', {
      timeZone: 'Europe/London',
    });
    await page.waitForURL(new RegExp(`from=${yesterday}&to=${yesterday}`));
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(yesterday);
    await list(page).waitFor();
    await days.selectOption('Last month');
    await page.waitForURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)/);
    await page.getByLabel('To', { exact: true }).focus();
    // The year was typed last.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    // A day without its month is no day yet: what was applied stays.
    expect(asked().get('to')).not.toBeNull();
    await page.keyboard.type('12312030');
    await page.waitForURL(/to=2030-12-31/);
    await days.selectOption('Any time');
    await page.waitForURL((url) => !url.searchParams.has('from') && !url.searchParams.has('to'));

    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    const [year, month, day] = yesterday.split('-');
    await page.getByLabel('From').focus();
    await page.keyboard.type(`${month}${day}${year}`);
    await page.waitForURL(new RegExp(`usage.*from=${yesterday}`));
    await page.getByLabel(/^Days in /).selectOption('This month');
    await page.waitForURL(/from=\d{4}-\d\d-01&to=/);
    await page.getByRole('link', { name: 'Exports' }).click();
    await page.getByRole('button', { name: 'New export' }).click();
    await page.getByLabel('From').focus();
    await page.keyboard.type('01312019');
    expect(await page.getByLabel('From').inputValue()).toBe('2019-01-31');
    await page.keyboard.press('Tab');
    await eventually(async () =>
      expect(await days.locator('option:checked').textContent()).toBe('Other days'),
    );
    await expectAccessible(tab);
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

  withConsole(
    'saves a recording as a file with a name, by a new link for each click',
    async (console, operator) => {
      const { data } = await operator.conversations.list({ query: { q: 'reschedule' } });
      const id = data.find(({ caller }) => caller?.name === 'Nora Whitfield')?.id ?? '';
      const { page } = await signedIn(console, `/conversations/${id}`);
      const address = page.url();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const save = async () => {
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download' }).click();
        return saved;
      };
      const first = await save();
      const second = await save();
      expect(first.suggestedFilename()).toBe(`${id}.mp3`);
      expect((await readFile(await first.path())).length).toBeGreaterThan(10_000);
      expect(second.suggestedFilename()).toBe(`${id}.mp3`);
      expect(asked.filter((url) => url.endsWith('/audio?download=true'))).toHaveLength(2);
      expect(page.url()).toBe(address);
    },
  );

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

  withConsole('tags a conversation and marks it as reviewed by keyboard', async (console, operator) => {
    const id = await conversationOf(operator, 'To be tagged');
    const params = { conversation_id: id };
    const tab = await signedIn(console, `/conversations/${id}`);
    const { page } = tab;
    const tags = page.getByRole('region', { name: 'Tags' });
    for (const tag of ['Call back', 'to_be_sold']) {
      await tags.getByLabel('New tag').focus();
      await page.keyboard.type(tag);
      await page.keyboard.press('Enter');
      await tags.getByText(tag.toLowerCase().replace(' ', '_'), { exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Mark reviewed' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reviewed', exact: true }).waitFor();
    await expectAccessible(tab);
    await tags.getByRole('button', { name: 'Remove the tag call_back' }).focus();
    await page.keyboard.press('Enter');
    await tags.getByText('call_back').waitFor({ state: 'detached' });
    const { tags: left, reviewed } = await operator.conversations.get({ params });
    expect([left, reviewed === null]).toEqual([['to_be_sold'], false]);

    await tags.getByLabel('New tag').fill('No slug!');
    await page.keyboard.press('Enter');
    await tags.getByText(/must be lower-case letters/).waitFor();
    expect(tab.faults.splice(0).join()).toContain('400');

    await page.getByRole('main').getByRole('link', { name: 'Conversations' }).click();
    await list(page).getByText('To be tagged').waitFor();
    await filterBy(page, 'Tag', 'to_be_sold');
    await page.waitForURL(/tag=/);
    await filterBy(page, 'Reviewed', 'Yes');
    await page.waitForURL(/reviewed=/);
    await list(page).getByText('To be tagged').waitFor();
    expect(new URL(page.url()).search).toBe('?tag=to_be_sold&reviewed=true');
    // The rows of before stay until the filtered ones are there.
    await list(page).getByRole('row').nth(2).waitFor({ state: 'detached' });
  });

  withConsole('erases a conversation once that was confirmed', async (console, operator) => {
    const id = await conversationOf(operator, 'To be erased');
    const tab = await signedIn(console, `/conversations/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
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
      const harbour = await console.signIn(
        await keyFor('Harbor Dental Group', ['conversations:read']),
        '/conversations',
      );
      const kessler = await console.signIn(
        await keyFor('Kessler Haustechnik', ['conversations:read']),
        '/conversations',
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
      await harbour.page.getByRole('button', { name: 'More about the call' }).click();
      await harbour.page.getByRole('menuitem').first().waitFor();
      expect(await harbour.page.getByRole('menuitem', { name: /Erase/ }).count()).toBe(0);
      await harbour.page.keyboard.press('Escape');
      await expectAccessible(harbour);

      const reached = await console.signIn(await keyFor('Kessler Haustechnik', ['recordings:read']));
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
    await page.getByRole('link', { name: 'Harbor Dental Group' }).waitFor();
    await page.getByRole('button', { name: 'Organizations below Harbor Dental Group' }).click();
    await page.getByRole('link', { name: 'Harbor Dental North' }).waitFor();
    await expectAccessible(tab);

    await page.getByRole('link', { name: 'Kessler Haustechnik' }).click();
    await page.getByRole('heading', { name: 'Kessler Haustechnik', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New organization' }).click();
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
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await timezone.getAttribute('aria-invalid')).toBe('true');
    await timezone.fill('Europe/Zurich');
    // A value that was corrected is no longer called wrong.
    expect(await timezone.getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByRole('alert').count()).toBe(0);
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
      await page.getByLabel('Find an organization').fill('bexley');
      await page.getByRole('option', { name: /Bexley Stone/ }).click();
      await owner.getByText('Bexley Stone').waitFor();
      await create.click();
      await page.getByText(/^whsec_/).waitFor();
      expect(await webhooksOf(await clientNamed(operator, 'Bexley Stone'))).toHaveLength(1);
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
      await page.getByLabel('Find an organization').fill('kess');
      await page.getByRole('option', { name: /Kessler Haustechnik/ }).click();
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

  withConsole('edits an agent, compares versions and restores one', async (console, operator) => {
    const { data } = await operator.agents.list({ query: { name: 'Pia' } });
    const agent_id = data[0]?.id ?? '';
    const read = () => operator.agents.get({ params: { agent_id } });
    const tab = await signedIn(console, '/agents');
    const { page } = tab;
    await expectAccessible(tab);
    await page.getByRole('link', { name: 'Pia, reception' }).click();
    await page.getByLabel('First message').fill('Harbor Dental, good evening.');
    expect((await read()).version).toBe(1);

    await page.getByLabel('Temperature').fill('7');
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe('true');
    expect(tab.faults.splice(0).join()).toContain('400');
    await page.getByLabel('Temperature').fill('0.2');
    await page.getByRole('link', { name: 'Flow', exact: true }).click();
    await page.getByRole('img', { name: /Begins at greet/ }).waitFor();
    const flow = page.getByRole('region', { name: 'Flow', exact: true });
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () =>
      expect(await flow.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0),
    );
    if (desktop) await page.setViewportSize(desktop);
    await page.getByRole('button', { name: 'Add a step after this' }).press('Enter');
    await page.getByLabel('Name of the step').fill('hours');
    await page.getByLabel('Instructions').fill('Say when the practice opens.');
    await page.getByRole('button', { name: /^Step greet/ }).press('Enter');
    expect(await page.getByLabel('Way 4: next step').inputValue()).toBe('hours');
    await page.getByLabel('Way 4: condition').fill('the caller asks for the hours');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save as version 2' }).click();
    await page.getByText('Saved as version 2').waitFor();
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
    await page.getByRole('button', { name: 'Restore 1', exact: true }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page
      .getByText(/^Version 3/)
      .first()
      .waitFor();
    expect((await read()).first_message).toBe('Harbor Dental, this is Pia. How can I help you?');
  });

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

  withConsole('shows usage by day, agent, organization and outcome', async (console, operator) => {
    const conversations = async (group_by?: 'outcome' | 'client') => {
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
      .filter(({ group }) => group !== null)
      .sort((one, other) => other.conversations - one.conversations);
    const words = largest?.group?.replaceAll('_', ' ') ?? '';
    const legend = page.getByRole('list', { name: 'Colors of the chart' });
    await legend.getByText(new RegExp(`^${words} \\d`, 'i')).waitFor();
    const figures = page.getByRole('region', { name: 'Figures' });
    const row = figures.getByRole('row', { name: new RegExp(`^${words} \\d`, 'i') });
    expect(await row.getByRole('cell').first().textContent()).toBe(String(largest?.conversations));

    await page.getByLabel('Grouped by').selectOption('agent');
    await figures.getByRole('rowheader', { name: 'Pia, reception' }).waitFor();
    await page.getByLabel('Measure').selectOption('cost');
    await page.getByRole('heading', { name: 'Cost in USD' }).waitFor();
    await expectAccessible(tab);

    const reseller = await clientNamed(operator, 'Brightline Voice');
    await page.goto(`${console.local.description.base_url}/usage?org=${reseller}&by=client`);
    await figures.getByRole('rowheader', { name: 'Kessler Haustechnik' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toMatch(/^start,group,conversations,/);
    expect(csv).toContain(await clientNamed(operator, 'Kessler Haustechnik'));

    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByLabel('To', { exact: true }).fill('2019-01-31');
    await page.getByLabel('From').fill('2019-01-01');
    await page.getByRole('heading', { name: 'Nothing was used in this time' }).waitFor();
    await expectAccessible(tab);
  });

  withConsole(
    'marks one page as the current one, and keeps the account in sight in a short window',
    async (console, operator) => {
      const id = await clientNamed(operator, 'Kessler Haustechnik');
      const { page } = await signedIn(console, `/organizations/${id}?tab=settings&org=${id}`);
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      const current = links.and(page.locator('[aria-current=page]'));
      await current.getByText('Settings').waitFor();
      expect(await current.allTextContents()).toEqual(['Settings']);

      await page.setViewportSize({ width: 1280, height: 480 });
      const account = await page.getByRole('button', { name: 'Your account' }).boundingBox();
      expect((account?.y ?? 480) + (account?.height ?? 0)).toBeLessThanOrEqual(480);
      const lowest = links.last();
      await lowest.focus();
      expect((await lowest.boundingBox())?.y).toBeLessThan(account?.y ?? 0);
    },
  );

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

  withConsole('has a menu on a phone, which closes behind the page that was chosen', async (console) => {
    const phone = { viewport: { width: 390, height: 800 }, colorScheme: 'dark', hasTouch: true } as const;
    const tab = await console.signIn(console.local.description.api_key, '/conversations', phone);
    const { page } = tab;
    await list(page).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await expectAccessible(tab);
    await page.getByRole('dialog').getByRole('link', { name: 'Live' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  withConsole('is used with the keyboard alone', async (console) => {
    const { page } = await signedIn(console);
    await list(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('/');
    await page.keyboard.type('reschedule');
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    await list(page).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    const position = page.getByRole('slider', { name: 'Position in the recording' });
    await position.focus();
    expect(await position.getAttribute('aria-valuetext')).toMatch(/^0:00 of/);
    await page.keyboard.press('ArrowRight');
    await eventually(async () =>
      expect(await position.getAttribute('aria-valuetext')).not.toMatch(/^0:00 of/),
    );
  });

  withConsole(
    'gives the focus back to the button of a popup, also after its first opening',
    async (console) => {
      const { page } = await signedIn(console);
      await list(page).waitFor();
      const popups = [
        [page.getByRole('button', { name: /Your account/ }), 'menu'],
        [page.getByRole('combobox', { name: 'Organization', exact: true }), 'dialog'],
      ] as const;
      for (const [button, role] of popups) {
        for (const key of ['Enter', 'ArrowDown']) {
          await button.focus();
          await page.keyboard.press(key);
          await page.getByRole(role).waitFor();
          await page.keyboard.press('Escape');
          await page.getByRole(role).waitFor({ state: 'detached' });
          await eventually(async () =>
            expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true),
          );
        }
      }
    },
  );

  withConsole(
    'keeps the page if a menu or a dialog cannot be loaded offline, and opens it later',
    async (console) => {
      const tab = await signedIn(console, '/keys');
      const { page } = tab;
      const account = page.getByRole('button', { name: /Your account/ });
      const create = page.getByRole('button', { name: 'New API key' });
      await create.waitFor();
      await page.context().setOffline(true);
      for (const button of [account, create]) {
        await button.focus();
        await page.keyboard.press('Enter');
      }
      await page.getByText('You are offline').waitFor();
      expect(await page.getByRole('menu').or(page.getByRole('dialog')).count()).toBe(0);
      await page.context().setOffline(false);
      await account.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await create.press('Enter');
      await page.getByRole('dialog').waitFor();
      tab.faults.splice(0);
    },
  );

  withConsole('says what went wrong, with the id of the request', async (console, operator) => {
    const tab = await signedIn(console, '/conversations/conv_01kag3x5ntfyxs4v4yh2m8q9ab');
    const { page, faults } = tab;
    await page
      .getByRole('alert')
      .first()
      .getByText(/Request id [\w-]{8,}/)
      .waitFor();
    await expectAccessible(tab);
    expect(faults.splice(0).join()).toContain('404');
    await page.goto(`${console.local.description.base_url}/nowhere`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await expectAccessible(tab);

    // Nothing is there yet: each page says what to do.
    const { id } = await operator.clients.create({ body: { name: 'Empty', type: 'client' } });
    for (const path of ['conversations', 'live', 'agents', 'usage', 'webhooks', 'integrations']) {
      await page.goto(`${console.local.description.base_url}/${path}?org=${id}`);
      await page.getByRole('main').getByRole('heading', { level: 2 }).waitFor();
      await expectAccessible(tab);
    }
  });

  withConsole('scrolls through 10,000 conversations', async (console, operator) => {
    const { data } = await operator.conversations.list({ query: { limit: 1 } });
    const [item] = data;
    if (!item) throw new Error('The demonstration has no conversations');
    const { page } = await signedIn(console, '/agents');
    await page.getByText('Pia, reception').first().waitFor();
    const count = 10_000;
    await page.route('**/v1/conversations?**', async (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const from = Number(asked.get('cursor') ?? 0);
      const until = Math.min(count, from + 1000);
      const page = Array.from({ length: until - from }, (_, at) => ({
        ...item,
        id: `conv_${String(from + at).padStart(26, '0')}`,
        caller: { ...item.caller, name: `Caller ${from + at}` },
      }));
      const more = until < count;
      await route.fulfill({ json: { data: page, has_more: more, next_cursor: more ? String(until) : null } });
    });
    await page.getByRole('link', { name: 'Conversations' }).click();
    const last = list(page).getByText(`Caller ${count - 1}`, { exact: true });
    await eventually(async () => {
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      expect(await last.count()).toBe(1);
    });
    await last.waitFor();
    // Only rows in view, and a few beside them, are in the page.
    expect(await list(page).getByRole('row').count()).toBeLessThan(60);
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
    await page.getByLabel('First day').fill(monthFromNow(-2));
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
    await eventually(async () => {
      await page.reload();
      await page.getByRole('cell', { name: 'To send' }).nth(1).waitFor({ timeout: 30_000 });
    });
    await expectAccessible(tab);
    await page.getByLabel('State', { exact: true }).selectOption('Unpaid');
    await page.getByRole('cell', { name: 'Draft' }).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /To send/ })
      .last()
      .getByRole('link')
      .click();
    await page.getByText('€49.00').first().waitFor();
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
    expect(file.suggestedFilename()).toContain(monthFromNow(-2).slice(0, 7));
    expect(await readFile(await file.path(), 'utf8')).toContain('49');
    const { data } = await operator.statements.list({ params: { client_id: billed.id } });
    expect(data.map(({ status }) => status)).toContain('paid');

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

  withConsole(
    'sends the messages of a webhook, tests it and sends again what failed',
    async (console, operator) => {
      const receiver = await startReceiver(answering(500, {}, 'The database is down'));
      onTestFinished(() => receiver.close());
      const { id } = await operator.clients.create({ body: { name: 'Hooked', type: 'client' } });
      const tab = await signedIn(console, `/webhooks?org=${id}`);
      const { page } = tab;
      await page.getByRole('heading', { name: 'There are no webhooks' }).waitFor();
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByLabel('Address').fill(receiver.url);
      await page.getByLabel('What it is for').fill('Our CRM');
      await page.getByLabel('All events').uncheck();
      await page.getByLabel('conversation.ended').check();
      await expectAccessible(tab);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await expectAccessible(tab);
      await page.getByRole('link', { name: receiver.url }).click();

      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const messages = page.getByRole('region', { name: 'Messages' });
      await messages.getByRole('button', { name: 'ping' }).click();
      const message = page.getByRole('dialog', { name: 'ping' });
      await message.getByText('The database is down').first().waitFor();
      await expectAccessible(tab);
      receiver.answer = answering(204);
      await message.getByRole('button', { name: 'Send again' }).click();
      await message.getByText('Delivered').waitFor();
      await message.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Status').selectOption('delivered');
      await messages.getByRole('cell', { name: 'Delivered' }).waitFor();
      await expectAccessible(tab);

      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'Actions', exact: true }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      await choose('Send failed ones again');
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await page.getByText('0 messages failed in that time.').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await choose('Switch off');
      await page.getByRole('button', { name: 'Send a test', disabled: true }).waitFor();
      await choose('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'There are no webhooks' }).waitFor();
      expect((await operator.webhooks.list({ query: { client_id: id } })).data).toEqual([]);
    },
  );

  withConsole('connects a provider in three steps, and deploys an agent to it', async (console, operator) => {
    const org = await usersOf(console.local.description).organization();
    const { id: agent_id } = await operator.agents.create({
      body: { name: 'Mia', client_id: org.client.id },
    });
    const account = await fillAccount('elevenlabs', `key-of-${org.client.id}`, 2);
    const tab = await console.signIn(org.key, '/integrations');
    const { page, faults } = tab;
    await page.getByRole('heading', { name: 'No provider is connected' }).waitFor();
    await page.getByRole('link', { name: 'Connect a provider' }).click();
    const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
    expect(await step.textContent()).toBe('1. The account');
    const key = page.getByLabel('API key of the provider');
    await key.fill('bad-key-of-nobody');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('alert').waitFor();
    expect(await key.getAttribute('aria-invalid')).toBe('true');
    expect(faults.splice(0).join()).toContain('400');
    await key.fill(account.apiKey);
    await page.getByRole('button', { name: 'Connect' }).click();
    await step.getByText('2. The webhook').waitFor();
    const webhook_url = (await page.locator('code').textContent()) ?? '';
    await page.getByLabel('Secret of the webhook').fill(webhookSecret);
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'The URL is set' }).click();
    await step.getByText('3. The agents').waitFor();
    await expectAccessible(tab);
    await page.getByLabel('Import the provider’s agents').uncheck();
    await page.getByRole('button', { name: 'Finish' }).click();

    // Its agent is not mapped yet, so that the call waits.
    await page.getByRole('heading', { name: 'ElevenLabs', level: 1 }).waitFor();
    const call = newCall('elevenlabs', account.agent_id);
    await deliver({ webhook_url, provider: 'elevenlabs' }, call.events[0]);
    await page.getByRole('link', { name: 'Events' }).click();
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByRole('cell', { name: 'Waiting' }).waitFor();
    await events.getByRole('button').first().click();
    await page.getByRole('dialog').getByText(account.agent_id).first().waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Account and agents' }).click();
    await page.getByRole('button', { name: 'Map an agent' }).click();
    await page.getByLabel('Agent’s id at the provider').fill(account.agent_id);
    await page.getByRole('combobox', { name: 'Agent here' }).click();
    await page.getByRole('option', { name: 'Mia' }).click();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Events' }).click();
    await events.getByRole('cell', { name: 'Processed' }).waitFor();

    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('button', { name: 'Import' }).click();
    const imported = page.getByRole('article', { name: 'Import: Conversations' });
    await imported.getByText('Completed').waitFor();
    await imported.getByText(/^2 new/).waitFor();
    await expectAccessible(tab);

    await page.goto(`${console.local.description.base_url}/agents/${agent_id}?tab=deployments`);
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const deployment = page.getByRole('article', { name: 'Deployment to ElevenLabs' });
    await deployment.getByText('Current').waitFor();
    await deployment.getByRole('button', { name: 'Compare with the provider' }).click();
    await deployment.getByText(/Version 1.*the provider answers/).waitFor();
    await page.getByLabel('Answers').selectOption({ label: 'By this platform, with the provider’s voice' });
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await deployment.getByText(/this platform answers/).waitFor();
    await expectAccessible(tab);
    await deployment.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'The agent is not deployed' }).waitFor();

    await page.goto(`${console.local.description.base_url}/integrations`);
    await page.getByRole('link', { name: 'ElevenLabs' }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('heading', { name: 'No provider is connected' }).waitFor();
  });

  withConsole(
    'offers each account of an agent’s organization, however many others there are',
    async (console) => {
      const users = usersOf(console.local.description);
      const org = await users.organization(undefined, 'client');
      const other = await users.organization(undefined, 'client');
      const { id: agent_id } = await org.api.agents.create({ body: { name: 'Mia' } });
      await org.api.integrations.create({ body: { provider: 'vapi', name: 'Front desk' } });
      await Promise.all(
        Array.from({ length: 101 }, (_, at) =>
          other.api.integrations.create({ body: { provider: 'vapi', name: `Other ${at}` } }),
        ),
      );
      const { page } = await console.signIn(
        console.local.description.api_key,
        `/agents/${agent_id}?tab=deployments`,
      );
      const offered = page.getByLabel('Integration', { exact: true }).getByRole('option');
      await offered.first().waitFor({ state: 'attached' });
      expect(await offered.allTextContents()).toEqual(['Front desk, Vapi']);
    },
  );

  withConsole('lets an agent be heard and call somebody, and exports what there is', async (console) => {
    const org = await usersOf(console.local.description).organization();
    const { id: agent_id } = await org.api.agents.create({
      body: { name: 'Mia', first_message: 'Good morning.' },
    });
    const account = providerAccount(`key-of-${org.client.id}`);
    const numbers = { phone_1: { id: 'phone_1', number: '+12025550100' } };
    await account.plan({ collections: { numbers } });
    await connect(org, 'vapi', { agent_there: agent_id }, { api_key: account.apiKey });

    const tab = await console.signIn(org.key, `/agents/${agent_id}?tab=voice`);
    const { page, faults } = tab;
    const hear = page.getByRole('form', { name: 'Hear the agent' });
    expect(await hear.getByLabel('What the agent says').inputValue()).toBe('Good morning.');
    await hear.getByRole('button', { name: 'Speak' }).click();
    await hear.getByText('A stand-in that only hums').waitFor();
    await eventually(async () => {
      const time = await page.locator('audio').evaluate((audio) => Number(Reflect.get(audio, 'currentTime')));
      expect(time).toBeGreaterThan(0);
    });
    const call = page.getByRole('form', { name: 'Start a call' });
    await call.getByLabel('Number to call', { exact: true }).fill('five');
    await call.getByRole('button', { name: 'Call' }).click();
    await call.getByRole('alert').waitFor();
    expect(faults.splice(0).join()).toContain('400');
    await expectAccessible(tab);
    await call.getByLabel('Number to call', { exact: true }).fill('+14155550123');
    await call.getByLabel('Variables').fill('practice=Harbor Dental');
    await call.getByRole('button', { name: 'Call' }).click();
    await call.getByRole('link', { name: 'Follow the conversation' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () => {
      const dialed = Object.values((await account.look()).collections.dialed ?? {});
      expect(dialed).toHaveLength(1);
      expect(JSON.stringify(dialed)).toContain('Harbor Dental');
    });

    await page.getByRole('link', { name: 'Exports' }).click();
    await page.getByRole('heading', { name: 'There are no exports' }).waitFor();
    await page.getByRole('button', { name: 'New export' }).click();
    for (const unwanted of ['Transcripts, turn by turn', 'Notes', 'Analyses', 'Documents of agents', 'Usage'])
      await page.getByLabel(unwanted, { exact: true }).uncheck();
    await page.getByLabel('Format').selectOption('csv');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exported = page.getByRole('article', { name: 'Export of Conversations, Agents, Organizations' });
    await exported.getByText('Completed').waitFor();
    await exported.getByRole('button', { name: 'Show files' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      exported.getByRole('button', { name: 'agents-0001.csv' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Mia');
    await expectAccessible(tab);
    await exported.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'There are no exports' }).waitFor();
  });
});
