import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { newPage, startBrowser } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-process.ts';
import { planAnswers, startModelServer } from '../test/support/model-server.ts';
import { openTalkingRoom } from '../test/support/recognizer.ts';
import { usersOf } from '../test/support/users.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, median, milliseconds, rounded } from './figure.ts';

const question = 'Is there a slot on Thursday?';
const text = 'Yes, there is.';

/** The moments of a turn, in milliseconds of the page's clock. */
interface SpokenTurn {
  /** The microphone was last loud. */
  readonly word: number;
  /** The turn was over, and its words were sent. */
  readonly sent: number;
  /** The first sentence of the answer began to play. */
  readonly sound: number;
}

/**
 * Notes the moments of each turn. Loudness is read from the audio that is sent, because the page decides by
 * itself when a turn is over.
 */
const watch = `
  window.turns = [];
  let word = 0;
  let sent = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (message) {
    const samples = new Int16Array(message.buffer.slice(message.length - 4 - 640, message.length - 4));
    if (samples.some((sample) => Math.abs(sample) > 1000)) word = performance.now();
    return send.call(this, message);
  };
  const { fetch } = window;
  window.fetch = (address, init) => {
    if (String(address).endsWith('/messages')) sent = performance.now();
    return fetch(address, init);
  };
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (at) {
    const wait = Math.max(0, at - this.context.currentTime) * 1000;
    if (sent > 0) window.turns.push({ word, sent, sound: performance.now() + wait });
    sent = 0;
    return start.call(this, at);
  };
`;

/**
 * Measures the pause before an answer is heard: in Chromium, whose microphone hears something like a voice
 * every six seconds, with a recognizer and a model that answer at once. A program asks the same in turn with
 * the page, so that both meet the same machine.
 */
export const measure = async (size: number): Promise<MeasuredGroup> => {
  const turns = Math.max(2, Math.round(size / 500));
  const room = await openTalkingRoom();
  room.plan(Array.from({ length: 2 * turns }, () => question));
  const browser = await startBrowser([
    ...(room.browser ?? []),
    '--autoplay-policy=no-user-gesture-required',
    // Pages that a test fulfills are of no network.
    '--disable-features=LocalNetworkAccessChecks',
  ]);
  if (!browser) throw new Error('There is no browser to measure with');
  const model = await startModelServer();
  await planAnswers(model.endpoint, question, [{ text }]);
  const directory = await mkdtemp(join(tmpdir(), 'voice-'));
  const options = ['--model-url', `${model.endpoint}/v1`, '--model', 'test-model', ...(room.options ?? [])];
  const { description, end } = await startLocal(directory, options);
  const { api } = await usersOf(description).organization();
  const body = { name: 'Pia', prompt: 'You are Pia.', model: { id: 'test-model' }, disclosure: '' };
  const { id: agent_id } = await api.agents.create({ body });
  const chats = await Promise.all([1, 2].map(() => api.chats.create({ params: { agent_id }, body: {} })));
  const [{ stream_url = '', session_token = '' } = {}, { id: conversation_id = '' } = {}] = chats;

  const { outputFiles } = await build({
    entryPoints: ['clients/voice/src/index.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await newPage(context);
  const address = `${description.base_url}/bench/`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Talk</title>' }),
  );
  await page.route(`${address}voice.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' }),
  );
  await page.addInitScript(watch);
  await page.goto(address);
  const chat = JSON.stringify({ stream_url, session_token });
  await page.evaluate(`import('./voice.js').then(({ startTalk }) =>
    startTalk({ ...${chat}, onEvent: () => undefined }))`);

  const programs: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    await page.waitForFunction(`window.turns.length >= ${turn}`);
    const began = performance.now();
    let first = 0;
    const spoken = { params: { conversation_id }, body: { text: question, speak: true } };
    for await (const { type } of api.chats.stream.events(spoken))
      if (type === 'audio') first ||= performance.now();
    programs.push(first - began);
  }
  const spoken = (await page.evaluate('window.turns')) as SpokenTurn[];
  await browser.close();
  await room.close();
  await model.close();
  await end('SIGTERM');
  await rm(directory, { recursive: true, force: true });

  const beyond = spoken.map(({ sent, sound }) => sound - sent);
  return {
    figures: [
      figure(
        'From the last word until the first sound of the answer: milliseconds',
        milliseconds(spoken.map(({ word, sound }) => sound - word)),
      ),
      figure(
        'The silence of it, until the turn is over',
        milliseconds(spoken.map(({ word, sent }) => sent - word)),
      ),
      figure('The rest, with a model that answers at once', milliseconds(beyond), 150),
      figure(
        'The rest, relative to a program that waits for the first audio of the same answer, median',
        rounded(median(beyond) / median(programs)),
        1.5,
      ),
    ],
  };
};
