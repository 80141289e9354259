/** The words for moments in which a caller would hear nothing. Null: there are none. */
export interface SilenceWords {
  /** Spoken before the first answer, and not to be interrupted. */
  readonly disclosure: string | null;
  /** Spoken once, if a model is slow. */
  readonly filler: string | null;
  /** Spoken while a tool works, again and again. */
  readonly working: string | null;
  readonly failure_message: string;
}

const limits = { fillerMs: 700, failureMs: 8000 } as const;

/** The time of what does not happen. */
export const never = Number.POSITIVE_INFINITY;

/** The words that follow if there are no others until then; null: the answer has failed. */
export interface EndOfSilence {
  readonly at: number;
  readonly words: string | null;
}

/** The silence of an answer: what breaks it, in a call and in a page, while its words do not come. */
export const newSilence = (wordsNow: () => Pick<SilenceWords, 'filler' | 'working'>, now: () => number) => {
  /** The model, or a tool, is waited for since then. */
  let awaitedSince = now();
  let quietSince = awaitedSince;
  let hasFilled = false;
  let isWorking = false;
  return {
    /** Words are spoken. */
    broken: (): void => {
      hasFilled = true;
      quietSince = now();
    },
    /** A tool works, or the model goes on. */
    works: (does: boolean): void => {
      if (does !== isWorking) awaitedSince = now();
      isWorking = does;
    },
    /** Words come that can be read, although they are not spoken yet. */
    read: (): void => {
      awaitedSince = now();
    },
    end: (): EndOfSilence => {
      const words = wordsNow()[isWorking ? 'working' : 'filler'];
      const isMasked = words !== null && (isWorking || !hasFilled);
      const awaited = Math.max(awaitedSince, quietSince);
      const fillAt = (isWorking ? awaited : quietSince) + limits.fillerMs;
      const againAt = quietSince + limits.failureMs;
      const maskAt = isMasked ? (hasFilled ? againAt : fillAt) : never;
      // A tool has a limit of its own.
      const failAt = isWorking ? never : awaited + limits.failureMs;
      return maskAt <= failAt ? { at: maskAt, words } : { at: failAt, words: null };
    },
  };
};
