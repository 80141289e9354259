import type { Turn } from '#lib/contract/transcripts.ts';

/** Models change case, spaces and quotation marks when they copy. Words stay. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** A shorter quote occurs in almost any turn. */
const leastCharacters = 3;

/** Whether words occur in a turn: in what was said, or in a call of a tool. */
export const findQuote = (turn: Turn | undefined, quote: string): boolean => {
  if (!turn) return false;
  const words = plain(quote);
  const said = plain(turn.text);
  if (words === '') return false;
  if (words === said) return true;
  if (words.length < leastCharacters) return false;
  return said.includes(words) || turn.tool_calls.some((call) => plain(JSON.stringify(call)).includes(words));
};
