import { fold } from '../text.ts';

/*
 * A word is a run of letters, digits and their marks, without distinctions of case, accents and width.
 * Scripts without spaces have no word boundaries, so any part of a run in such a script can be found, and its
 * pairs of characters are indexed.
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

/**
 * Created with the first words, because they look up Unicode's tables, which would take a millisecond of each
 * cold start.
 */
const patterns = () => {
  made ??= makePatterns();
  return made;
};

const ascii = /^[\0-\x7f]*$/;

/** A word, or a run in a script without spaces, in its normalized form. */
export interface Word {
  readonly text: string;
  readonly unspaced: boolean;
}

/** A word with its place in the original text. */
export interface PlacedWord extends Word {
  readonly start: number;
  readonly end: number;
}

const wordsOfRun = (run: string): Word[] => {
  if (ascii.test(run)) return [{ text: run.toLowerCase(), unspaced: false }];
  // Folding may insert signs between letters: ½ becomes 1⁄2.
  const { runs, parts, beginsUnspaced } = patterns();
  return [...fold(run).matchAll(runs)]
    .flatMap(([folded]) => folded.match(parts) ?? [])
    .map((text) => ({ text, unspaced: beginsUnspaced.test(text) }));
};

/** The words of a text in order. */
export const placedWords = (text: string): PlacedWord[] =>
  [...text.matchAll(patterns().runs)].flatMap(({ 0: run, index: start }) =>
    wordsOfRun(run).map((word) => ({ ...word, start, end: start + run.length })),
  );

/**
 * The maximum length of a token, because DynamoDB limits keys. A longer word is found by its prefix, and then
 * compared as a whole.
 */
const longestToken = 64;

/**
 * The tokens that represent a word in the index: the word itself, or its pairs of characters and the last
 * one.
 */
export const tokensOf = ({ text, unspaced: pairs }: Word): string[] => {
  const characters = [...text];
  if (!pairs) return [characters.slice(0, longestToken).join('')];
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
};

/** The distinct tokens of texts. */
export const tokensOfTexts = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => placedWords(text).flatMap(tokensOf)));

/** A word or a prefix that a match must contain. */
export interface Term extends Word {
  /** Whether it is only the beginning of a word. */
  readonly prefix: boolean;
}

export const maxTerms = 10;

/** Shorter prefixes would match almost everything. */
export const minPrefix = 2;

const termsIn = (text: string): Term[] =>
  placedWords(text).map(({ text: word, unspaced: pairs, end }) => ({
    text: word,
    unspaced: pairs,
    prefix: !pairs && text[end] === '*',
  }));

const distinct = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

/** Parses a query. A match must contain every word; `word*` is the beginning of a word. */
export const parseQuery = (query: string): Term[] => distinct(termsIn(query));

/** Words that follow each other in a turn. */
export type Phrase = readonly Term[];

const quotationMarks = /["“”„«»]/;

/** The single words of a query, and its phrases; undefined if a quotation mark is not closed. */
export const unitsOf = (
  query: string,
): { readonly words: readonly Term[]; readonly phrases: readonly Phrase[] } | undefined => {
  const parts = query.split(quotationMarks);
  if (parts.length % 2 === 0) return undefined;
  const quoted = parts.filter((_, at) => at % 2 === 1).map(termsIn);
  const alone = parts.filter((_, at) => at % 2 === 0).flatMap(termsIn);
  return {
    words: distinct([...alone, ...quoted.flatMap((phrase) => (phrase.length === 1 ? phrase : []))]),
    phrases: quoted.filter((phrase) => phrase.length > 1),
  };
};

/** Whether a word of a query follows a minus sign, by which other searches exclude it. */
export const excludesWord = (query: string): boolean => /(?:^|\s)[-−]["“”„«]?[\p{L}\p{N}]/u.test(query);

/** The tokens that every text with this term has. A prefix has none, because it stands for many words. */
export const requiredTokens = ({ text, unspaced: pairs, prefix }: Term): string[] => {
  if (prefix) return [];
  const tokens = tokensOf({ text, unspaced: pairs });
  // In the text, another character may follow the last one, so only the pairs are certain.
  return pairs ? tokens.slice(0, -1) : tokens;
};

/** The common prefix of all tokens that may contain the term, for terms without a required token. */
export const tokenPrefix = ({ text, unspaced: pairs }: Term): string =>
  pairs ? ([...text][0] ?? '') : [...text].slice(0, longestToken).join('');

/** Whether a word matches a term. */
export const answersTerm = (word: Word, term: Term): boolean => {
  if (word.unspaced !== term.unspaced) return false;
  if (term.unspaced) return word.text.includes(term.text);
  return term.prefix ? word.text.startsWith(term.text) : word.text === term.text;
};
