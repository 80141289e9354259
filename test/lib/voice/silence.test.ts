import { expect, test } from 'vitest';
import { defaultWords } from '#lib/domain/chats/call-words.ts';
import type { ReceivedFrame, VoiceFrame, VoiceOutput } from '#lib/voice/frames.ts';
import type { VoiceCall } from '#lib/voice/session.ts';
import { endCall, handleFrame } from '#lib/voice/session.ts';
import type { VoiceThought } from '#lib/voice/speak.ts';
import type { SpokenWords, VoiceState } from '#lib/voice/state.ts';
import { newVoiceState } from '#lib/voice/state.ts';
import { simulatedClock } from '../../support/simulated-clock.ts';

interface Result {
  readonly ends?: boolean;
  readonly transfer_to?: string;
}

const setup: VoiceFrame = { type: 'setup', call_id: 'CA1', from: null, to: null, parameters: {} };

const first = { connection: 'socket', connected_at: 0 };
const second = { connection: 'second socket', connected_at: 10_000 };

const failureIn = (speaks: string | undefined): string =>
  speaks === undefined ? 'Something went wrong.' : defaultWords(speaks).failure;

/** A call with an agent that answers as given, and everything that was sent, with its time. */
const callWith = (
  answers: (clock: ReturnType<typeof simulatedClock>, state: VoiceState) => VoiceThought<Result>,
  {
    filler = 'One moment.',
    working = filler,
    fallback_number = null,
    lasts = false,
    disclosure = null,
    lostAt = Number.POSITIVE_INFINITY,
    before,
  }: Partial<{
    filler: string | null;
    working: string | null;
    fallback_number: string | null;
    lasts: boolean;
    disclosure: string | null;
    /** When the first connection is lost. */
    lostAt: number;
    /** Happens before something is sent. */
    before: (
      output: VoiceOutput,
      call: {
        readonly clock: ReturnType<typeof simulatedClock>;
        readonly prompt: (at: number, text: string) => void;
      },
    ) => Promise<void>;
  }> = {},
) => {
  const clock = simulatedClock(0);
  const sent: (VoiceOutput & { readonly at: number })[] = [];
  const stored: SpokenWords[] = [];
  const ignored: string[] = [];
  let state = newVoiceState(first.connection, first.connected_at);
  let version = 0;
  let frames = 0;
  const call: VoiceCall<Result> = {
    read: async () => state,
    send: async (connection, output) => {
      await before?.(output, { clock, prompt });
      if (connection === first.connection && clock.now() >= lostAt) return false;
      sent.push({ ...output, at: clock.now() });
      return true;
    },
    now: clock.now,
    after: (ms) => {
      let callOff = () => {};
      const passed = new Promise<void>((resolve) => {
        callOff = clock.at(clock.now() + ms, resolve);
      });
      return { passed, callOff };
    },
    change: async (step) => {
      for (;;) {
        const read = version;
        const taken = step(state);
        await Promise.resolve();
        if (read !== version) continue;
        version += 1;
        state = taken.state;
        stored.push(...(taken.turns ?? []));
        return taken;
      }
    },
    think: (read) => answers(clock, read),
    manner: async () => ({
      words: (speaks) => ({ disclosure, filler, working, failure_message: failureIn(speaks) }),
      fallback_number,
    }),
    failed: () => lasts,
    ignored: (reason) => ignored.push(reason),
    consequenceOf: async ({ ends = false, transfer_to = null }) => ({ ends, transfer_to, turn: null }),
  };
  const running: Promise<void>[] = [];
  const frameAt = (at: number, frame: VoiceFrame, over: typeof first = first, arrives_at = at) => {
    frames += 1;
    const received: ReceivedFrame = { id: `${frames}`, at, ...over, hash: JSON.stringify(frame), frame };
    clock.at(arrives_at, () => running.push(handleFrame(call, received)));
  };
  const prompt = (at: number, text: string, over?: typeof first) =>
    frameAt(at, { type: 'prompt', text, language: null }, over);
  frameAt(1, setup);
  return {
    clock,
    sent,
    stored,
    ignored,
    frameAt,
    prompt,
    state: () => state,
    hangUpAt: (at: number) => clock.at(at, () => running.push(endCall(call, at))),
    run: async () => {
      await clock.run();
      await Promise.all(running);
    },
  };
};

const textsOf = (sent: readonly (VoiceOutput & { readonly at: number })[]) =>
  sent.flatMap((output) => (output.type === 'text' ? [[output.at, output.text, output.last]] : []));

test('the first words that are sent disclose the AI, also if the greeting was overtaken, and no others do', async () => {
  const call = callWith(
    async function* () {
      yield 'Here I am.';
      return {};
    },
    { disclosure: 'I am an AI.' },
  );
  // The caller's words overtake the setup, so nobody is greeted.
  call.prompt(0, 'Hello?');
  call.prompt(50_000, 'And again?');
  await call.run();
  expect(textsOf(call.sent).map(([, text]) => text)).toEqual([
    'I am an AI. ',
    'Here I am.',
    '',
    'Here I am.',
    '',
  ]);
});

test('a model that is slow is covered by the filler, once', async () => {
  const call = callWith(async function* (clock) {
    await clock.after(3000);
    yield 'Here I am.';
    return {};
  });
  await call.run();
  expect(textsOf(call.sent)).toEqual([
    [701, 'One moment. ', false],
    [3001, 'Here I am.', false],
    [3001, '', true],
  ]);
});

test('a model that says nothing is given up after eight seconds, and the call goes to the fallback', async () => {
  const call = callWith(
    async function* (clock) {
      await clock.after(60_000);
      yield 'Too late.';
      return {};
    },
    { filler: null, fallback_number: '+441632960000' },
  );
  await call.run();
  expect(textsOf(call.sent)).toEqual([[8001, 'Something went wrong.', true]]);
  expect(call.sent.at(-1)).toMatchObject({
    type: 'end',
    handoff: '{"reason":"agent_failed","to":"+441632960000"}',
  });
});

test.for([
  ['goes on', { lasts: false }, undefined],
  ['ends if the next answers would fail as well', { lasts: true }, 'agent_ended'],
  ['is transferred all the same', { lasts: true, fallback_number: '+441632960000' }, 'agent_failed'],
] as const)('after an apology a call %s', async ([, options, reason]) => {
  const call = callWith(async function* () {
    yield* [];
    throw new Error('The organization is suspended');
  }, options);
  await call.run();
  expect(textsOf(call.sent)).toEqual([[1, 'Something went wrong.', true]]);
  const handoffs = call.sent.flatMap((output) => (output.type === 'end' ? [JSON.parse(output.handoff)] : []));
  expect(handoffs.map((handoff) => handoff.reason)).toEqual(reason === undefined ? [] : [reason]);
});

test('a model that fails in the middle of a sentence is apologized for', async () => {
  const call = callWith(async function* () {
    yield 'I am looking. And then';
    throw new Error('The model failed');
  });
  await call.run();
  expect(textsOf(call.sent).map(([, text, last]) => [text, last])).toEqual([
    ['I am looking. ', false],
    [' Something went wrong.', true],
  ]);
});

test('a tool of nine seconds is waited for, and the caller hears something meanwhile', async () => {
  const call = callWith(async function* (clock) {
    yield null;
    await clock.after(9000);
    yield 'Booked.';
    return {};
  });
  await call.run();
  const times = textsOf(call.sent).map(([at]) => Number(at));
  expect(textsOf(call.sent).at(-2)).toEqual([9001, 'Booked.', false]);
  expect(Math.max(...times.map((at, index) => at - (times[index - 1] ?? 0)))).toBeLessThanOrEqual(8001);
});

test('an agent without a filler is silent while a model thinks, and not while a tool works', async () => {
  const options = { filler: null, working: defaultWords('de-DE').filler };
  const thinking = callWith(async function* (clock) {
    await clock.after(5000);
    yield 'Gebucht.';
    return {};
  }, options);
  await thinking.run();
  expect(textsOf(thinking.sent).map(([, text]) => text)).toEqual(['Gebucht.', '']);
  const working = callWith(async function* (clock) {
    yield null;
    await clock.after(9000);
    yield 'Gebucht.';
    return {};
  }, options);
  await working.run();
  expect(textsOf(working.sent).map(([at, text]) => [at, text])).toEqual([
    [701, 'Einen Moment, bitte. '],
    [8701, 'Einen Moment, bitte. '],
    [9001, 'Gebucht.'],
    [9001, ''],
  ]);
});

test('a model that goes on after a long tool has its own time', async () => {
  const call = callWith(
    async function* (clock) {
      yield null;
      await clock.after(12_000);
      yield 'Booked ';
      await clock.after(3000);
      yield 'it.';
      return {};
    },
    { filler: null },
  );
  await call.run();
  expect(textsOf(call.sent).map(([, text]) => text)).toEqual(['Booked it.', '']);
});

test('words before a tool are spoken before it', async () => {
  const call = callWith(async function* (clock) {
    yield 'Let me see.';
    yield null;
    await clock.after(5000);
    yield ' At nine.';
    return {};
  });
  await call.run();
  expect(textsOf(call.sent).map(([at, text]) => [at, text])).toEqual([
    [1, 'Let me see.'],
    [5001, ' At nine.'],
    [5001, ''],
  ]);
});

test('words before a tool are known to the answer that overtakes it', async () => {
  const known: string[][] = [];
  const call = callWith(async function* (clock, { said, generation }) {
    known.push(
      said
        .filter((entry) => entry.role === 'user' || (entry.role === 'agent' && entry.claim !== generation))
        .map(({ text }) => text),
    );
    yield generation === 1 ? 'I am looking. ' : 'Here I am.';
    if (generation > 1) return {};
    yield null;
    await clock.after(9000);
    return {};
  });
  call.prompt(6000, 'Hello?');
  await call.run();
  expect(known).toEqual([[], ['I am looking. ', 'Hello?']]);
});

test('an answer without words ends, so that the line does not stay open', async () => {
  const call = callWith(async function* () {
    yield '';
    return {};
  });
  await call.run();
  expect(textsOf(call.sent)).toEqual([[1, '', true]]);
});

test('keys that are pressed one after the other are one message', async () => {
  const asked: string[][] = [];
  const call = callWith(async function* (_, { said }) {
    asked.push(said.flatMap(({ role, text }) => (role === 'user' ? [text] : [])));
    yield 'Thanks.';
    return {};
  });
  for (const [at, digit] of [...'1123#'].entries())
    call.frameAt(5000 + at * 300, { type: 'keys', digits: digit });
  await call.run();
  expect(asked).toEqual([[], ['1123#']]);
});

test('an agent presses keys at their place among its words, and not once the caller has spoken', async () => {
  const call = callWith(async function* (clock, { generation }) {
    yield generation % 2 === 1 ? 'Hello.' : 'Let me see. ';
    if (generation % 2 === 1) return {};
    await clock.after(600);
    yield { type: 'keys', digits: `${generation}`, turn: `pressed ${generation}` };
    return {};
  });
  call.prompt(5000, 'Press two.');
  call.prompt(20_000, 'Yes?');
  call.prompt(30_000, 'Press four.');
  call.prompt(30_300, 'No, wait.');
  await call.run();
  const acts = call.sent.map((output) => (output.type === 'text' ? output.text : output));
  expect(acts).toEqual([
    ...['Hello.', ''],
    ...['Let me see. ', { type: 'keys', digits: '2', at: 5600 }, ''],
    ...['Hello.', '', 'Let me see. ', 'Hello.', ''],
  ]);
});

test('an answer knows which keys the one before it has pressed, although that goes on', async () => {
  const known: unknown[] = [];
  const call = callWith(async function* (clock, { generation, said }) {
    if (generation === 1) return {};
    known.push(said.flatMap((entry) => (entry.role === 'agent' && !entry.reported ? [entry.turn] : [])));
    yield { type: 'keys', digits: `${generation}`, turn: `pressed ${generation}` };
    await clock.after(3000);
    return {};
  });
  call.prompt(5000, 'Press two.');
  call.prompt(6000, 'Press three.');
  await call.run();
  expect(known).toEqual([[null], ['pressed 2', null]]);
  const turns = [...call.stored, ...call.state().said].flatMap((entry) =>
    entry.role === 'agent' ? [entry.turn] : [],
  );
  expect(turns.filter((turn) => turn !== null)).toEqual(['pressed 2', 'pressed 3']);
});

test('keys that never reach the caller are in no transcript', async () => {
  const call = callWith(
    async function* (_, { generation }) {
      if (generation === 1) return {};
      yield { type: 'keys', digits: '2', turn: 'pressed' };
      return {};
    },
    { lostAt: 4000 },
  );
  call.prompt(5000, 'Press two.');
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'keys')).toEqual([]);
  expect(JSON.stringify([call.stored, call.state().said])).not.toContain('pressed');
});

test('once the agent has changed the language, all of its words have the new one', async () => {
  const call = callWith(async function* (_, { generation }) {
    if (generation === 1) yield 'Hello.';
    else if (generation === 2) {
      yield { type: 'language', language: 'fr-FR' };
      yield 'Bonjour.';
    } else throw new Error('The model failed');
    return {};
  });
  call.frameAt(5000, { type: 'prompt', text: 'Français?', language: 'en-GB' });
  // They were recognized before the change.
  call.frameAt(20_000, { type: 'prompt', text: 'Hello?', language: 'en-GB' });
  await call.run();
  const spoken = call.sent.flatMap((output) => {
    if (output.type === 'language') return [`change to ${output.language}`];
    return output.type === 'text' && output.text !== '' ? [`${output.language}: ${output.text}`] : [];
  });
  expect(spoken).toEqual([
    'null: Hello.',
    'change to fr-FR',
    'fr-FR: Bonjour.',
    `fr-FR: ${defaultWords('fr').failure}`,
  ]);
});

test('words that come while the language changes are answered in the new one', async () => {
  const known: (string | undefined)[] = [];
  const call = callWith(
    async function* (_, { generation, speaks }) {
      known.push(speaks);
      if (generation === 2) yield { type: 'language', language: 'fr-FR' };
      yield 'Bonjour.';
      return {};
    },
    {
      // The next words take the turn before the change is sent.
      before: async (output, { prompt, clock }) => {
        if (output.type !== 'language' || known.length > 2) return;
        prompt(clock.now(), 'Hello?');
        await clock.after(100);
      },
    },
  );
  call.prompt(5000, 'Français?');
  await call.run();
  expect(known).toEqual([undefined, undefined, 'fr-FR']);
  const spoken = call.sent.flatMap((output) =>
    output.type === 'text' && output.text !== '' ? [output.language] : [],
  );
  expect(spoken).toEqual([null, 'fr-FR']);
});

test('whoever speaks next tells the channel a language that it has not learned of', async () => {
  const call = callWith(
    async function* (_, { generation }) {
      if (generation === 2) yield { type: 'language', language: 'fr-FR' };
      yield generation === 3 ? 'Bonjour.' : 'Hello.';
      return {};
    },
    { lostAt: 4000 },
  );
  call.prompt(5000, 'Français?');
  call.frameAt(20_000, setup, second);
  call.prompt(25_000, 'Encore?', second);
  await call.run();
  const late = call.sent.filter(({ at }) => at > 20_000);
  expect(late).toMatchObject([
    { type: 'language', language: 'fr-FR' },
    { type: 'text', text: 'Bonjour.', language: 'fr-FR' },
    { type: 'text', text: '', last: true },
  ]);
});

test('an answer that has pressed keys goes on if words before it arrive late', async () => {
  const call = callWith(async function* (clock, { generation }) {
    if (generation === 1) return {};
    yield { type: 'keys', digits: '1', turn: null };
    await clock.after(600);
    yield 'Pressed.';
    return {};
  });
  call.prompt(5000, 'Press one.');
  const before: VoiceFrame = { type: 'prompt', text: 'Welcome.', language: null };
  call.frameAt(4900, before, first, 5300);
  await call.run();
  expect(call.state().said.map(({ text }) => text)).toEqual(['', 'Welcome.', 'Press one.', 'Pressed.']);
  expect(call.sent.filter(({ type }) => type === 'keys')).toHaveLength(1);
});

const goodbye = async function* (_: unknown, { said }: VoiceState): VoiceThought<Result> {
  const words = said.findLast(({ role }) => role === 'user')?.text;
  yield words === 'Bye' ? 'Goodbye and thank you.' : 'Hello.';
  return { ends: words === 'Bye' };
};

test('after its goodbye the agent hangs up, when it was spoken', async () => {
  const call = callWith(goodbye);
  call.prompt(5000, 'Bye');
  call.frameAt(6500, { type: 'playing', on: false });
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'end')).toEqual([
    { type: 'end', handoff: '{"reason":"agent_ended"}', at: 6500 },
  ]);
  expect(call.stored.map(({ text }) => text)).toEqual(['Hello.', 'Bye', 'Goodbye and thank you.']);
});

test('keys that were pressed are noted, also if later ones were not', async () => {
  const call = callWith(
    async function* (clock, { generation }) {
      if (generation === 1) return {};
      yield { type: 'keys', digits: '1', turn: 'one' };
      await clock.after(1000);
      yield { type: 'keys', digits: '2', turn: 'one and two' };
      return {};
    },
    { lostAt: 5500 },
  );
  call.prompt(5000, 'Press them.');
  call.hangUpAt(20_000);
  await call.run();
  expect(call.sent).toMatchObject([{ text: '' }, { type: 'keys', digits: '1' }]);
  expect(call.stored.at(-1)).toMatchObject({ role: 'agent', turn: 'one' });
});

test.for([
  ['ends', { ends: true }, 'agent_ended'],
  ['is transferred', { transfer_to: '+441632960456' }, 'transferred'],
  ['is transferred and not ended', { transfer_to: '+441632960456', ends: true }, 'transferred'],
] as const)('a call %s once the keys are pressed that came with it', async ([, result, reason]) => {
  const call = callWith(async function* (_, { generation }) {
    if (generation === 1) return {};
    yield 'Goodbye.';
    yield { type: 'keys', digits: '12w#', turn: 'pressed' };
    return result;
  });
  call.prompt(5000, 'Press it.');
  // The words were spoken, and the keys are not pressed yet.
  call.frameAt(6000, { type: 'playing', on: false });
  await call.run();
  const [end, ...more] = call.sent.filter(({ type }) => type === 'end');
  expect(more).toEqual([]);
  expect(end?.at).toBeGreaterThanOrEqual(6000 + 4 * 500);
  expect(end).toMatchObject({ handoff: expect.stringContaining(`"reason":"${reason}"`) });
});

test('a caller who speaks while keys are pressed before the end stays in the call', async () => {
  const call = callWith(async function* (_, { generation }) {
    if (generation !== 2) return {};
    yield { type: 'keys', digits: '12w#', turn: 'pressed' };
    return { ends: true };
  });
  call.prompt(5000, 'Press it.');
  call.prompt(6000, 'Wait.');
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'end')).toEqual([]);
  expect(call.state()).toMatchObject({ phase: 'live' });
});

test('a late report that the filler was spoken does not cut off the goodbye after it', async () => {
  const call = callWith(async function* (clock, state) {
    if (state.generation > 1) await clock.after(2500);
    return yield* goodbye(clock, state);
  });
  call.prompt(5000, 'Bye');
  // The filler is sent at 5700, and the goodbye at 7500.
  call.frameAt(7000, { type: 'playing', on: false }, first, 7600);
  call.frameAt(9100, { type: 'playing', on: false });
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'end').map(({ at }) => at)).toEqual([9100]);
  expect(call.stored.at(-1)?.text).toBe('One moment. Goodbye and thank you.');
});

test('a repeated report that overtakes the setup of its connection does not cut off the goodbye', async () => {
  const call = callWith(goodbye);
  call.prompt(9000, 'Bye');
  call.frameAt(10_001, { type: 'playing', on: false }, second);
  call.frameAt(10_000, setup, second, 10_050);
  await call.run();
  const ends = call.sent.filter(({ type }) => type === 'end');
  expect(ends.map(({ at }) => at > 11_500)).toEqual([true]);
  expect(call.stored.at(-1)?.text).toBe('Goodbye and thank you.');
});

test('who speaks on a new connection during the goodbye stays in the call, before it is set up', async () => {
  const call = callWith(async function* (_, { generation }) {
    yield generation === 2 ? 'Bye.' : 'I am here.';
    return { ends: generation === 2 };
  });
  call.prompt(9000, 'Bye');
  call.prompt(10_001, 'Wait.', second);
  call.frameAt(10_000, setup, second, 10_600);
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'end')).toEqual([]);
  const { phase, said } = call.state();
  expect(phase).toBe('live');
  expect(said.map(({ text }) => text).slice(-2)).toEqual(['Wait.', 'I am here.']);
});

test('a channel that does not report when it has spoken is hung up all the same', async () => {
  const call = callWith(goodbye);
  call.prompt(5000, 'Bye');
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'end')).toHaveLength(1);
  expect(call.state().phase).toBe('over');
});

test('a goodbye that takes longer than a function has is left to the clock', async () => {
  const call = callWith(async function* (_, { generation }) {
    yield generation === 1 ? 'Hello.' : `Goodbye. ${'And thank you for your call. '.repeat(12)}`;
    return { ends: generation > 1 };
  });
  call.prompt(5000, 'Bye');
  await call.run();
  expect(call.clock.now()).toBeLessThan(10_000);
  expect(call.sent.filter(({ type }) => type === 'end')).toEqual([]);
  const { phase, goodbye: said } = call.state();
  expect(phase).toBe('goodbye');
  expect(said?.until).toBeGreaterThan(34_000);
});

test('a goodbye that is said again is spoken to its end', async () => {
  const call = callWith(goodbye);
  call.prompt(5000, 'Bye');
  call.prompt(6500, 'Bye');
  await call.run();
  const [end, ...more] = call.sent.filter(({ type }) => type === 'end');
  expect(more).toEqual([]);
  // A voice needs two seconds for it.
  expect(end?.at).toBeGreaterThan(8500);
});

test('who speaks during the goodbye stays in the call', async () => {
  const call = callWith(goodbye);
  call.prompt(5000, 'Bye');
  call.frameAt(5500, { type: 'interrupt', heard: { utterance: 'Goodbye and' } });
  call.prompt(6000, 'Wait');
  call.frameAt(9000, { type: 'playing', on: false });
  await call.run();
  expect(call.sent.filter(({ type }) => type === 'end')).toEqual([]);
  expect(call.state()).toMatchObject({ phase: 'live' });
});

test('a caller who interrupts ten answers in a row is answered each time, and their words are what was heard', async () => {
  const call = callWith(async function* (_, { generation }) {
    yield `This is answer ${generation}, which nobody hears to its end. `;
    yield 'It would have gone on.';
    return {};
  });
  for (let count = 0; count < 10; count += 1) {
    const at = 3000 + count * 3000;
    call.frameAt(at, { type: 'interrupt', heard: { utterance: `This is answer ${1 + 2 * count}` } });
    call.prompt(at + 500, 'Wait.');
  }
  call.hangUpAt(60_000);
  await call.run();
  const answers = Array.from({ length: 10 }, (_, count) => `This is answer ${1 + 2 * count},`);
  const last = 'This is answer 21, which nobody hears to its end. It would have gone on.';
  expect(call.stored.flatMap(({ role, text }) => (role === 'agent' ? [text] : []))).toEqual([
    ...answers,
    last,
  ]);
  expect(call.stored.filter(({ role }) => role === 'user')).toHaveLength(10);
});

test('an interruption that follows a key is of the words before it, and the key is answered', async () => {
  const call = callWith(async function* (_, { said }) {
    yield said.some(({ role }) => role === 'user')
      ? 'Sales it is.'
      : 'Press one for sales, two for all else.';
    return {};
  });
  call.frameAt(3000, { type: 'keys', digits: '1' });
  call.frameAt(3001, { type: 'interrupt', heard: { utterance: 'Press one for sales' } });
  call.hangUpAt(30_000);
  await call.run();
  expect(call.stored.map(({ text }) => text)).toEqual(['Press one for sales,', '1', 'Sales it is.']);
});

test('of an answer that the end of the call cuts off, what could be heard is stored', async () => {
  const call = callWith(async function* () {
    yield 'This is a long greeting that nobody would listen to until its very end.';
    return {};
  });
  call.hangUpAt(1001);
  await call.run();
  expect(call.stored).toMatchObject([
    { text: 'This is a long', unheard: 'greeting that nobody would listen to until its very end.' },
  ]);
  expect(call.state().said).toEqual([]);
});

const hereIAm = async function* (): VoiceThought<Result> {
  yield 'Here I am.';
  return {};
};

test.for([
  ['soon after', 20_000, ['Here I am.']],
  ['before they are answered', 10_500, []],
] as const)(
  'the words that a new connection brings along are stored if the call ends %s',
  async ([, endsAt, answer]) => {
    const call = callWith(hereIAm);
    call.frameAt(10_000, setup, second);
    call.prompt(10_100, 'Hello?', second);
    call.prompt(10_200, 'Are you there?', second);
    call.hangUpAt(endsAt);
    await call.run();
    expect(call.stored.map(({ text }) => text)).toEqual([
      'Here I am.',
      'Hello?',
      'Are you there?',
      ...answer,
    ]);
    expect(call.state().said).toEqual([]);
  },
);

test('words that overtake the setup are stored if the call ends soon after', async () => {
  const call = callWith(hereIAm);
  call.prompt(0, 'Hello?');
  call.hangUpAt(20_000);
  await call.run();
  expect(call.stored.map(({ text }) => text)).toEqual(['Hello?', 'Here I am.']);
  expect(call.state().said).toEqual([]);
});

test.for([
  ['directly after its setup are a repetition', 10_100, 1],
  ['later are new', 11_500, 2],
] as const)('the same words that a new connection brings %s', async ([, at, count]) => {
  const call = callWith(hereIAm);
  call.prompt(9000, 'Yes.');
  call.frameAt(10_000, setup, second);
  // The frame is handled before the function that admits those that wait.
  call.prompt(at, 'Yes.', second);
  call.hangUpAt(20_000);
  await call.run();
  expect(call.stored.filter(({ text }) => text === 'Yes.')).toHaveLength(count);
});

test('keys that two new connections repeat are pressed once, also if a setup is overtaken', async () => {
  const call = callWith(hereIAm);
  const third = { connection: 'third socket', connected_at: 10_100 };
  const key: VoiceFrame = { type: 'keys', digits: '4' };
  call.frameAt(9000, key);
  call.frameAt(10_100, setup, third);
  call.frameAt(10_101, key, third);
  call.frameAt(10_001, key, second, 10_300);
  call.frameAt(10_000, setup, second, 10_400);
  call.hangUpAt(20_000);
  await call.run();
  expect(call.stored.map(({ text }) => text)).toEqual(['Here I am.', '4', 'Here I am.']);
});

test('an answer reaches a connection that replaces a lost one late', async () => {
  const call = callWith(hereIAm, { lostAt: 5500 });
  call.prompt(5550, 'Hello?');
  call.frameAt(10_000, setup, second);
  await call.run();
  expect(textsOf(call.sent)).toEqual([
    [1, 'Here I am.', false],
    [1, '', true],
    [11_550, 'Here I am.', false],
    [11_550, '', true],
  ]);
});

test('frames of another call, and after the end, have no consequence', async () => {
  const call = callWith(goodbye);
  call.frameAt(4000, { type: 'setup', call_id: 'CA2', from: null, to: null, parameters: {} });
  call.hangUpAt(5000);
  call.prompt(6000, 'Hello?');
  await call.run();
  expect(call.state()).toMatchObject({ call_id: 'CA1', phase: 'over' });
  expect(call.ignored).toEqual(['foreign', 'over']);
  expect(textsOf(call.sent).map(([, text]) => text)).toEqual(['Hello.', '']);
});
