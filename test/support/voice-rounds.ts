import type { VoiceMachine } from '#lib/voice/machine.ts';
import { readRelay, writeRelay } from '#lib/voice/relay.ts';
import { endCall, handleFrame } from '#lib/voice/session.ts';
import type { VoiceThought } from '#lib/voice/speak.ts';
import type { SpokenWords, VoiceState } from '#lib/voice/state.ts';
import { newVoiceState } from '#lib/voice/state.ts';
import { randomOf } from './random.ts';
import type { SentFrame } from './simulated-relay.ts';
import { simulatedClock, simulatedRelay } from './simulated-relay.ts';

/*
 * Calls in which every frame is an invocation of its own, as functions behind API Gateway receive them. The
 * store, the model and the line take time, so the functions of several frames run at the same time.
 */

type Disorder = 'in order' | 'shuffled' | 'doubled' | 'replayed';

const topics = [
  'parking',
  'the old bridge',
  'a late train',
  'soup',
  'weather in May',
  'three keys',
  'a red coat',
];

/** Words that name their answer, so that a piece of it is recognized wherever it is. */
const answerText = (number: number, random: () => number): string =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, (_, sentence) => {
    const topic = topics[Math.floor(random() * topics.length)] ?? '';
    return `Answer${number}s${sentence} speaks of ${topic} and goes on for some more words.`;
  }).join(' ');

/** The history that a model was asked with, and when. */
interface Asked {
  readonly at: number;
  readonly history: readonly string[];
}

interface RoundResult {
  readonly faults: readonly string[];
  readonly interruptions: number;
  readonly stored: readonly SpokenWords[];
}

const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Plays one call and returns what went wrong. */
export const playRound = async (
  seed: number,
  disorder: Disorder,
  machine: VoiceMachine,
): Promise<RoundResult> => {
  const random = randomOf(seed);
  const clock = simulatedClock(1_800_000_000_000);
  const faults: string[] = [];
  const asked: Asked[] = [];
  const stored: SpokenWords[] = [];
  let state: VoiceState = newVoiceState('connection-1', clock.now());
  let version = 0;
  let interruptions = 0;
  let answers = 0;
  const invocations: Promise<void>[] = [];

  const between = (least: number, most: number) => least + Math.floor(random() * (most - least));

  const invoke = (sent: SentFrame, id: string) => {
    const read = readRelay(sent.text);
    if (!read) throw new Error(`Not understood: ${sent.text}`);
    let readGeneration = -1;
    let claim = -1;
    const call = {
      read: async () => {
        await clock.after(between(2, 12));
        readGeneration = state.generation;
        return state;
      },
      send: async (connection: string, output: Parameters<typeof writeRelay>[0]) => {
        if (output.type === 'text' && output.text !== '' && claim !== readGeneration) {
          faults.push(`"${output.text.trim()}" was sent after a read that had another answer`);
        }
        const message = writeRelay(output, 'twilio');
        await clock.after(between(1, 8));
        return relay.receive(connection, message);
      },
      now: clock.now,
      after: (ms: number) => {
        let callOff = () => {};
        const passed = new Promise<void>((resolve) => {
          callOff = clock.at(clock.now() + ms, resolve);
        });
        return { passed, callOff };
      },
      change: async <S extends { readonly state: VoiceState; readonly turns?: readonly SpokenWords[] }>(
        step: (before: VoiceState) => S,
      ): Promise<S> => {
        for (;;) {
          await clock.after(between(2, 12));
          const [before, read] = [state, version];
          const taken = step(before);
          await clock.after(between(4, 20));
          if (version !== read) continue;
          version += 1;
          state = JSON.parse(JSON.stringify(taken.state)) as VoiceState;
          stored.push(...(taken.turns ?? []));
          const effect = (taken as { effects?: readonly { type: string; claim?: number }[] }).effects?.find(
            ({ type }) => type === 'answer',
          );
          if (effect) claim = effect.claim ?? -1;
          return taken;
        }
      },
      think: async function* (at: VoiceState, greets: boolean): VoiceThought<{ readonly turn: number }> {
        answers += 1;
        const own = answers;
        asked.push({
          at: clock.now(),
          history: [...stored, ...at.said].filter(({ text }) => text !== '').map(({ text }) => words(text)),
        });
        await clock.after(between(50, 400));
        const text = greets ? 'Hello, you speak with an AI. How can I help?' : answerText(own, random);
        for (let from = 0; from < text.length; ) {
          const length = between(3, 14);
          yield text.slice(from, from + length);
          from += length;
          await clock.after(between(5, 60));
        }
        return { turn: own };
      },
      manner: async () => ({
        words: { disclosure: null, filler: 'One moment.', failure_message: 'I am sorry.' },
        fallback_number: null,
      }),
      consequenceOf: async ({ turn }: { readonly turn: number }) => ({
        ends: false,
        transfer_to: null,
        turn,
      }),
    };
    const received = {
      id,
      at: sent.at,
      connection: sent.connection,
      connected_at: sent.connected_at,
      ...read,
    };
    invocations.push(handleFrame(call, received, machine));
  };

  let frames = 0;
  const isShuffled = disorder === 'shuffled' || disorder === 'replayed';
  const relay = simulatedRelay(
    clock,
    (sent) => {
      frames += 1;
      const id = `frame-${frames}`;
      clock.at(clock.now() + (isShuffled ? between(5, 350) : 10), () => invoke(sent, id));
      if (disorder === 'doubled') clock.at(clock.now() + between(5, 900), () => invoke(sent, id));
    },
    {
      onEnd: (at) => {
        const call = {
          now: clock.now,
          change: async <S extends { readonly state: VoiceState; readonly turns?: readonly SpokenWords[] }>(
            step: (before: VoiceState) => S,
          ): Promise<S> => {
            const taken = step(state);
            version += 1;
            state = taken.state;
            stored.push(...(taken.turns ?? []));
            return taken;
          },
        };
        // After the frames that are still under way.
        clock.at(at + 1000, () => invocations.push(endCall(call, at, machine)));
      },
    },
  );

  relay.connect(`CA${seed}`);
  const exchanges = between(3, 9);
  let said = 0;
  const act = () => {
    if (said >= exchanges) {
      // The last answer is heard to its end.
      if (relay.isSpeaking()) clock.at(clock.now() + 500, act);
      else clock.at(clock.now() + 3000, () => (relay.isSpeaking() ? act() : relay.hangUp()));
      return;
    }
    said += 1;
    if (relay.isSpeaking()) interruptions += 1;
    relay.say(`Question ${said} of ${seed}`);
    if (disorder === 'replayed' && random() < 0.4) {
      clock.at(clock.now() + between(100, 2500), () => relay.reconnect(between(0, 6)));
    }
    clock.at(clock.now() + between(1500, 9000), act);
  };
  clock.at(clock.now() + between(1500, 6000), act);
  await clock.run();
  await Promise.all(invocations);
  // The clock of the platform settles what a function has left.
  stored.push(...machine.settle(state, clock.now() + 60_000).turns);

  const transcript = stored
    .filter(({ text }) => text !== '')
    .map(({ role, text }) => `${role}: ${words(text)}`);
  const aloud = relay.aloud
    .filter(({ text }) => words(text) !== '')
    .map(({ by, text }) => `${by === 'agent' ? 'agent' : 'user'}: ${words(text)}`);
  if (new Set(transcript).size !== transcript.length) faults.push('a turn is stored twice');
  for (const [at, line] of aloud.entries()) {
    if (transcript[at] !== line) {
      faults.push(`turn ${at} is "${transcript[at]}", and "${line}" was said`);
      break;
    }
  }
  if (transcript.length > aloud.length)
    faults.push(`the transcript has ${transcript.length - aloud.length} more turns`);
  for (const { history } of asked) {
    const known = aloud.map((line) => line.replace(/^\w+: /, ''));
    const unsaid = history.filter((text) => !known.includes(text));
    if (disorder !== 'shuffled' && disorder !== 'replayed' && unsaid.length > 0) {
      faults.push(`a model was asked with "${unsaid[0]}", which nobody has heard`);
    }
  }
  return { faults, interruptions, stored };
};

export const disorders: readonly Disorder[] = ['in order', 'shuffled', 'doubled', 'replayed'];
