import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { Tab } from '../support/console.ts';
import { consoleTests } from '../support/console-tests.ts';
import { eventually } from '../support/eventually.ts';
import type { TalkingRoom } from '../support/recognizer.ts';
import { openTalkingRoom } from '../support/recognizer.ts';
import type { Organization } from '../support/users.ts';
import { usersOf } from '../support/users.ts';

let opened: TalkingRoom | undefined;
const consoleTest = consoleTests(async () => {
  opened = await openTalkingRoom();
  return opened;
});
afterAll(() => opened?.close());

const mia = {
  name: 'Mia, reception',
  first_message: 'This is Harbor Dental. How can I help you?',
  conversation_flow: {
    start: 'greet',
    nodes: [
      {
        id: 'greet',
        instruction: 'Find out what the customer needs, and who is calling, before anything else.',
        transitions: [{ to: 'urgent', when: 'the customer is in pain' }],
      },
      {
        id: 'urgent',
        instruction: 'Offer the slot of the day, and tell the customer where the practice is.',
        transitions: [{ to: 'done', when: 'the slot is booked' }],
      },
      { id: 'done', instruction: 'Say goodbye.', transitions: [] },
    ],
  },
};

interface Talk {
  readonly tab: Tab;
  readonly page: Page;
  readonly org: Organization;
  readonly room: TalkingRoom;
}

interface Circumstances {
  /** Runs in the page before anything else. */
  readonly init?: string;
  readonly options?: BrowserContextOptions;
}

/** A page whose microphone hears an utterance every six seconds. */
const withTalk = (name: string, { init, options }: Circumstances, use: (talk: Talk) => Promise<void>): void =>
  consoleTest(name, async (console) => {
    if (!opened) throw new Error('There is no recognizer');
    const { organization } = usersOf(console.local.description);
    const org = await organization();
    const { id } = await org.api.agents.create({ body: mia });
    const tab = await console.signIn(org.key, '/', {
      permissions: ['microphone'],
      // The wave of the voices moves.
      reducedMotion: 'no-preference',
      ...options,
    });
    const { page } = tab;
    if (init) await page.addInitScript(init);
    await page.goto(`${console.local.description.base_url}/agents/${id}`);
    await use({ tab, page, org, room: opened });
  });

const log = (page: Page) => page.getByRole('log', { name: 'Chat with Mia, reception' });
const status = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);
const begin = (page: Page) => page.getByRole('button', { name: 'Talk with Mia' }).press('Enter');
const write = (page: Page) => page.getByLabel('Say something to Mia, reception');

/** Keeps what the page opens, so that a test can take it away. */
const kept = `
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => (window.opened = await open(wanted));
`;

/** Holds the question for the microphone until the test allows it. */
const hesitating = `
  ${kept}
  const ask = mediaDevices.getUserMedia;
  const allowed = Promise.withResolvers();
  window.allow = allowed.resolve;
  mediaDevices.getUserMedia = async (wanted) => {
    window.asked = true;
    await allowed.promise;
    return ask(wanted);
  };
`;

const refusing = (name: string) =>
  `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); };`;

/** The recognition of a browser, which hears what a test says. */
const recognition = `
  window.SpeechRecognition = class {
    results = [];
    start() { window.recognition = this; }
    abort() {}
    say(transcript) {
      this.results.push(Object.assign([{ transcript }], { isFinal: true }));
      this.onresult({ resultIndex: this.results.length - 1, results: this.results });
    }
  };
`;

const faults = [
  ['refused', refusing('NotAllowedError'), 'is not allowed'],
  ['not there', refusing('NotFoundError'), 'No microphone was found'],
  ['on a page without HTTPS', "Object.defineProperty(window, 'isSecureContext', { value: false });", 'HTTPS'],
] as const;

// One after the other: a browser keeps both cores busy.
describe('Talking with an agent by voice', { concurrent: false }, () => {
  withTalk('is heard, interrupted and ended, by keyboard alone', {}, async ({ tab, page, org, room }) => {
    room.plan(['My tooth hurts since yesterday.', 'I am in pain, please help me.']);
    // The status has a sentence while it is spoken, so the page is watched from the beginning.
    await Promise.all([status(page, 'Mia: This is Harbor Dental.').waitFor(), begin(page)]);
    await expectAccessible(tab);
    await log(page).getByText('My tooth hurts since yesterday.').waitFor();
    await log(page).getByText('I am in pain, please help me.').waitFor();
    await log(page).getByText('greet → urgent').waitFor();
    await log(page)
      .getByText(/pause \d+ · answer \d+ · voice \d+ ms/)
      .first()
      .waitFor();
    await expectAccessible(tab);
    await page.keyboard.press('m');
    // Its name says what a press does, so it is not pressed or unpressed besides.
    await page.locator('button:not([aria-pressed])[aria-label="Unmute the microphone"]').waitFor();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Mute the microphone' }).waitFor();
    await page.keyboard.press('Escape');
    await log(page).getByText('The chat has ended.').waitFor();
    const { data } = await org.api.conversations.list({ query: {} });
    const conversation_id = data[0]?.id ?? '';
    const { data: turns } = await org.api.transcripts.get({ params: { conversation_id }, query: {} });
    expect(turns.slice(0, 4)).toMatchObject([
      { role: 'agent' },
      { role: 'user', text: 'My tooth hurts since yesterday.' },
      { role: 'agent', unheard: { reported_by: 'client' } },
      { role: 'user', text: 'I am in pain, please help me.' },
    ]);
  });

  for (const [what, init, words] of faults) {
    withTalk(`goes on by text if the microphone is ${what}`, { init }, async ({ tab, page }) => {
      await begin(page);
      await page.getByRole('alert').getByText(words).waitFor();
      await write(page).fill('I am in pain');
      await expectAccessible(tab);
      await page.keyboard.press('Enter');
      await log(page).getByText('greet → urgent').waitFor();
      await page.getByRole('button', { name: 'Use the microphone' }).waitFor();
    });
  }

  withTalk(
    'keeps the words in whose middle the microphone is taken away',
    { init: kept },
    async ({ page, room }) => {
      room.plan(['I would like to see somebody']);
      await begin(page);
      await page.getByText('I would').first().waitFor();
      await page.evaluate("window.opened.getAudioTracks()[0].dispatchEvent(new Event('ended'))");
      await page.getByRole('alert').getByText('was taken away').waitFor();
      expect(await write(page).inputValue()).toMatch(/^I would/);
    },
  );

  withTalk('goes on after a time without a network', {}, async ({ tab, page, room }) => {
    room.plan([]);
    await begin(page);
    await status(page, /Mia(: | is listening)/).waitFor();
    await page.context().setOffline(true);
    room.plan(['I am in pain, please help me.']);
    room.drop();
    await status(page, 'No connection.').waitFor();
    await page.context().setOffline(false);
    await log(page).getByText('I am in pain, please help me.').waitFor();
    await log(page).getByText('greet → urgent').waitFor();
    tab.faults.splice(0);
  });

  withTalk(
    'closes the microphone after ten minutes of silence, until it is wanted again',
    {},
    async (talk) => {
      const { page, room } = talk;
      room.plan([]);
      await page.clock.install();
      await page.reload();
      await begin(page);
      await page.getByRole('button', { name: 'Mute the microphone' }).waitFor();
      await page.clock.fastForward('11:00');
      await status(page, 'Paused after ten minutes of silence').waitFor();
      room.plan(['I am in pain, please help me.']);
      await page.getByRole('button', { name: 'Listen again' }).press('Enter');
      await log(page).getByText('I am in pain, please help me.').waitFor();
    },
  );

  withTalk(
    'uses the recognition of the browser where the platform has none, and text where neither has one',
    { init: recognition },
    async ({ tab, page }) => {
      const none = { kind: 'none', url: null, sample_rate: null, expires_at: null };
      await page.route('**/ears', (route) => route.fulfill({ json: none }));
      await begin(page);
      await page.getByText('microphone, heard by your browser').waitFor();
      // Words without a voice are taken for an echo as long as the agent has just been heard.
      await eventually(async () => {
        await page.evaluate("window.recognition.say('I am in pain, please help me.')");
        expect(await log(page).getByText('I am in pain').first().isVisible()).toBe(true);
      });
      await log(page).getByText('greet → urgent').waitFor();
      await expectAccessible(tab);
      await page.getByRole('button', { name: 'Type instead' }).press('Enter');
      await page.evaluate('delete window.SpeechRecognition; delete window.webkitSpeechRecognition;');
      await page.getByRole('button', { name: 'Use the microphone' }).press('Enter');
      await page.getByRole('alert').getByText('Nothing recognizes speech here').waitFor();
    },
  );

  withTalk('says why the platform gives no address to listen', {}, async ({ tab, page }) => {
    const problem = {
      type: 'about:blank',
      title: 'Too many',
      status: 429,
      code: 'rate_limited',
      detail: 'No minutes',
    };
    await page.route('**/ears', (route) =>
      route.fulfill({ status: 429, contentType: 'application/problem+json', json: problem }),
    );
    await begin(page);
    await page.getByRole('alert').getByText('Too much at once').waitFor();
    await eventually(async () => expect(await write(page).isEnabled()).toBe(true));
    tab.faults.splice(0);
  });

  withTalk(
    'closes a microphone that is allowed after the page was left',
    { init: hesitating },
    async ({ page }) => {
      await begin(page);
      await eventually(async () => expect(await page.evaluate('window.asked')).toBe(true));
      await page.getByRole('link', { name: 'Agents', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
      await page.evaluate('window.allow()');
      await eventually(async () =>
        expect(await page.evaluate('window.opened?.getAudioTracks()[0].readyState')).toBe('ended'),
      );
    },
  );

  /** Holds a request to an address until it is let through. That waits until the page has its answer. */
  const hold = async (page: Page, address: string) => {
    const held = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await held.promise;
      await route.fulfill({ response: await route.fetch() });
      answered.resolve();
    });
    return () => {
      held.resolve();
      return answered.promise;
    };
  };

  withTalk(
    'begins one chat, however often the button is pressed, and ends it if one hangs up before it began',
    { init: kept },
    async ({ page, org, room }) => {
      room.plan([]);
      const chats = async () => (await org.api.conversations.list({ query: {} })).data;
      const letThrough = await hold(page, '**/chats');
      await begin(page);
      const key = page.getByRole('button', { name: 'Listen again' });
      await key.press('Enter');
      await page.getByRole('button', { name: 'End the talk' }).press('Enter');
      await letThrough();
      await eventually(async () => expect(await chats()).toMatchObject([{ status: 'completed' }]));
      await page.getByRole('button', { name: 'Talk with Mia' }).waitFor();
      expect(await page.evaluate('window.opened')).toBeUndefined();
      expect(new URL(page.url()).searchParams.has('chat')).toBe(false);
    },
  );

  withTalk('does not greet somebody who has hung up', { init: kept }, async ({ page, room }) => {
    room.plan([]);
    await page.evaluate(`
      window.played = 0;
      const decode = AudioContext.prototype.decodeAudioData;
      AudioContext.prototype.decodeAudioData = function (...given) {
        window.played += 1;
        return decode.apply(this, given);
      };
    `);
    const letThrough = await hold(page, '**/speech*');
    await begin(page);
    await page.getByRole('button', { name: 'Mute the microphone' }).waitFor();
    await page.getByRole('button', { name: 'End the talk' }).press('Enter');
    await log(page).getByText('The chat has ended.').waitFor();
    await letThrough();
    // A page that is never idle is not waited for.
    await page.evaluate(
      'new Promise((done) => setTimeout(() => requestIdleCallback(done, { timeout: 1000 }), 500))',
    );
    expect(await page.evaluate('window.played')).toBe(0);
  });
});
