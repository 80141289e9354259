import type { SentFrame } from '#lib/local/simulated-relay.ts';
import { simulatedRelay } from '#lib/local/simulated-relay.ts';
import type { IgnoredReason, VoiceMachine } from '#lib/voice/machine.ts';
import { readRelay, writeRelay } from '#lib/voice/relay.ts';
import { endCall, handleFrame } from '#lib/voice/session.ts';
import type { VoiceThought } from '#lib/voice/speak.ts';
import type { SpokenWords, VoiceState } from '#lib/voice/state.ts';
import { newVoiceState } from '#lib/voice/state.ts';
import { randomOf } from './random.ts';
import { simulatedClock } from './simulated-clock.ts';

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

/** Words that callers say again and again. */
const shortWords = ['Yes.', 'No.', 'Okay.'];

const disclosure = 'You speak with an AI assistant.';

interface Line {
  readonly role: string;
  readonly text: string;
  readonly at: number;
  /** When the last of it was heard. */
  readonly until: number;
  readonly isKey: boolean;
}

const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Lines as a transcript has them: nothing without words, and what one says after the other is one line. */
const joined = (lines: readonly Line[]): string[] => {
  const all: Line[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    const text = words(line.text);
    if (text === '') continue;
    const isOne = last?.role === line.role && (line.role === 'agent' || (line.isKey && last.isKey));
    if (isOne) all.splice(-1, 1, { ...last, text: `${last.text}${line.isKey ? '' : ' '}${text}` });
    else all.push({ ...line, text });
  }
  return all.map(({ role, text }) => `${role}: ${text}`);
};

const spokenLines = (said: readonly SpokenWords[]): Line[] =>
  said.map((entry) => ({
    role: entry.role,
    text: entry.text,
    at: entry.at,
    until: entry.at,
    isKey: entry.role === 'user' && entry.keys !== undefined,
  }));

/** The history that a model was asked with, and when. */
interface Asked {
  readonly claim: number;
  readonly asked_at: number;
  readonly history: readonly Line[];
}

interface RoundResult {
  readonly faults: readonly string[];
  readonly interruptions: number;
  readonly stored: readonly SpokenWords[];
}

type Ending = 'goodbye' | 'transfer' | 'hears all' | 'in mid-sentence';

const endings: readonly Ending[] = ['hears all', 'goodbye', 'transfer', 'in mid-sentence'];

const lastWords: Readonly<Partial<Record<Ending, string>>> = { goodbye: 'Bye.', transfer: 'Sales, please.' };

interface Thought {
  readonly ends: boolean;
  readonly transfer_to: string | null;
}

/** Frames overtake each other by less than this, and those of a new connection wait as long. */
const overtakesMs = 2500;

/** Plays one call and returns what went wrong. */
export const playRound = async (
  seed: number,
  disorder: Disorder,
  machine: VoiceMachine,
): Promise<RoundResult> => {
  const random = randomOf(seed);
  const clock = simulatedClock(1_800_000_000_000);
  const faults: string[] = [];
  const asked = new Map<number, Asked>();
  const answersAt = new Map<number, number>();
  const stored: SpokenWords[] = [];
  /** The answers that have pressed keys. */
  const pressed = new Set<number>();
  /**
   * The answers of which a piece was allowed just before the caller said something, and sent just after. The
   * caller may not hear it, and an interruption of it may count as one of the next answer.
   */
  const late = new Set<number>();
  let state: VoiceState = newVoiceState('connection-1', clock.now());
  let version = 0;
  let interruptions = 0;
  let answers = 0;
  const invocations: Promise<void>[] = [];

  const between = (least: number, most: number) => least + Math.floor(random() * (most - least));
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const ending = oneOf(endings);
  const isDisclosed = random() < 0.3;

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
        const isNew = output.type === 'keys' || (output.type === 'text' && output.text !== '');
        if (isNew && claim !== readGeneration) {
          const shown = output.type === 'text' ? output.text.trim() : output.digits;
          faults.push(`"${shown}" was sent after a read that had another answer`);
        }
        const message = writeRelay(output, 'twilio');
        await clock.after(between(1, 8));
        const answers_at = answersAt.get(claim) ?? 0;
        const newest = relay.aloud.reduce(
          (most, { by, at }) => (by === 'caller' ? Math.max(most, at) : most),
          0,
        );
        if (newest > answers_at && output.type === 'text') late.add(answers_at).add(newest);
        const isReceived = relay.receive(message, { connection, answers_at });
        if (isReceived && output.type === 'keys') {
          if (pressed.has(claim)) faults.push('an answer has pressed its keys again');
          pressed.add(claim);
        }
        return isReceived;
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
          if (effect) {
            claim = effect.claim ?? -1;
            const entry = state.said.find((one) => one.role === 'agent' && one.claim === claim);
            answersAt.set(claim, entry?.at ?? 0);
          }
          return taken;
        }
      },
      think: async function* (at: VoiceState, greets: boolean): VoiceThought<Thought> {
        answers += 1;
        const own = answers;
        const others = at.said.filter((entry) => entry.role !== 'agent' || entry.claim !== claim);
        asked.set(claim, { claim, asked_at: clock.now(), history: spokenLines([...stored, ...others]) });
        const asks = at.said.findLast(({ role }) => role === 'user')?.text;
        const ends = asks === lastWords.goodbye;
        const transfer_to = asks === lastWords.transfer ? '+441632960456' : null;
        await clock.after(between(50, 400));
        if (!greets && random() < 0.1) {
          yield null;
          await clock.after(between(300, 9000));
        }
        if (!greets && (seed + own) % 4 === 0) yield { type: 'keys', digits: `${own}w#`, turn: null };
        // The answer to a menu has no words.
        if (!greets && (seed + own) % 8 === 0) return { ends, transfer_to };
        const text = greets ? 'Hello, you speak with an AI. How can I help?' : answerText(own, random);
        for (let from = 0; from < text.length; ) {
          const length = between(3, 14);
          yield text.slice(from, from + length);
          from += length;
          await clock.after(between(5, 60));
        }
        return { ends, transfer_to };
      },
      manner: async () => ({
        words: () => ({
          disclosure: isDisclosed ? disclosure : null,
          filler: 'One moment.',
          working: 'One moment.',
          failure_message: 'I am sorry.',
        }),
        fallback_number: null,
      }),
      consequenceOf: async (thought: Thought) => ({ ...thought, turn: null }),
      ignored: (reason: IgnoredReason) => {
        // Its connection is closed, and the carrier learns that the call is over.
        if (reason === 'over' && read.frame.type === 'setup') relay.hangUp();
      },
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

  const said: string[] = [];
  let keys = 0;
  const say = (text: string) => {
    said.push(text);
    if (relay.isSpeaking()) interruptions += 1;
    relay.say(text);
  };
  /** Whether the caller would say the last words again, in order: a new connection may have repeated them. */
  const isAgain = (text: string): boolean => {
    const all = [...said, text];
    return all.some((_, at) => {
      const count = at + 1;
      const before = all.slice(-2 * count, -count);
      return before.length === count && before.every((word, place) => word === all.at(place - count));
    });
  };
  /** Words that were said before, or new ones. */
  const nextWords = () => {
    const isShort = random() < 0.5;
    const again = shortWords.filter((text) => disorder !== 'replayed' || !isAgain(text));
    return isShort && again.length > 0 ? oneOf(again) : `Question ${said.length + 1} of ${seed}`;
  };
  const press = (count: number) => {
    if (relay.isSpeaking()) interruptions += 1;
    for (let at = 0; at < count; at += 1) {
      keys += 1;
      const digit = String(keys % 10);
      clock.at(clock.now() + at * 300, () => relay.press(digit));
    }
  };

  const exchanges = between(3, 9);
  let acts = 0;
  const finish = () => {
    if (relay.isOver()) return;
    if (acts > 400) {
      faults.push('the call did not end');
      relay.hangUp();
      return;
    }
    acts += 1;
    const isQuiet = !relay.isSpeaking() && relay.isConnected() && !relay.isOpen();
    const isCut = ending === 'in mid-sentence' && relay.isSpeaking() && relay.isConnected();
    if (isCut || (isQuiet && lastWords[ending] === undefined)) relay.hangUp();
    else clock.at(clock.now() + 500, finish);
  };
  const act = () => {
    acts += 1;
    const words = lastWords[ending];
    if (acts <= exchanges && random() < 0.2) press(between(1, 4));
    else say(acts > exchanges && words !== undefined ? words : nextWords());
    if (disorder === 'replayed' && random() < 0.4) {
      clock.at(clock.now() + between(100, 2500), () => {
        const ms = between(0, 3000);
        relay.reconnect(between(0, 6), ms);
        clock.at(clock.now() + between(0, 500), () => {
          if (ms > 600 && acts <= exchanges) say(nextWords());
        });
      });
    }
    clock.at(clock.now() + between(1500, 9000), acts > exchanges ? finish : act);
  };
  relay.connect(`CA${seed}`);
  clock.at(clock.now() + between(1500, 6000), act);
  await clock.run();
  await Promise.all(invocations);

  const aloud = relay.aloud
    .map(
      ({ by, text, at, until, isKey = false }): Line => ({
        role: by === 'agent' ? 'agent' : 'user',
        text,
        at,
        until: Math.max(at, until),
        isKey,
      }),
    )
    .sort((one, other) => one.at - other.at);
  const inTime = (lines: readonly Line[]) => lines.filter(({ role, at }) => role === 'user' || !late.has(at));
  const heard = joined(inTime(aloud));
  const transcript = joined(inTime(spokenLines(stored)));
  for (const at of Array(Math.max(heard.length, transcript.length)).keys()) {
    const [line, turn] = [heard[at], transcript[at]];
    // Nobody reports how much of the last answer was heard.
    const isCut = at >= heard.length - 1 && turn?.startsWith(line ?? 'agent: ');
    if (line !== turn && !isCut) {
      faults.push(`turn ${at} is "${turn}", and "${line}" was said`);
      break;
    }
  }
  for (const message of relay.malformed) faults.push(`the relay did not understand ${message}`);
  for (const { claim, asked_at, history: all } of asked.values()) {
    const history = joined(inTime(all));
    const at = answersAt.get(claim) ?? 0;
    // Of what happened just before, an answer may learn too late.
    const lateMs = isShuffled ? overtakesMs : 0;
    const before = inTime(aloud).filter((line) => (line.role === 'user' ? line.at <= at : line.at < at));
    const known = joined(before.filter((line) => line.at <= at - lateMs));
    // Of what was still being spoken, nobody knew how much would be heard.
    const open = before.filter(({ role, until }) => role === 'agent' && until > asked_at - 50);
    const differs = known.slice(0, lateMs > 0 ? -1 : undefined).findIndex((line, index) => {
      const isOpen = open.some(({ text }) => line.endsWith(words(text)));
      return line !== history[index] && !(isOpen && history[index]?.startsWith(line));
    });
    if (differs !== -1) faults.push(`a model knew "${history[differs]}", and "${known[differs]}" was said`);
    else if (!isShuffled && history.length > known.length) {
      faults.push(`a model was asked with "${history.at(-1)}", which was not said before`);
    }
  }
  return { faults, interruptions, stored };
};

export const disorders: readonly Disorder[] = ['in order', 'shuffled', 'doubled', 'replayed'];
