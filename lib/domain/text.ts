import { invalid } from '#lib/contract/errors.ts';

/** Normalizes text for comparisons that ignore case, accents and width. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    // Accents of Latin, Greek and Cyrillic letters. In other scripts, vowel signs are letters and remain.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    // To upper case and back, so that ß, ẞ and ss become the same.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');

/** The maximum length of the sort key in the index of names. */
const maxNameKey = 200;

/**
 * The key of a name, or of the beginning of a name. It never ends within a surrogate pair, which could not be
 * stored.
 */
export const nameKeyOf = (name: string): string =>
  fold(name)
    .slice(0, maxNameKey)
    .replace(/[\ud800-\udbff]$/, '');

/**
 * The beginning of a text from outside. Halves of surrogate pairs, which could not be stored, become U+FFFD.
 */
export const shortened = (text: string, characters: number): string =>
  text.slice(0, characters).toWellFormed();

/** Shortens text to a number of UTF-8 bytes, with an ellipsis if something is omitted. */
export const cut = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  const ellipsis = '…';
  const whole = Buffer.from(text).subarray(0, bytes - Buffer.byteLength(ellipsis));
  // A truncated character decodes to the replacement character.
  const kept = new TextDecoder().decode(whole).replace(/\uFFFD+$/, '');
  return `${kept.trimEnd()}${ellipsis}`;
};

/**
 * The common prefix of the keys of all names with this beginning. Refuses a beginning without a key, which
 * would match every name.
 */
export const nameKeyBeginning = (name: string): string => {
  const key = nameKeyOf(name);
  if (key !== '') return key;
  throw invalid({ parameter: 'name', code: 'invalid', detail: 'must have characters other than accents' });
};
