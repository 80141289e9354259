/** The part of a text that is heard at a moment. */
export interface Caption {
  /** The words that were heard. */
  readonly before: string;
  /** The word that is heard. */
  readonly word: string;
  readonly after: string;
  /** The whole sentence. */
  readonly sentence: string;
}

/** About three lines of the pane. */
const longest = 130;
const kept = 60;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const startOfWord = (text: string, at: number): number => text.lastIndexOf(' ', Math.max(0, at - 1)) + 1;

/** The sentence at a place of the text, or the part of it that fits, around the word that is heard. */
export const captionAt = (text: string, at: number): Caption => {
  const place = Math.min(at, Math.max(0, text.length - 1));
  const found = sentences.segment(text).containing(place);
  if (!found) return { before: '', word: '', after: '', sentence: '' };
  const { segment: sentence, index } = found;
  const inside = place - index;
  const from = sentence.length > longest ? startOfWord(sentence, Math.max(0, inside - kept)) : 0;
  const shown = sentence.slice(from);
  const start = startOfWord(shown, inside - from + 1);
  const next = shown.indexOf(' ', inside - from);
  const end = next === -1 ? shown.length : next;
  const rest = shown.slice(end);
  const room = longest - end;
  const after = rest.length > room ? rest.slice(0, Math.max(0, rest.lastIndexOf(' ', room))) : rest;
  return { before: shown.slice(0, start), word: shown.slice(start, end), after, sentence: sentence.trim() };
};
