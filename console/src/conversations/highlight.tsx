import { wordsOf } from './search.ts';

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Whether a word of the text is one of the words that were searched for, ignoring case and accents. */
const isSought = (word: string, sought: readonly string[]): boolean =>
  sought.some((one) => (one.endsWith('*') ? word.startsWith(one.slice(0, -1)) : word === one));

/** A text with the words of a search marked. */
export const Highlight = ({ text, q }: { readonly text: string; readonly q?: string | undefined }) => {
  const sought = wordsOf(q).map(fold);
  if (sought.length === 0) return <>{text}</>;
  let at = 0;
  return (
    <>
      {text.split(/([\p{L}\p{M}\p{N}]+)/u).map((part) => {
        const key = at;
        at += part.length;
        return isSought(fold(part), sought) ? <mark key={key}>{part}</mark> : part;
      })}
    </>
  );
};
