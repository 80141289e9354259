import type { Phrase, PlacedWord, Term } from './words.ts';
import { answersTerm, placedWords } from './words.ts';

/** The index and the text of a turn that is searched. */
export type SearchedTurn = readonly [index: number, text: string];

export interface Match {
  readonly index: number;
  readonly text: string;
}

const maxMatches = 10;
const charactersAround = 70;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The place of a term in the text. The word around it can be much longer. */
const placeOf = (text: string, { start, end }: PlacedWord, term: Term): Place => {
  const within = Math.max(0, text.slice(start, end).toLowerCase().indexOf(term.text));
  return { start: start + within, end: Math.min(end, start + within + term.text.length) };
};

/** An excerpt of the text around a word, cut between words. */
const excerpt = (text: string, { start, end }: Place): string => {
  const from = start <= charactersAround ? 0 : text.indexOf(' ', start - charactersAround);
  const to =
    end + charactersAround >= text.length ? text.length : text.lastIndexOf(' ', end + charactersAround);
  // Text without spaces is cut anywhere except within a character.
  const first = from < 0 || from > start ? Math.max(0, start - charactersAround) : from;
  const last = to < end ? Math.min(text.length, end + charactersAround) : to;
  const whole = (at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at);
  const piece = text.slice(whole(first), whole(last)).trim();
  return `${first > 0 ? '…' : ''}${piece}${last < text.length ? '…' : ''}`;
};

/** The first word of a phrase, where its words follow each other. */
const beginningOf = (words: readonly PlacedWord[], phrase: Phrase): PlacedWord | undefined =>
  words.find((_, at) =>
    phrase.every((term, place) => {
      const word = words[at + place];
      return word !== undefined && answersTerm(word, term);
    }),
  );

/**
 * The first turns that contain a word or a phrase, if all of them occur in the turns. Undefined if one does
 * not occur.
 */
export const matchTurns = (
  turns: readonly SearchedTurn[],
  terms: readonly Term[],
  phrases: readonly Phrase[] = [],
): Match[] | undefined => {
  const missing = new Set<Term | Phrase>([...terms, ...phrases]);
  const matches: Match[] = [];
  for (const [index, text] of turns) {
    let first: Place | undefined;
    const words = placedWords(text);
    for (const phrase of phrases) {
      const [term] = phrase;
      const word = term && beginningOf(words, phrase);
      if (!word) continue;
      missing.delete(phrase);
      first ??= placeOf(text, word, term);
    }
    for (const word of words) {
      for (const term of terms) {
        if (!answersTerm(word, term)) continue;
        missing.delete(term);
        first ??= placeOf(text, word, term);
      }
    }
    if (first && matches.length < maxMatches) matches.push({ index, text: excerpt(text, first) });
    if (missing.size === 0 && matches.length === maxMatches) break;
  }
  return missing.size === 0 ? matches : undefined;
};
