/** Divides words that a model is still generating into pieces that can be spoken. */
export interface Sentences {
  /** Adds words, and returns the pieces that are thereby whole. */
  readonly add: (words: string) => string[];
  /** The rest. */
  readonly end: () => string[];
}

/** A first piece of at least so many characters may end with a clause. */
const shortestClause = 20;
/** A piece without punctuation ends with the word after which it has so many characters. */
const longestPiece = 240;

/** Common abbreviations before a full stop, in lower case. Single letters are abbreviations in any case. */
const abbreviations = new Set(
  'approx bzw ca dr etc evtl ext ggf inkl max min mr mrs ms no nr prof sog st str tel usw vs zzgl'.split(' '),
);

const endsWithAbbreviation = (before: string): boolean => {
  const word = /(\S+)$/.exec(before)?.[1] ?? '';
  const last = /([\p{L}\p{N}]+)$/u.exec(word)?.[1] ?? '';
  // "3." may be a date's day, and "z. B." or "U.S." go on. A piece that waits costs less than a wrong pause.
  return /^\p{L}$/u.test(last) || /^\d{1,2}$/.test(last) || abbreviations.has(last.toLowerCase());
};

/** The end of the first sentence, with the white space after it; undefined: not yet. */
const sentenceEnd = (text: string): number | undefined => {
  for (const { index, 0: found, 1: mark = '' } of text.matchAll(/([.!?…]+["'”’)\]]*)\s+|([。！？]|\n)/gu)) {
    if (mark === '.' && endsWithAbbreviation(text.slice(0, index))) continue;
    return index + found.length;
  }
  return undefined;
};

const clauseEnd = (text: string): number | undefined => {
  for (const { index, 0: found } of text.matchAll(/[,;:–—]\s+|[，、]/gu)) {
    if (index + 1 >= shortestClause) return index + found.length;
  }
  return undefined;
};

const wordEnd = (text: string): number | undefined => {
  if (text.length <= longestPiece) return undefined;
  const at = text.lastIndexOf(' ', longestPiece);
  return at > 0 ? at + 1 : longestPiece;
};

/** The pieces together are the words, so that what was heard can be found in them. */
export const newSentences = (): Sentences => {
  let rest = '';
  let isFirst = true;
  const take = (end: number): string => {
    const piece = rest.slice(0, end);
    rest = rest.slice(end);
    isFirst = false;
    return piece;
  };
  return {
    add: (words) => {
      rest += words;
      const pieces: string[] = [];
      for (;;) {
        const ends = [sentenceEnd(rest), isFirst ? clauseEnd(rest) : undefined, wordEnd(rest)];
        const known = ends.filter((end) => end !== undefined);
        if (known.length === 0) return pieces;
        const piece = take(Math.min(...known));
        if (piece.trim() === '') rest = piece + rest;
        else pieces.push(piece);
        if (piece.trim() === '') return pieces;
      }
    },
    end: () => (rest.trim() === '' ? [] : [take(rest.length)]),
  };
};

/** The pieces of words that are whole. */
export const sentencesIn = (words: string): string[] => {
  const sentences = newSentences();
  return [...sentences.add(words), ...sentences.end()];
};
