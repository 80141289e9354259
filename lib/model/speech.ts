/** A text that grows by the words of several steps. */
export interface Speech {
  /** Begins the words of another step, on a new line. */
  readonly begin: () => void;
  /** Adds words, and returns the text that has thereby become part of the whole. */
  readonly add: (words: string) => string;
  readonly text: () => string;
  /** Whether further words are left out. */
  readonly isFull: () => boolean;
}

/**
 * Collects words so that each step is trimmed and empty steps leave no line. White space is held back until a
 * word follows it, so that the returned parts together are exactly the text.
 */
export const newSpeech = (maxLength: number): Speech => {
  let text = '';
  let space = '';
  let begins = true;
  return {
    begin: () => {
      begins = true;
    },
    add: (words) => {
      const trimmed = words.trim();
      if (begins && trimmed === '') return '';
      const leading = words.slice(0, words.length - words.trimStart().length);
      if (begins) space = text === '' ? '' : '\n';
      else space += leading;
      begins = false;
      if (trimmed === '') return '';
      const added = `${space}${trimmed}`.slice(0, maxLength - text.length);
      space = words.slice(words.trimEnd().length);
      text += added;
      return added;
    },
    text: () => text,
    isFull: () => text.length >= maxLength,
  };
};
