/** The part of an answer that was played. */
export interface HeardSound {
  readonly turn: number;
  readonly characters: number;
}

/** A sentence of an answer, as the stream has it. */
export interface SpokenSentence {
  readonly turn: number;
  /** Its number in the answer, from 0. */
  readonly sentence: number;
  /** The length of the answer's text up to its end. */
  readonly characters: number;
  /** False: it is played to its end, whatever is stopped. */
  readonly interruptible?: boolean;
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
  readonly mayStop: boolean;
}

const mayStop = ({ interruptible }: SpokenSentence): boolean => interruptible !== false;

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
  /** Those that are not decoded yet. */
  const coming = new Set<SpokenSentence>();
  let adding: Promise<unknown> = Promise.resolve();

  const isPlaying = (): boolean => playing.length > 0 || coming.size > 0;
  const tellIdle = (): void => {
    if (!isPlaying()) onIdle();
  };

  const start = (buffer: AudioBuffer, sentence: SpokenSentence, from: number): void => {
    const { turn, characters } = sentence;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    const starts_at = Math.max(context.currentTime, playing.at(-1)?.ends_at ?? 0);
    const ends_at = starts_at + buffer.duration;
    const place = { turn, from, until: characters, starts_at, ends_at };
    const one = { source, buffer, ...place, mayStop: mayStop(sentence) };
    playing.push(one);
    onPlay?.(one);
    source.onended = () => {
      playing = playing.filter((other) => other !== one);
      heard = { turn, characters };
      tellIdle();
    };
    source.start(starts_at);
  };

  const play = async (sentence: SpokenSentence): Promise<void> => {
    const { turn, characters, data } = sentence;
    // An answer that is made again, because the one before has failed, has the same turn.
    if (sentence.sentence === 0) {
      last = undefined;
      heard = undefined;
    }
    const from = last?.turn === turn ? last.characters : 0;
    last = { turn, characters };
    if (data === null || context.state === 'closed') return;
    // Audio that this browser cannot decode is left out, as audio that is missing.
    const buffer = await context.decodeAudioData(bytesOf(data)).catch(() => undefined);
    // The page may have closed it meanwhile.
    const isOpen = (context.state as string) !== 'closed';
    if (buffer && isOpen && coming.has(sentence)) start(buffer, sentence, from);
  };

  const progressOf = (current: PlayingPart | undefined): HeardSound | undefined => {
    if (!current) return undefined;
    const { turn, from, until, starts_at, ends_at } = current;
    const share = Math.min(1, Math.max(0, (context.currentTime - starts_at) / (ends_at - starts_at)));
    const before = heard?.turn === turn ? heard.characters : from;
    return { turn, characters: Math.max(before, Math.round(from + (until - from) * share)) };
  };

  return {
    /** Something is heard, or will be once it is decoded. */
    isPlaying,
    /** The part that was played; undefined: nothing is playing. */
    progress: (): HeardSound | undefined => progressOf(playing[0]),
    /** The part that was played to the end of a sentence; undefined: none was. */
    heard: (): HeardSound | undefined => heard,
    /** Plays a sentence after those before it. */
    add: (sentence: SpokenSentence): void => {
      coming.add(sentence);
      adding = adding.then(async () => {
        if (coming.has(sentence)) await play(sentence);
        if (coming.delete(sentence)) tellIdle();
      });
    },
    /**
     * Stops within one quantum of audio what may be interrupted, and returns what was heard of the answer;
     * undefined: none of its words were playing, or about to.
     */
    stop: (): HeardSound | undefined => {
      const dropped = [...coming].filter(mayStop);
      for (const sentence of dropped) coming.delete(sentence);
      const stopped = playing.filter((one) => one.mayStop);
      for (const { source } of stopped) {
        source.onended = null;
        source.stop();
      }
      playing = playing.filter((one) => !one.mayStop);
      // Words that are not of the answer interrupt nothing.
      const unplayed = dropped.find(({ characters }) => characters > 0);
      const before = unplayed && heard?.turn === unplayed.turn ? heard.characters : 0;
      const sound =
        progressOf(stopped.find(({ from, until }) => until > from)) ??
        (unplayed && { turn: unplayed.turn, characters: before });
      if (!sound && stopped.length + dropped.length > 0) tellIdle();
      return sound;
    },
  };
};
