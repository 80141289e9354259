import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { audioMessage, readMessage } from '../../clients/voice/src/event-stream.ts';
import { newGate, silenceAfter } from '../../clients/voice/src/gate.ts';
import { protocolOf } from '../../clients/voice/src/protocols.ts';
import { newWords, recognizedIn } from '../../clients/voice/src/words.ts';
import type { Organization } from '../fixtures.ts';
import { organization, platform, providerAccount } from '../fixtures.ts';
import { newPage, startBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { recognizeIn } from '../support/heard-page.ts';
import { planAnswers } from '../support/model-server.ts';
import { codec, microphone, spokenInto, transcript } from '../support/spoken.ts';

let directory = '';
let browser: Browser | undefined;
let script = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'voice-'));
  const file = join(directory, 'microphone.wav');
  await writeFile(file, microphone());
  browser = await startBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}`,
    '--autoplay-policy=no-user-gesture-required',
    // The page that is fulfilled is of no network, and the stub of Deepgram is on this machine.
    '--disable-features=LocalNetworkAccessChecks',
  ]);
  const { outputFiles } = await build({
    entryPoints: ['clients/voice/src/index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  script = outputFiles[0]?.text ?? '';
});

afterAll(async () => {
  await browser?.close();
  await rm(directory, { recursive: true, force: true });
});

test('the package is at most 12 KB, compressed', () => {
  expect(script.length).toBeGreaterThan(1000);
  expect(gzipSync(script).length).toBeLessThan(12 * 1024);
});

test('its messages are those of AWS’s own codec, in both directions', () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);
  const { headers, body } = codec.decode(audioMessage(samples));
  expect(Object.entries(headers).map(([name, { value }]) => [name, value])).toEqual([
    [':content-type', 'application/octet-stream'],
    [':event-type', 'AudioEvent'],
    [':message-type', 'event'],
  ]);
  expect(Buffer.from(body)).toEqual(Buffer.from(samples.buffer));
  expect(codec.decode(audioMessage(new Int16Array())).body).toHaveLength(0);

  const sent = transcript('Grüß Gott', true);
  expect(readMessage(sent)).toMatchObject({ headers: { ':event-type': 'TranscriptEvent' } });
  expect(recognizedIn(readMessage(sent).body)).toEqual([{ id: 'one', text: 'Grüß Gott', partial: true }]);
  const broken = new Uint8Array(sent.slice(0));
  broken[40] = (broken[40] ?? 0) ^ 1;
  expect(() => readMessage(broken.buffer)).toThrow('not whole');
  expect(() => readMessage(sent.slice(0, -1))).toThrow('not whole');
});

const turns = { silenceMs: 600, longSilenceMs: 1200 };

test('a turn ends after silence, which is longer where the sentence is open', () => {
  const gate = newGate(16_000);
  const frame = (level: number) => Int16Array.from({ length: 320 }, (_, at) => (at % 2 ? level : -level));
  const times = (count: number, level: number) =>
    Array.from({ length: count }, () => gate.add(frame(level))).at(-1) ?? {
      isVoice: false,
      silentMs: undefined,
    };
  const over = (text: string, state: { isVoice: boolean; silentMs: number | undefined }) =>
    silenceAfter({ text, isFinal: true, unchangedMs: 300 }, state, turns);
  expect(times(50, 20).silentMs).toBeUndefined();
  // A click is no voice.
  expect(times(2, 8000).isVoice).toBe(false);
  times(10, 20);
  const voice = times(20, 8000);
  expect([voice.isVoice, over('Hello.', voice)]).toEqual([true, undefined]);
  const short = times(31, 20);
  expect(over('Hello.', short)).toBe(620);
  expect([over('I would like', short), over('', short)]).toEqual([undefined, undefined]);
  expect(over('I would like', times(30, 20))).toBe(1220);
});

test.for([
  ['goes on while its words change', { unchangedMs: 240 }, { silentMs: 700 }, undefined],
  ['is over once late words are stable', { unchangedMs: 260 }, { silentMs: 700 }, 700],
  ['of somebody too soft for the gate goes on after the last word', { unchangedMs: 500 }, {}, undefined],
  ['of somebody too soft for the gate is over after silence', { unchangedMs: 620 }, {}, 620],
  ['of soft words long after a noise goes on', { unchangedMs: 300 }, { silentMs: 9000 }, undefined],
  ['in a loud room goes on while more may follow', { unchangedMs: 2300 }, { isVoice: true }, undefined],
  [
    'in a loud room goes on while its words are partial',
    { unchangedMs: 9000, isFinal: false },
    { isVoice: true },
    undefined,
  ],
  ['in a loud room is over when nothing follows', { unchangedMs: 2400 }, { isVoice: true }, 2400],
] as const)('a turn %s', ([, words, room, silence]) => {
  const heard = { text: 'Hello.', isFinal: true, ...words };
  expect(silenceAfter(heard, { isVoice: false, silentMs: undefined, ...room }, turns)).toBe(silence);
});

test('a result that was partial is replaced by its final words', () => {
  const words = newWords();
  words.add({ id: 'a', text: 'Is there', partial: true });
  words.add({ id: 'a', text: 'Is there a slot?', partial: false });
  words.add({ id: 'b', text: 'On', partial: true });
  expect(words.text()).toBe('Is there a slot? On');
  words.clear();
  expect(words.text()).toBe('');
  // Its words were taken before it was final, and it goes on.
  words.add({ id: 'b', text: 'On Friday,', partial: true });
  expect(words.text()).toBe('Friday,');
});

const answer = `${'We have a slot on Thursday at half past nine, and one on Friday. '.repeat(4)}Which do you prefer?`;

interface OpenOptions {
  readonly dropped?: number;
  readonly init?: string;
  readonly org?: Organization;
}

/** The example page, with a chat of its own. */
const open = async (
  utterances: readonly string[],
  used: Browser,
  { dropped = 0, init = '', org: given }: OpenOptions = {},
) => {
  const org = given ?? (await organization());
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ text: answer }, { text: 'Thursday it is.' }]);
  const { id: agent_id } = await org.api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia. (${marker})`, model: { id: 'test-model' }, disclosure: '' },
  });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  const context = await used.newContext({ permissions: ['microphone'] });
  const page = await newPage(context);
  if (init) await page.addInitScript(init);
  const { opened } = await recognizeIn(page, utterances, dropped);
  const html = await readFile('clients/voice/example.html', 'utf8');
  await page.route(`${platform.base_url}/example/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.route(`${platform.base_url}/example/voice.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const { stream_url, session_token } = chat;
  await page.route(`${platform.base_url}/start-chat`, (route) =>
    route.fulfill({ json: { stream_url, session_token } }),
  );
  await page.goto(`${platform.base_url}/example/`);
  const turns = async () =>
    (await org.api.transcripts.get({ params: { conversation_id: chat.id }, query: {} })).data;
  return { page, opened, turns, chat, close: () => context.close() };
};

test('results of Deepgram replace each other until one is final', () => {
  const { read, audio, end } = protocolOf({ kind: 'deepgram' });
  const result = (transcript: string, is_final: boolean) =>
    read(JSON.stringify({ type: 'Results', is_final, channel: { alternatives: [{ transcript }] } }));
  expect([result('Is there', false), result('Is there a slot?', true), result('On', false)]).toEqual([
    [{ id: '0', text: 'Is there', partial: true }],
    [{ id: '0', text: 'Is there a slot?', partial: false }],
    [{ id: '1', text: 'On', partial: true }],
  ]);
  expect(read('{"type":"Metadata"}')).toBeUndefined();
  expect([...audio(Int16Array.from([1, -2]))]).toEqual([1, 0, 254, 255]);
  expect(end).toBe('{"type":"CloseStream"}');
});

/** Begins a talk in the page as `talk`, with its events. */
const begun = `
  const { startTalk } = await import('./voice.js');
  const { stream_url, session_token } = await (await fetch('/start-chat', { method: 'POST' })).json();
  const events = [];
  const talk = await startTalk({ stream_url, session_token, onEvent: (event) => events.push(event) });
`;

/** The minutes of recognition that are used up or reserved. */
const minutesOf = async ({ api }: Organization) =>
  (await api.me.get()).limits.quotas.find(({ name }) => name === 'listening_minutes_per_day')?.used;

/** Says something, and interrupts the answer as soon as it is heard. */
const sayTwice = async (page: Page): Promise<void> => {
  const state = page.locator('#state');
  await page.click('#talk');
  await state.getByText('listening').waitFor();
  await page.evaluate('speak()');
  await state.getByText('speaking').waitFor();
  await page.evaluate('speak()');
};

// One after the other: a browser keeps both cores busy.
describe('A page', { concurrent: false }, () => {
  test('a person talks, interrupts, and is understood, with a microphone and a stub of Transcribe', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const utterances = ['Is there a slot?', 'Thursday, please.'];
    const { page, opened, turns, close } = await open(utterances, browser, { init: spokenInto });
    await sayTwice(page);
    await page.locator('#said', { hasText: 'You: Is there a slot?' }).waitFor();
    await page.locator('#said', { hasText: 'Agent: Thursday it is.' }).waitFor();
    expect(opened).toHaveLength(1);
    await eventually(async () =>
      expect((await turns()).slice(0, 4)).toMatchObject([
        { role: 'user', text: 'Is there a slot?' },
        { role: 'agent', unheard: { reported_by: 'client' } },
        { role: 'user', text: 'Thursday, please.' },
        { role: 'agent', text: 'Thursday it is.' },
      ]),
    );
    const [, interrupted] = await turns();
    expect(interrupted?.text).not.toBe('');
    expect(`${interrupted?.text} ${interrupted?.unheard?.text}`).toBe(answer);
    await close();
  });

  test('a person talks and interrupts with an account at Deepgram, whose page has a token and no key', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const org = await organization();
    const account = providerAccount(`deepgram-key-of-${org.client.id}`);
    await org.api.integrations.create({
      body: { provider: 'deepgram', name: 'Deepgram', api_key: account.apiKey },
    });
    const utterances = { one: { text: 'Is there a slot?' }, two: { text: 'Thursday, please.' } };
    await account.plan({ collections: { utterances } });
    const { page, opened, turns, close } = await open([], browser, { init: spokenInto, org });
    await sayTwice(page);
    await page.locator('#said', { hasText: 'You: Is there a slot?' }).waitFor();
    await page.locator('#said', { hasText: 'Agent: Thursday it is.' }).waitFor();
    expect(opened).toEqual([]);
    await eventually(async () =>
      expect((await turns()).slice(0, 4)).toMatchObject([
        { role: 'user', text: 'Is there a slot?' },
        { role: 'agent', unheard: { reported_by: 'client' } },
        { role: 'user', text: 'Thursday, please.' },
        { role: 'agent', text: 'Thursday it is.' },
      ]),
    );
    await close();
  });

  test('words without a voice are those of somebody who speaks softly, or an echo of the agent', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const { page, turns, close } = await open([], browser, { init: spokenInto });
    const recognizer = Promise.withResolvers<WebSocketRoute>();
    await page.routeWebSocket(/stream-transcription-websocket/, recognizer.resolve);
    await page.click('#talk');
    const socket = await recognizer.promise;
    const recognize = (text: string, id: string) => socket.send(Buffer.from(transcript(text, false, id)));
    recognize('Is there a slot?', 'soft');
    await page.locator('#state', { hasText: 'speaking' }).waitFor();
    recognize('We have a slot.', 'echo');
    await page.locator('#state', { hasText: 'listening' }).waitFor();
    let times = 0;
    await eventually(async () => {
      times += 1;
      recognize('Thursday, please.', `soft again ${times}`);
      expect((await turns()).slice(0, 3)).toMatchObject([
        { role: 'user', text: 'Is there a slot?' },
        { role: 'agent', text: answer },
        { role: 'user', text: expect.stringMatching(/^(Thursday, please\. ?)+$/) },
      ]);
    });
    await close();
  });

  test('a recognizer that drops is reached again, with another address', async ({ skip }) => {
    if (!browser) return skip();
    const org = await organization();
    const { page, opened, close } = await open(['Is there a slot?'], browser, { dropped: 2, org });
    await page.click('#talk');
    await page.locator('#said', { hasText: 'You: Is there a slot?' }).waitFor();
    expect(opened.length).toBeGreaterThanOrEqual(3);
    expect(new Set(opened.map((url) => new URL(url).searchParams.get('session-id'))).size).toBe(1);
    expect(await minutesOf(org)).toBeGreaterThan(30);
    // Whoever leaves the page hangs up.
    await page.goto('about:blank');
    await eventually(async () => expect(await minutesOf(org)).toBeLessThan(30));
    await close();
  });

  test('without a microphone, the page says so, and text works', async ({ skip }) => {
    if (!browser) return skip();
    const refused =
      "navigator.mediaDevices.getUserMedia = async () => { throw new Error('It is refused'); };";
    const org = await organization();
    const { page, opened, turns, close } = await open([], browser, { init: refused, org });
    const talked = await page.evaluate(`(async () => {
    const { startTalk } = await import('./voice.js');
    const { stream_url, session_token } = await (await fetch('/start-chat', { method: 'POST' })).json();
    const events = [];
    const talk = await startTalk({ stream_url, session_token, onEvent: (event) => events.push(event) });
    talk.say('Hello');
    while (!events.some(({ type, role, final }) => type === 'caption' && role === 'agent' && final))
      await new Promise((resolve) => setTimeout(resolve, 50));
    talk.close();
    return events;
  })()`);
    expect(talked).toContainEqual({ type: 'without_ears', code: 'no_microphone', reason: 'It is refused' });
    expect(talked).toContainEqual({ type: 'caption', role: 'agent', text: answer, final: true });
    expect(opened).toEqual([]);
    expect((await turns()).map(({ text }) => text)).toEqual(['Hello', answer]);
    expect(await minutesOf(org)).toBe(1);
    await close();
  });

  test('a page is told that a person answers, for whom nothing listens, and that its chat is over', async ({
    skip,
  }) => {
    if (!browser) return skip();
    const org = await organization();
    const { page, chat, close } = await open([], browser, { org });
    const params = { conversation_id: chat.id };
    const said = async (text: string, type: string) => {
      const events = await page.evaluate(`(async () => {
        talk.say('${text}');
        while (!events.some(({ type, state }) => type === '${type}' || state === '${type}'))
          await new Promise((resolve) => setTimeout(resolve, 50));
        return events;
      })()`);
      return events as readonly object[];
    };
    await page.evaluate(`(async () => { ${begun} Object.assign(window, { talk, events }); })()`);
    expect(await minutesOf(org)).toBe(30);
    await org.api.handovers.create({ params });
    expect(await said('Hello', 'handling')).toContainEqual({ type: 'handling', handling: 'waiting' });
    await eventually(async () => expect(await minutesOf(org)).toBe(1));
    await org.api.chats.end({ params });
    expect((await said('Are you there?', 'ended')).slice(-2)).toEqual([
      { type: 'failed', code: 'conversation_ended' },
      { type: 'state', state: 'ended' },
    ]);
    await close();
  });

  test('a microphone that cannot be listened to is closed again', async ({ skip }) => {
    if (!browser) return skip();
    const init = `
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => (window.opened = await open(wanted));
    AudioWorklet.prototype.addModule = async () => { throw new Error('The page has no worklet'); };
  `;
    const { page, close } = await open([], browser, { init });
    const found = await page.evaluate(`(async () => {
    ${begun}
    return { events, state: window.opened.getAudioTracks()[0].readyState };
  })()`);
    expect(found).toMatchObject({
      events: [{ type: 'without_ears', code: 'unreachable', reason: 'The page has no worklet' }, {}],
      state: 'ended',
    });
    await close();
  });

  test('a talk that is closed while it connects to the recognizer leaves no connection', async ({ skip }) => {
    if (!browser) return skip();
    const { page, close } = await open([], browser);
    const closed = await page.evaluate(`(async () => {
    const connecting = Promise.withResolvers();
    window.WebSocket = class {
      static OPEN = 1;
      readyState = 0;
      constructor() { connecting.resolve(this); }
      close() { this.readyState = 2; }
    };
    ${begun}
    const socket = await connecting.promise;
    talk.close();
    const before = socket.readyState;
    socket.readyState = 1;
    socket.onopen();
    return [before, socket.readyState];
  })()`);
    // Browsers complain of a socket that is closed before it has opened.
    expect(closed).toEqual([0, 2]);
    await close();
  });
});
