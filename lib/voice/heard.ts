import type { HeardPart } from './frames.ts';

/** The parts of an answer's text. Both together are the text, except for white space where it was cut. */
interface HeardText {
  readonly text: string;
  readonly unheard: string;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

const wordsOf = (text: string): { readonly word: string; readonly end: number }[] =>
  [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word: word.normalize('NFKC').toLowerCase(),
    end: index + word.length,
  }));

const cutAt = (text: string, end: number): HeardText => {
  // A mark that follows a word without a space belongs to it, such as a full stop.
  const closing = /^[^\s\p{L}\p{N}]*/u.exec(text.slice(end))?.[0].length ?? 0;
  const at = end === 0 ? 0 : end + closing;
  return { text: text.slice(0, at).trimEnd(), unheard: text.slice(at).trimStart() };
};

/** The place in the text at which the utterance ends, by its words; undefined if they are not in it. */
const endOfUtterance = (text: string, utterance: string): number | undefined => {
  const said = wordsOf(text);
  const heard = wordsOf(utterance);
  if (heard.length === 0) return 0;
  const startsAt = (from: number, count: number) =>
    heard.slice(0, count).every(({ word }, at) => said[from + at]?.word === word);
  const { length } = heard;
  // The channel reports the answer from its beginning, or only its last piece, which may break off in a word.
  for (let from = 0; from + length <= said.length; from += 1) {
    if (startsAt(from, length)) return said[from + length - 1]?.end;
    const broken = heard.at(-1)?.word ?? '';
    if (length > 1 && startsAt(from, length - 1) && said[from + length - 1]?.word.startsWith(broken)) {
      return said[from + length - 2]?.end;
    }
  }
  return undefined;
};

/** The greatest number of characters of whole words. */
const wholeWords = (text: string, characters: number): number =>
  wordsOf(text).findLast(({ end }) => end <= characters)?.end ?? 0;

/** Divides the text of an answer where its caller interrupted it. */
export const heardOf = (text: string, part: HeardPart): HeardText => {
  if ('characters' in part) {
    if (part.characters >= text.length) return { text, unheard: '' };
    return cutAt(text, wholeWords(text, part.characters));
  }
  const end = endOfUtterance(text, part.utterance);
  // A channel that speaks numbers as words reports words that are not in the text. They were heard.
  if (end === undefined) return { text: part.utterance.trim(), unheard: '' };
  return cutAt(text, end);
};

/** Whether words that were heard are in a text. None are in every text, and tell nothing. */
export const hasWords = (text: string, utterance: string): boolean =>
  wordsOf(utterance).length > 0 && endOfUtterance(text, utterance) !== undefined;

/** Longer than a voice takes for a text. */
export const spokenWithinMs = (text: string): number => 1000 + (text.length / 12) * 1000;

/** More than voices speak in a second, so that no word is lost that was heard. */
const charactersPerSecond = 20;

/** Less than a voice takes for a text. */
export const playsAtLeastMs = (text: string): number => (text.length / charactersPerSecond) * 1000;

/** The part of a text that can have been heard in this time, if nobody reports it. */
export const playedWithin = (text: string, ms: number): HeardText =>
  heardOf(text, { characters: Math.max(0, Math.floor((ms / 1000) * charactersPerSecond)) });
