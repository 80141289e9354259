import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { uploadRecording } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { eventually } from '../support/eventually.ts';
import { silence, tone, waveOf } from '../support/wave.ts';
import {
  chooseOrganization,
  clientNamed,
  conversationOf,
  filterBy,
  list,
  operatorTests,
  searchBox,
  signedIn,
} from './demonstration.ts';

const withConsole = operatorTests();

// One after the other: a browser keeps both cores busy.
describe('Calls in the console', { concurrent: false }, () => {
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
    expect(meanwhile).toBeGreaterThanOrEqual(all);

    await page.getByRole('button', { name: 'Remove the filter Sentiment' }).click();
    await searchBox(page).fill('resched*');
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('resched*');

    await page.getByRole('combobox', { name: 'Organization', exact: true }).click();
    await chooseOrganization(page, 'Kessler Haustechnik');
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
    // The segments of the field: month, day, year. Each key changes the value, and most of them to another
    // valid day.
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
    /** Plays so slowly that no turn is over before it was looked at. */
    const slowDown = () =>
      page.evaluate(
        "const audio = document.querySelector('audio'); audio.defaultPlaybackRate = audio.playbackRate = 0.1",
      );
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await slowDown();
    await page.getByRole('button', { name: 'Play' }).click();
    const time = () => page.evaluate<number>("document.querySelector('audio').currentTime");
    await eventually(async () => expect(await time()).toBeGreaterThan(0));
    await page.locator('[aria-current=true]', { hasText: 'this is Pia' }).waitFor();

    await page.getByRole('button', { name: /Friday is perfect/ }).click();
    await page.locator('[aria-current=true]', { hasText: 'Friday is perfect' }).waitFor();
    expect(await time()).toBeGreaterThan(10);
    await page.getByLabel('Speed').selectOption('1.5');
    expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(1.5);
    await slowDown();
    await page.getByLabel('Channels').selectOption('left');
    const heard = await time();
    await eventually(async () => expect(await time()).toBeGreaterThan(heard));
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await position.getAttribute('aria-valuetext')).toMatch(/^0:\d\d of 0:25$/);
    await page.locator('summary', { hasText: 'find_appointments' }).click();
    await expectAccessible(tab);
  });

  withConsole(
    'saves a recording under a name that says when, which agent and who, and each click is in the log',
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
      const named = /^\d{4}-\d\d-\d\d \d\d\.\d\d, Pia, reception, Nora Whitfield\.mp3$/;
      expect(first.suggestedFilename()).toMatch(named);
      expect((await readFile(await first.path())).length).toBeGreaterThan(10_000);
      expect(second.suggestedFilename()).toBe(first.suggestedFilename());
      expect(second.url()).toMatch(/^blob:/);
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
});
