import { fold } from '../text.ts';

/*
 * What a word is: a run of letters, digits and the marks over them, with case, accents and width folded away. Scripts
 * that are written without spaces have no words to find by themselves: a run of theirs is found by any part of it,
 * and is indexed by its pairs of characters.
 */

const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

const makePatterns = () => {
  const unspaced = unspacedScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('');
  return {
    runs: /[\p{L}\p{N}\p{M}]+/gu,
    parts: new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu'),
    beginsUnspaced: new RegExp(`^[${unspaced}]`, 'u'),
  };
};

let made: ReturnType<typeof makePatterns> | undefined;

/** Made where the first words are: they look up Unicode's tables, a millisecond of each cold start otherwise. */
const patterns = () => {
  made ??= makePatterns();
  return made;
};

const ascii = /^[\0-\x7f]*$/;

/** A word, or a run of a script without spaces, as it is compared. */
export interface Word {
  readonly text: string;
  readonly unspaced: boolean;
}

/** A word with its place in the text as it was written. */
export interface PlacedWord extends Word {
  readonly start: number;
  readonly end: number;
}

const wordsOfRun = (run: string): Word[] => {
  if (ascii.test(run)) return [{ text: run.toLowerCase(), unspaced: false }];
  // Folding may bring signs between letters: ½ becomes 1⁄2.
  const { runs, parts, beginsUnspaced } = patterns();
  return [...fold(run).matchAll(runs)]
    .flatMap(([folded]) => folded.match(parts) ?? [])
    .map((text) => ({ text, unspaced: beginsUnspaced.test(text) }));
};

/** The words of a text, in their order. */
export const placedWords = (text: string): PlacedWord[] =>
  [...text.matchAll(patterns().runs)].flatMap(({ 0: run, index: start }) =>
    wordsOfRun(run).map((word) => ({ ...word, start, end: start + run.length })),
  );

/** No index key grows beyond what DynamoDB takes; what is longer is found by its beginning, and then compared whole. */
const longestToken = 64;

/** By what a word is found in the index: itself, or its pairs of characters and its last one. */
export const tokensOf = ({ text, unspaced: pairs }: Word): string[] => {
  const characters = [...text];
  if (!pairs) return [characters.slice(0, longestToken).join('')];
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
};

/** The different tokens of some texts. */
export const tokensOfTexts = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => placedWords(text).flatMap(tokensOf)));

/** One thing that has to occur. */
export interface Term extends Word {
  /** It is the beginning of a word. */
  readonly prefix: boolean;
}

export const maxTerms = 10;

/** Shorter beginnings would be those of nearly everything. */
export const minPrefix = 2;

/** What is asked for: every word of it, `word*` for a beginning. */
export const parseQuery = (query: string): Term[] => {
  const terms = placedWords(query).map(({ text, unspaced: pairs, end }) => ({
    text,
    unspaced: pairs,
    prefix: !pairs && query[end] === '*',
  }));
  const seen = new Map(terms.map((term) => [JSON.stringify(term), term]));
  return [...seen.values()];
};

/** The tokens that every text with the term in it has; none for a beginning, which has many words. */
export const requiredTokens = ({ text, unspaced: pairs, prefix }: Term): string[] => {
  if (prefix) return [];
  const tokens = tokensOf({ text, unspaced: pairs });
  // The last character may have another one after it in the text: only the pairs are certain.
  return pairs ? tokens.slice(0, -1) : tokens;
};

/** With what all tokens begin that could hold the term, where there is no one token that must be there. */
export const tokenPrefix = ({ text, unspaced: pairs }: Term): string =>
  pairs ? ([...text][0] ?? '') : [...text].slice(0, longestToken).join('');

/** Whether a word is what a term asks for. */
export const answersTerm = (word: Word, term: Term): boolean => {
  if (word.unspaced !== term.unspaced) return false;
  if (term.unspaced) return word.text.includes(term.text);
  return term.prefix ? word.text.startsWith(term.text) : word.text === term.text;
};
