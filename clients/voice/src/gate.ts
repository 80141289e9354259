/** The state of a voice gate after a frame of audio. */
export interface GateState {
  /** Somebody speaks. */
  readonly isVoice: boolean;
  /** The time since somebody spoke last; undefined: nobody has. Milliseconds. */
  readonly silentMs: number | undefined;
  /** Of the frame, from 0 to 1. */
  readonly loudness: number;
}

export interface GateOptions {
  /** The loudness of speech, from 0 to 1, below which a frame is silence in the quietest room. */
  readonly threshold: number;
  /** The loudness of speech as a multiple of the noise. */
  readonly ratio: number;
  /** The time for which it must be loud before it is a voice, and not a click. Milliseconds. */
  readonly attackMs: number;
}

const defaults: GateOptions = { threshold: 0.012, ratio: 3, attackMs: 60 };

const loudnessOf = (samples: Int16Array): number => {
  let sum = 0;
  for (const sample of samples) sum += (sample / 32768) ** 2;
  return Math.sqrt(sum / Math.max(1, samples.length));
};

/** Tells voices from noise by their loudness, whose floor follows the room. */
export const newGate = (sampleRate: number, options: Partial<GateOptions> = {}) => {
  const { threshold, ratio, attackMs } = { ...defaults, ...options };
  let floor = threshold / ratio;
  let loudMs = 0;
  let silentMs: number | undefined;
  return {
    add: (samples: Int16Array): GateState => {
      const ms = (samples.length / sampleRate) * 1000;
      const loudness = loudnessOf(samples);
      const isLoud = loudness > Math.max(threshold, floor * ratio);
      // Down at once, and up in some seconds: a fan is noise, and a long word is not.
      floor = loudness < floor ? loudness : floor + (loudness - floor) * Math.min(1, ms / 8000);
      loudMs = isLoud ? loudMs + ms : 0;
      const isVoice = loudMs >= attackMs;
      if (isVoice) silentMs = 0;
      else if (silentMs !== undefined) silentMs += ms;
      return { isVoice, silentMs, loudness };
    },
    reset: (): void => {
      silentMs = undefined;
    },
  };
};

export interface TurnOptions {
  /** The silence after which a turn with a final mark is over. Milliseconds. */
  readonly silenceMs: number;
  /** The same for words without one, such as “I would like …”. */
  readonly longSilenceMs: number;
}

const endsSentence = /[.!?…。！？]["'”’)\]]*$/u;

/** Recognizers may still change words that have just come. */
const stableMs = 250;
/** The longest time after a voice in which a recognizer returns its words. */
export const lateMs = 3000;

/** The words of a turn so far. */
export interface TurnWords {
  readonly text: string;
  /** The recognizer has no words that may still change. */
  readonly isFinal: boolean;
  /** The time since they changed last. Milliseconds. */
  readonly unchangedMs: number;
}

/** The silence in milliseconds that ends the turn of the user; undefined: it is not over. */
export const silenceAfter = (
  { text, isFinal, unchangedMs }: TurnWords,
  { isVoice, silentMs = Infinity }: Pick<GateState, 'isVoice' | 'silentMs'>,
  { silenceMs, longSilenceMs }: TurnOptions,
): number | undefined => {
  if (text === '' || unchangedMs < stableMs) return undefined;
  // In a room that is never silent, the recognizer notices that nobody goes on.
  if (isVoice) return isFinal && unchangedMs >= 2 * longSilenceMs ? unchangedMs : undefined;
  // Nor does the gate notice somebody who speaks softly.
  const silence = silentMs - unchangedMs > lateMs ? unchangedMs : silentMs;
  return silence >= (endsSentence.test(text) ? silenceMs : longSilenceMs) ? silence : undefined;
};
