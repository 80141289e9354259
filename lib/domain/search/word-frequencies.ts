/*
 * Which of two words is the rarer one, as far as a sample of conversations tells. Only common words have to be known:
 * what is not among them is rare.
 */

/** In how many of some conversations each of their more common words occurs. */
export interface WordFrequencies {
  readonly conversations: number;
  readonly counts: ReadonlyMap<string, number>;
}

export const noFrequencies: WordFrequencies = { conversations: 0, counts: new Map() };

/** So many words are kept, and as many again before the rarer half goes. */
const keptWords = 2000;

/** After so many conversations all counts are halved: what is spoken of changes. */
const halvedAfter = 2000;

const mostCommon = (counts: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...counts].sort(([, one], [, other]) => other - one).slice(0, keptWords));

const halved = (counts: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...counts].map(([word, count]) => [word, count >> 1] as const).filter(([, count]) => count > 0));

/** The frequencies with one conversation more. */
export const withConversation = (known: WordFrequencies, words: Iterable<string>): WordFrequencies => {
  const counts = new Map(known.counts);
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const conversations = known.conversations + 1;
  if (conversations >= halvedAfter) return { conversations: conversations >> 1, counts: halved(counts) };
  return { conversations, counts: counts.size > 2 * keptWords ? mostCommon(counts) : counts };
};

/** In which part of all conversations a word occurs; nothing is quite impossible. */
export const frequencyOf = ({ conversations, counts }: WordFrequencies, word: string): number =>
  ((counts.get(word) ?? 0) + 0.5) / (conversations + 1);
