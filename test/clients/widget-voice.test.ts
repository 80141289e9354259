import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { recognizeIn } from '../support/heard-page.ts';
import type { Embedding } from '../support/shop-page.ts';
import { message, openShop, startHost, startVisitors, violationsIn, write } from '../support/shop-page.ts';
import { microphone, spokenInto } from '../support/spoken.ts';

let directory = '';
let browser: Browser | undefined;
let host: Awaited<ReturnType<typeof startHost>> | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'widget-voice-'));
  const file = join(directory, 'microphone.wav');
  await writeFile(file, microphone());
  host = await startHost();
  browser = await startVisitors([
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
  ]);
});
afterAll(async () => {
  await browser?.close();
  host?.close();
  await rm(directory, { recursive: true, force: true });
});

const long = `${'We have a slot on Thursday at half past nine, and one on Friday. '.repeat(4)}Which do you prefer?`;

/** Counts the sentences that are played, and keeps the microphone that was opened. */
const watched = `
  window.played = [];
  const { start, stop } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...given) {
    const one = { begins: given[0], ends: given[0] + this.buffer.duration, stopped: false };
    this.one = one;
    window.played.push(one);
    return start.apply(this, given);
  };
  AudioBufferSourceNode.prototype.stop = function (...given) {
    this.one.stopped = true;
    return stop.apply(this, given);
  };
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => (window.opened = await open(wanted));
`;

interface Played {
  readonly begins: number;
  readonly ends: number;
  readonly stopped: boolean;
}
const played = (page: Page) => page.evaluate('window.played') as Promise<Played[]>;
const microphoneState = (page: Page) => page.evaluate('window.opened?.getAudioTracks()[0].readyState');

/** A shop whose visitor has opened the chat, and says these utterances once they speak. */
const withVisitor = async (
  used: Browser,
  utterances: readonly string[],
  { init = '', ...embedding }: Embedding = {},
) => {
  const opened = await openShop(used, {
    ...(host && { host: host.origin }),
    widget: { voice: true },
    init: `${watched}${init}`,
    permissions: ['microphone'],
    prepare: (page) => recognizeIn(page, utterances),
    ...embedding,
  });
  await opened.page.getByRole('button', { name: 'Chat with us' }).press('Enter');
  await message(opened.page, 'Hello, this is Pia.').waitFor();
  return opened;
};

const talk = (page: Page) => page.getByRole('button', { name: 'Talk', exact: true });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop talking' });
const voice = (page: Page, text: string) => page.locator('.voice', { hasText: text });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const own = (page: Page) => page.locator('.message.user');

// One after the other: a browser keeps both cores busy.
describe('A visitor who speaks', { concurrent: false }, () => {
  test('is heard, interrupts the agent, and reads the same after a reload, by keyboard alone', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const { page, turns, problems, close } = await withVisitor(
      browser,
      ['Is there a slot?', 'Thursday, please.'],
      { init: spokenInto, answers: [{ text: long }, { text: 'Thursday it is. See you then.' }] },
    );
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.evaluate('speak()');
    await message(page, 'Is there a slot?').waitFor();
    await voice(page, 'Speaking').waitFor();
    await page.evaluate('speak()');
    expect(await violationsIn(page)).toEqual([]);
    await message(page, 'Thursday it is.').waitFor();
    await voice(page, 'Listening').waitFor();
    const sounds = await played(page);
    const [cut] = sounds.filter(({ stopped }) => stopped);
    expect(cut).toBeDefined();
    // Each sentence begins where the one before it ends.
    const last = sounds.slice(-2);
    expect(last.map(({ stopped }) => stopped)).toEqual([false, false]);
    expect(last[1]?.begins).toBeGreaterThanOrEqual(last[0]?.ends ?? Number.POSITIVE_INFINITY);
    const hangingUp = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('ended') === true,
    );
    await page.keyboard.press('Enter');
    await talk(page).waitFor();
    expect(await microphoneState(page)).toBe('ended');
    expect(await (await hangingUp).json()).toMatchObject({ kind: 'none' });

    const stored = await turns();
    expect(stored).toMatchObject([
      { role: 'agent' },
      { role: 'user', text: 'Is there a slot?' },
      { role: 'agent', unheard: { reported_by: 'client' } },
      { role: 'user', text: 'Thursday, please.' },
      { role: 'agent', text: 'Thursday it is. See you then.' },
    ]);
    expect(stored[2]?.text).not.toBe('');
    expect(`${stored[2]?.text} ${stored[2]?.unheard?.text}`).toBe(long);
    const shown = () => page.locator('.message .text').allTextContents();
    const before = await shown();
    expect(before.slice(1)).toEqual(stored.map(({ text }) => text));
    await page.reload();
    await page.getByRole('button', { name: 'Chat with us' }).press('Enter');
    await message(page, 'Thursday it is.').waitFor();
    expect(await shown()).toEqual(before);
    expect(problems).toEqual([]);
    await close();
  });

  test('mutes the microphone by keyboard, reads that it is, and speaks on', async ({ skip }) => {
    if (!browser) return skip();
    const { page, close } = await withVisitor(browser, ['Is there a slot?'], {
      init: spokenInto,
      answers: [{ text: 'At nine.' }],
    });
    const mute = page.getByRole('button', { name: 'Mute the microphone' });
    const isOpen = () => page.evaluate('window.opened.getAudioTracks()[0].enabled');
    expect(await mute.isVisible()).toBe(false);
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await mute.press('Enter');
    await voice(page, 'The microphone is muted.').waitFor();
    expect([await mute.getAttribute('aria-pressed'), await isOpen()]).toEqual(['true', false]);
    expect(await violationsIn(page)).toEqual([]);
    await mute.press('Enter');
    await voice(page, 'Listening').waitFor();
    expect([await mute.getAttribute('aria-pressed'), await isOpen()]).toEqual(['false', true]);
    await page.evaluate('speak()');
    await message(page, 'Is there a slot?').waitFor();
    await message(page, 'At nine.').waitFor();
    await close();
  });

  test('reads the rest of an answer whose sound they turn off, and writes on', async ({ skip }) => {
    if (!browser) return skip();
    const { page, turns, close } = await withVisitor(browser, [], {
      init: spokenInto,
      answers: [{ text: long, pace: { first_ms: 0, part_ms: 100 } }, { text: 'Thursday it is.' }],
    });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await write(page, 'Is there a slot?');
    await voice(page, 'Speaking').waitFor();
    await stop(page).press('Enter');
    await message(page, 'Which do you prefer?').waitFor();
    await page.locator('.send:enabled').waitFor();
    await write(page, 'Thursday.');
    await message(page, 'Thursday it is.').waitFor();
    expect((await turns()).slice(1).map(({ text, unheard }) => [text, unheard])).toEqual([
      ['Is there a slot?', undefined],
      [long, undefined],
      ['Thursday.', undefined],
      ['Thursday it is.', undefined],
    ]);
    expect(await own(page).count()).toBe(2);
    await close();
  });

  test('hears to its end that an AI speaks, whatever they say meanwhile', async ({ skip }) => {
    if (!browser) return skip();
    const { page, turns, close } = await withVisitor(browser, ['Is there a slot?', 'Thursday, please.'], {
      init: spokenInto,
      // Longer than the visitor needs for what follows.
      agent: { disclosure: 'You are talking to an artificial intelligence. '.repeat(8) },
      answers: [{ text: long }, { text: 'Thursday it is.' }],
    });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.evaluate('speak()');
    await message(page, 'Which do you prefer?').waitFor();
    await eventually(async () => expect((await played(page)).length).toBeGreaterThan(1));
    await page.evaluate('speak()');
    await message(page, 'Thursday it is.').waitFor();
    const [disclosure, ...others] = await played(page);
    expect(disclosure?.stopped).toBe(false);
    expect(others.some(({ stopped }) => stopped)).toBe(true);
    // The transcript has nothing that nobody could hear behind it.
    expect((await turns()).slice(1)).toMatchObject([
      { text: 'Is there a slot?' },
      { text: '', unheard: { text: long, reported_by: 'client' } },
      { text: 'Thursday, please.' },
      { text: 'Thursday it is.' },
    ]);
    await close();
  });

  test('is handed over to a person once the agent has said so, and reads what the person writes', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
    const goodbye = 'I will get somebody for you. Please wait a moment.';
    const { org, page, conversationId, close } = await withVisitor(browser, ['I want to complain.'], {
      init: spokenInto,
      agent: { handover, tools: [{ name: 'get_person', action: { type: 'builtin', name: 'hand_over' } }] },
      answers: [{ text: goodbye, calls: [{ name: 'get_person', arguments: { reason: 'A complaint' } }] }],
    });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.evaluate('speak()');
    await message(page, 'I want to complain.').waitFor();
    await status(page, 'A person will answer here.').waitFor();
    await eventually(async () => expect(await microphoneState(page)).toBe('ended'));
    const sounds = await played(page);
    expect([sounds.length > 0, sounds.some(({ stopped }) => stopped)]).toEqual([true, false]);
    expect(await page.locator('.voice').isVisible()).toBe(false);
    expect(await talk(page).isVisible()).toBe(false);
    const params = { conversation_id: await conversationId() };
    await org.api.handovers.reply({ params, body: { text: 'I look into it.', author: 'Kim' } });
    await message(page, 'I look into it.').waitFor();
    await write(page, 'Thank you.');
    await eventually(async () =>
      expect((await org.api.transcripts.get({ params, query: {} })).data.at(-1)?.text).toBe('Thank you.'),
    );
    expect(await own(page).allTextContents()).toEqual([
      expect.stringContaining('I want to complain.'),
      expect.stringContaining('Thank you.'),
    ]);
    await close();
  });

  test('asks for a person while they speak, and nobody listens any more', async ({ skip }) => {
    if (!browser) return skip();
    const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
    const { page, close } = await withVisitor(browser, [], { agent: { handover } });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.getByRole('button', { name: 'Talk to a person' }).press('Enter');
    await status(page, 'A person will answer here.').waitFor();
    expect(await microphoneState(page)).toBe('ended');
    await close();
  });

  test('hears the last words of an agent that ends the chat, and the microphone is closed', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const { page, close } = await withVisitor(browser, ['That is all.'], {
      init: spokenInto,
      agent: {
        conversation_flow: {
          start: 'close',
          nodes: [{ id: 'close', instruction: 'Say goodbye.', transitions: [] }],
        },
      },
      answers: [{ text: 'Goodbye, and thank you.', calls: [{ name: 'end_conversation', arguments: {} }] }],
    });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.evaluate('speak()');
    await status(page, 'The chat is over.').waitFor();
    await eventually(async () => expect(await microphoneState(page)).toBe('ended'));
    expect((await played(page)).map(({ stopped }) => stopped)).toEqual([false]);
    await page.getByRole('button', { name: 'Start a new chat' }).waitFor();
    await close();
  });

  test.for([
    ['does not allow the', 'NotAllowedError', 'The microphone is not allowed.'],
    ['has no', 'NotFoundError', 'No microphone can be used.'],
  ] as const)('%s microphone: the widget says so, and text works', async ([, name, words], { skip }) => {
    if (!browser) return skip();
    const { page, turns, close } = await withVisitor(browser, [], {
      init: `mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); };`,
      answers: [{ text: 'At nine.' }],
    });
    await talk(page).press('Enter');
    await status(page, words).waitFor();
    await talk(page).waitFor();
    expect(await page.locator('.voice').isVisible()).toBe(false);
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.type('When do you open?');
    await page.keyboard.press('Enter');
    await message(page, 'At nine.').waitFor();
    expect((await turns()).map(({ text }) => text).slice(1)).toEqual(['When do you open?', 'At nine.']);
    await close();
  });

  test('finishes by hand the sentence in whose middle the microphone is taken away', async ({ skip }) => {
    if (!browser) return skip();
    const { page, turns, close } = await withVisitor(browser, ['I would like to see somebody'], {
      init: spokenInto,
      answers: [{ text: 'Of course.' }],
    });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.evaluate('speak(600)');
    await page.locator('.caption', { hasText: 'I would' }).waitFor();
    await page.evaluate("window.opened.getAudioTracks()[0].dispatchEvent(new Event('ended'))");
    await status(page, 'The microphone was taken away.').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toMatch(/^I would/);
    await page.keyboard.press('End');
    await page.keyboard.type(' soon');
    await page.keyboard.press('Enter');
    await message(page, 'Of course.').waitFor();
    expect((await turns())[1]?.text).toMatch(/^I would.* soon$/);
    await close();
  });

  test('reads why nobody listens if the platform gives no address', async ({ skip }) => {
    if (!browser) return skip();
    const { page, close } = await withVisitor(browser, [], {
      widget: { voice: true, limits: { talks_per_visitor_hour: 0 } },
    });
    await talk(page).press('Enter');
    await status(page, 'Too many messages.').waitFor();
    expect(await page.evaluate('window.opened')).toBeUndefined();
    await close();
  });

  test('closes the chat before the microphone is allowed, and it stays closed', async ({ skip }) => {
    if (!browser) return skip();
    const { page, close } = await withVisitor(browser, [], {
      init: `
        const ask = mediaDevices.getUserMedia;
        const allowed = Promise.withResolvers();
        window.allow = allowed.resolve;
        mediaDevices.getUserMedia = async (wanted) => {
          window.asked = true;
          await allowed.promise;
          return ask(wanted);
        };
      `,
    });
    await talk(page).press('Enter');
    await eventually(async () => expect(await page.evaluate('window.asked')).toBe(true));
    await page.locator('.voice', { hasText: 'Please allow the microphone.' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chat with us' }).press('Enter');
    await page.evaluate('window.allow()');
    await eventually(async () => expect(await microphoneState(page)).toBe('ended'));
    expect(await page.locator('.voice').isVisible()).toBe(false);
    await close();
  });

  test('is silent for long, and the microphone closes', async ({ skip }) => {
    if (!browser) return skip();
    const { page, close } = await withVisitor(browser, [], {
      prepare: async (page) => {
        await page.clock.install();
        await page.routeWebSocket(/stream-transcription-websocket/, () => {});
      },
      init: spokenInto,
    });
    await talk(page).press('Enter');
    await voice(page, 'Listening').waitFor();
    await page.clock.fastForward('03:01');
    await status(page, 'because nobody spoke').waitFor();
    expect(await microphoneState(page)).toBe('ended');
    await close();
  });
});
