/** The part of an answer that was played. */
export interface HeardSound {
  readonly turn: number;
  readonly characters: number;
}

/** A sentence of an answer, as the stream has it. */
export interface SpokenSentence {
  readonly turn: number;
  /** The length of the answer's text up to its end. */
  readonly characters: number;
  /** Base64; null: it has no audio. */
  readonly data: string | null;
}

/** A sentence that is played from `starts_at` to `ends_at`, by the clock of the audio context. */
export interface PlayedSentence {
  readonly buffer: AudioBuffer;
  readonly turn: number;
  /** The part of the answer's text that it is. */
  readonly from: number;
  readonly until: number;
  readonly starts_at: number;
  readonly ends_at: number;
}

interface PlayingPart extends PlayedSentence {
  readonly source: AudioBufferSourceNode;
}

const bytesOf = (data: string): ArrayBuffer => Uint8Array.from(atob(data), (one) => one.charCodeAt(0)).buffer;

/** Plays the sentences of an answer one after the other. */
export const newPlayer = (
  context: AudioContext,
  onIdle: () => void,
  onPlay?: (sentence: PlayedSentence) => void,
) => {
  let playing: PlayingPart[] = [];
  let last: { readonly turn: number; readonly characters: number } | undefined;
  let heard: HeardSound | undefined;
  let generation = 0;
  let undecoded = 0;
  let adding: Promise<unknown> = Promise.resolve();

  const isPlaying = (): boolean => playing.length > 0 || undecoded > 0;
  const tellIdle = (): void => {
    if (!isPlaying()) onIdle();
  };

  const start = (buffer: AudioBuffer, { turn, characters }: SpokenSentence, from: number): void => {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const starts_at = Math.max(context.currentTime, playing.at(-1)?.ends_at ?? 0);
    const ends_at = starts_at + buffer.duration;
    const one = { source, buffer, turn, from, until: characters, starts_at, ends_at };
    playing.push(one);
    onPlay?.(one);
    source.onended = () => {
      playing = playing.filter((other) => other !== one);
      heard = { turn, characters };
      tellIdle();
    };
    source.start(starts_at);
  };

  const play = async (sentence: SpokenSentence, begun: number): Promise<void> => {
    const { turn, characters, data } = sentence;
    const from = last?.turn === turn ? last.characters : 0;
    last = { turn, characters };
    if (data === null || context.state === 'closed') return;
    // Audio that this browser cannot decode is left out, as audio that is missing.
    const buffer = await context.decodeAudioData(bytesOf(data)).catch(() => undefined);
    // The page may have closed it meanwhile.
    const isOpen = (context.state as string) !== 'closed';
    if (buffer && isOpen && begun === generation) start(buffer, sentence, from);
  };

  /** The part that was played; undefined: nothing is playing. */
  const progress = (): HeardSound | undefined => {
    const [current] = playing;
    if (!current) return undefined;
    const { turn, from, until, starts_at, ends_at } = current;
    const share = Math.min(1, Math.max(0, (context.currentTime - starts_at) / (ends_at - starts_at)));
    const before = heard?.turn === turn ? heard.characters : from;
    return { turn, characters: Math.max(before, Math.round(from + (until - from) * share)) };
  };

  return {
    /** Something is heard, or will be once it is decoded. */
    isPlaying,
    progress,
    /** The part that was played to the end of a sentence; undefined: none was. */
    heard: (): HeardSound | undefined => heard,
    /** Plays a sentence after those before it. */
    add: (sentence: SpokenSentence): void => {
      const begun = generation;
      undecoded += 1;
      adding = adding.then(async () => {
        if (begun !== generation) return;
        await play(sentence, begun);
        if (begun !== generation) return;
        undecoded -= 1;
        tellIdle();
      });
    },
    /** Stops within one quantum of audio, and returns what was heard; undefined: nothing was playing. */
    stop: (): HeardSound | undefined => {
      generation += 1;
      undecoded = 0;
      const stopped = progress();
      for (const { source } of playing) {
        source.onended = null;
        source.stop();
      }
      playing = [];
      return stopped;
    },
  };
};
