/** Text so that case, accents and width do not matter when it is compared. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    // Accents over Latin, Greek and Cyrillic letters; the vowel signs of other scripts are letters of theirs.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    // There and back, so that what is one letter in lower case and two in upper case is found by either, also as ẞ.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');

/** As much of a folded name as is sorted by: its key in the index of names is bounded. */
const maxNameKey = 200;

/** What a name is found by, or the beginning of one: never half of a character, which could not be written. */
export const nameKeyOf = (name: string): string =>
  fold(name)
    .slice(0, maxNameKey)
    .replace(/[\ud800-\udbff]$/, '');

/** The longest beginning of so many bytes of UTF-8, with an ellipsis where something is left out. */
export const cut = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  const ellipsis = '…';
  const whole = Buffer.from(text).subarray(0, bytes - Buffer.byteLength(ellipsis));
  // A character cut in two decodes to the replacement character.
  const kept = new TextDecoder().decode(whole).replace(/\uFFFD+$/, '');
  return `${kept.trimEnd()}${ellipsis}`;
};
