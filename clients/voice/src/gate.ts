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

/** Whether the turn of the user is over. */
export const isTurnOver = (
  text: string,
  { isVoice, silentMs = 0 }: Pick<GateState, 'isVoice' | 'silentMs'>,
  { silenceMs, longSilenceMs }: TurnOptions,
): boolean => text !== '' && !isVoice && silentMs >= (endsSentence.test(text) ? silenceMs : longSilenceMs);
