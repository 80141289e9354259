const address = /https:\/\/[^\s<>"'`]+/g;

/** Punctuation at the end of an address belongs to the sentence. */
const trimmed = (url: string): string => url.replace(/[.,:;!?)\]}*_]+$/, '');

/** A text as nodes: addresses are links, and everything else is text, whatever it looks like. */
export const withLinks = (text: string): (string | HTMLAnchorElement)[] => {
  const parts: (string | HTMLAnchorElement)[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = trimmed(found);
    if (!URL.canParse(url)) continue;
    const link = document.createElement('a');
    link.href = url;
    link.rel = 'noopener nofollow noreferrer';
    link.target = '_blank';
    link.textContent = url;
    parts.push(text.slice(at, index), link);
    at = index + url.length;
  }
  return [...parts, text.slice(at)];
};
