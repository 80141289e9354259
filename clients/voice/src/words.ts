/** Words that a recognizer returned, which may still change while they are partial. */
export interface RecognizedWords {
  readonly id: string;
  readonly text: string;
  readonly partial: boolean;
}

interface Result {
  readonly ResultId?: string;
  readonly IsPartial?: boolean;
  readonly Alternatives?: readonly { readonly Transcript?: string }[];
}

/** The words in an event of Amazon Transcribe. */
export const recognizedIn = (body: unknown): RecognizedWords[] => {
  const { Transcript } = body as { readonly Transcript?: { readonly Results?: readonly Result[] } };
  return (Transcript?.Results ?? []).map(({ ResultId = '', IsPartial = false, Alternatives = [] }) => ({
    id: ResultId,
    text: (Alternatives[0]?.Transcript ?? '').trim(),
    partial: IsPartial,
  }));
};

/** The words of a turn of the user, from its results in their order. */
export const newWords = () => {
  let results = new Map<string, string>();
  let isOpen = false;
  // A turn can end before its last result is final, and its final words would begin the next turn.
  const used = new Map<string, number>();
  return {
    add: ({ id, text, partial }: RecognizedWords): void => {
      results.set(id, text);
      isOpen = partial;
    },
    /** The last of them do not change any more. */
    isFinal: (): boolean => !isOpen,
    text: (): string =>
      [...results]
        .map(([id, text]) =>
          text
            .split(/\s+/)
            .slice(used.get(id) ?? 0)
            .join(' '),
        )
        .filter((text) => text !== '')
        .join(' '),
    clear: (): void => {
      for (const [id, text] of results) used.set(id, text.split(/\s+/).length);
      results = new Map();
      isOpen = false;
    },
  };
};
