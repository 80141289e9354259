import type { VoiceAct, VoiceOutput } from './frames.ts';
import type { SpokenAnswer, VoiceMachine } from './machine.ts';
import { voiceMachine } from './machine.ts';
import { replayMs } from './replay.ts';
import { newSentences } from './sentences.ts';
import type { SilenceWords } from './silence.ts';
import { never, newSilence } from './silence.ts';
import type { VoiceState } from './state.ts';
import { awaitsReplay } from './state.ts';

/** The line to the caller and to the state of the call, for the function that speaks. */
export interface VoiceLine {
  /** Reads the state consistently. */
  readonly read: () => Promise<VoiceState>;
  /**
   * Sends something to the caller. False: the connection is gone, and the channel may open another. Keys that
   * may have arrived count as sent.
   */
  readonly send: (connection: string, output: VoiceOutput) => Promise<boolean>;
  /** Notes the words that were sent so far: the next ones do not come. */
  readonly note: (sent: Pick<SpokenAnswer, 'text' | 'spoken_at'>) => Promise<unknown>;
  /** Notes the turn of an answer before it presses keys. */
  readonly pressed: (turn: unknown) => Promise<unknown>;
  /** Takes the note back of keys that were not pressed. `before`: the note of earlier ones; null: none. */
  readonly notPressed: (before: unknown) => Promise<unknown>;
  /**
   * Notes the language that is spoken from now on. Whoever speaks next tells it to the channel. False:
   * nothing was noted, because the answer was stopped.
   */
  readonly changing: (language: string) => Promise<boolean>;
  /** Notes that the channel has learned of the language. */
  readonly told: (language: string) => Promise<unknown>;
  readonly now: () => number;
  /** Resolves after a time, or never if it is called off. */
  readonly after: (ms: number) => { readonly passed: Promise<void>; readonly callOff: () => void };
}

/** A part of an answer: words as a model generates them, or an act; null while a tool works. */
export type VoicePart = string | VoiceAct | null;

/** The parts of an answer, and what it results in. */
export type VoiceThought<A> = AsyncGenerator<VoicePart, A>;

/** The words in the language that the agent has changed to; undefined: in its own. */
export type WordsIn = (language: string | undefined) => SilenceWords;

/** The time in which a channel opens another connection. */
export const reconnecting = { everyMs: 200, attempts: 25 } as const;

/** The function that admits the frames of a new connection has done so within this time. */
const admittedWithinMs = 1000;

/** Whether frames of a new connection wait that a function will admit, unless it was killed. */
export const mayBeAdmitted = (state: VoiceState, now: number): boolean => {
  const since = awaitsReplay(state) ? [state.connected_at] : state.early.map(({ at }) => at);
  return since.some((at) => now < at + replayMs + admittedWithinMs);
};

/**
 * Sends something over the connection of a call, or over the one that replaces it in time. Each attempt reads
 * whether it may still be sent. False: it may not, or there is no connection.
 */
export const reach = async (
  { read, send, now, after }: Pick<VoiceLine, 'read' | 'send' | 'now' | 'after'>,
  outputIn: (state: VoiceState) => VoiceOutput | undefined,
): Promise<boolean> => {
  let left: number = reconnecting.attempts;
  for (;;) {
    const state = await read();
    const output = outputIn(state);
    if (!output) return false;
    // Frames that the connection brings along may stop it.
    if (!awaitsReplay(state) && (await send(state.connection, output))) return true;
    if (!mayBeAdmitted(state, now())) left -= 1;
    if (left < 0) return false;
    await after(reconnecting.everyMs).passed;
  }
};

/** Longer than a channel takes to press keys: a tone and a pause for each, or half a second. */
const pressedWithinMs = (digits: string): number => digits.length * 500;

/** Words that are later than this are noted before they come. */
const lateMs = 700;

/** The fate of an answer, with all words that were sent. */
export type SpokenResult<A> = SpokenAnswer & {
  /** The time that its keys take; 0: it has pressed none. */
  readonly pressing_ms: number;
  /** `stopped`: the caller has interrupted it, or the call is over. */
  readonly outcome: 'spoken' | 'stopped' | 'failed';
  /** Absent: it was not made to its end. */
  readonly answer?: A;
  readonly error?: unknown;
};

/** The model has begun no sentence in time. */
class VoiceSilence extends Error {
  override readonly name = 'VoiceSilence';
}

/**
 * Speaks an answer sentence by sentence. Before each one it reads whether the answer may go on, so no
 * sentence is sent after a read that follows an interruption. The caller hears something within the limits of
 * silence, and every answer that is not stopped ends with `last`.
 */
export const speak = async <A>(
  line: VoiceLine,
  claim: number,
  think: (state: VoiceState) => VoiceThought<A>,
  wordsIn: WordsIn,
  { permission }: Pick<VoiceMachine, 'permission'> = voiceMachine,
): Promise<SpokenResult<A>> => {
  let text = '';
  let spoken_at: number | null = null;
  let state = await line.read();
  let words = wordsIn(state.speaks);
  const silence = newSilence(() => words, line.now);
  let pressing_ms = 0;
  let noted = '';
  let discloses = 0;
  const sent = () => ({ text, spoken_at, pressing_ms, discloses });

  const send = async (
    outputIn: (current: VoiceState) => VoiceOutput,
  ): Promise<'sent' | 'stop' | 'restart'> => {
    let may = 'speak' as ReturnType<typeof permission>;
    const isSent = await reach(line, (current) => {
      const hasSpoken = spoken_at !== null || pressing_ms > 0;
      may = permission(current, claim, { revision: state.revision, hasSpoken });
      return may === 'speak' ? outputIn(current) : undefined;
    });
    if (isSent) return 'sent';
    return may === 'restart' ? may : 'stop';
  };

  const say = async (
    piece: string,
    last: boolean,
    more: { readonly uninterruptible?: true } = {},
  ): ReturnType<typeof send> => {
    let untold: string | undefined;
    const result = await send(({ speaks, isUntold, language }) => {
      untold = isUntold ? speaks : undefined;
      return untold === undefined
        ? { type: 'text', text: piece, last, language: speaks ?? language, ...more }
        : { type: 'language', language: untold };
    });
    if (result !== 'sent') return result;
    if (untold !== undefined) {
      await line.told(untold);
      return say(piece, last, more);
    }
    if (piece !== '') spoken_at ??= line.now();
    text += piece;
    return result;
  };

  let pressed: unknown = null;
  const pressKeys = async ({ turn, ...output }: Extract<VoiceAct, { type: 'keys' }>) => {
    await line.pressed(turn);
    let result: Awaited<ReturnType<typeof send>> = 'stop';
    try {
      result = await send(() => output);
    } finally {
      if (result === 'sent') {
        pressing_ms += pressedWithinMs(output.digits);
        pressed = turn;
      } else await line.notPressed(pressed);
    }
    return result;
  };

  const tell = async (language: string) => {
    const result = await send(() => ({ type: 'language', language }));
    if (result === 'sent') await line.told(language);
    return result;
  };

  const changeLanguage = async ({ language }: Extract<VoiceAct, { type: 'language' }>) => {
    const hasSpoken = spoken_at !== null || pressing_ms > 0;
    const may = permission(await line.read(), claim, { revision: state.revision, hasSpoken });
    if (may !== 'speak') return may;
    if (!(await line.changing(language))) return 'stop';
    words = wordsIn(language);
    return tell(language);
  };

  const act = (output: VoiceAct) => (output.type === 'keys' ? pressKeys(output) : changeLanguage(output));

  const within = async <T>(coming: Promise<T>, ends_at: number): Promise<T | undefined> => {
    if (ends_at === never) return coming;
    const timer = line.after(Math.max(0, ends_at - line.now()));
    const first = await Promise.race([coming, timer.passed]);
    timer.callOff();
    return first ?? undefined;
  };

  /** The next words, unless the caller would hear nothing for too long. */
  const nextOf = async (thought: VoiceThought<A>): Promise<IteratorResult<VoicePart, A> | 'stop'> => {
    const coming = thought.next();
    coming.catch(() => {});
    const lateAt = line.now() + lateMs;
    for (;;) {
      const end = silence.end();
      const noteAt = text === noted ? never : lateAt;
      const next = await within(coming, Math.min(end.at, noteAt));
      if (next) return next;
      if (noteAt <= end.at) {
        noted = text;
        await line.note(sent());
      } else if (end.words === null) throw new VoiceSilence('The model has said nothing');
      else {
        if ((await say(`${end.words} `, false)) === 'stop') return 'stop';
        silence.broken();
      }
    }
  };

  /** Says what comes before everything else, unless the caller has heard it. */
  const disclose = async (): ReturnType<typeof send> => {
    const { disclosure } = words;
    if (state.disclosed || disclosure === null || disclosure === '') return 'sent';
    const result = await say(`${disclosure} `, false, { uninterruptible: true });
    if (result === 'sent') discloses = disclosure.length;
    return result;
  };

  const attempt = async (): Promise<SpokenResult<A> | 'restart'> => {
    const told = await disclose();
    if (told === 'restart') return told;
    if (told === 'stop') return { ...sent(), outcome: 'stopped' };
    const thought = think(state);
    silence.works(false);
    const sentences = newSentences();
    try {
      for (;;) {
        const next = await nextOf(thought);
        if (next === 'stop') return { ...sent(), outcome: 'stopped' };
        const part = next.done ? null : next.value;
        silence.works(!next.done && part === null);
        // Words before a tool or an act do not wait for it.
        const pieces = typeof part === 'string' ? sentences.add(part) : sentences.end();
        for (const piece of typeof part === 'string' || part === null ? pieces : [...pieces, part]) {
          const isHeard = typeof piece === 'string';
          const done = await (isHeard ? say(piece, false) : act(piece));
          if (isHeard) silence.broken();
          if (done === 'restart') return 'restart';
          if (done === 'stop') return { ...sent(), outcome: 'stopped' };
        }
        if (!next.done) continue;
        const ended = await say('', true);
        if (ended === 'restart') return 'restart';
        const outcome = ended === 'sent' ? 'spoken' : 'stopped';
        return { ...sent(), outcome, answer: next.value };
      }
    } finally {
      // A generator that waits for its model would not return before the model has answered.
      thought.return(undefined as never).catch(() => {});
    }
  };

  // A model that nobody would hear is not asked.
  if (permission(state, claim, { revision: state.revision, hasSpoken: false }) === 'stop') {
    return { ...sent(), outcome: 'stopped' };
  }
  try {
    let result = await attempt();
    while (result === 'restart') {
      state = await line.read();
      result = await attempt();
    }
    return result;
  } catch (error) {
    const apology = `${text === '' ? '' : ' '}${words.failure_message}`;
    state = await line.read();
    const said = await say(apology, true);
    return { ...sent(), outcome: said === 'sent' ? 'failed' : 'stopped', error };
  }
};
