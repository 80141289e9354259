import type { FetchedFile, FetchedType } from 'voice-agent-platform-client';

/** A text that becomes a document. */
export interface FileText {
  readonly name: string;
  readonly text: string;
}

/** The reason why a file has no text that can be used. */
export type FileProblem = 'kind' | 'large' | 'pages' | 'slow' | 'protected' | 'broken' | 'empty';

export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

const mostBytes = 20_000_000;
const mostPages = 500;
const mostMs = 60_000;

/** The API takes 204,800 bytes of UTF-8 (`DocumentInput`). */
const partBytes = 200_000;

/** Reads page by page in this tab, which stays usable in between. */
const textOfPdf = async (bytes: ArrayBuffer): Promise<string> => {
  const { getDocumentProxy } = await import('unpdf');
  // Warnings about damaged files would go to the browser's console.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: Error) => {
    throw new UnreadableFile(error.name === 'PasswordException' ? 'protected' : 'broken');
  });
  try {
    if (pdf.numPages > mostPages) throw new UnreadableFile('pages');
    const end = Date.now() + mostMs;
    const pages: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      if (Date.now() > end) throw new UnreadableFile('slow');
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    }
    return pages.join('\n\n');
  } finally {
    await pdf.loadingTask.destroy();
  }
};

const unsaid = 'script, style, noscript, template, svg, nav, iframe, object, form, dialog, [hidden]';
const blocks =
  'address, article, aside, blockquote, br, dd, div, dl, dt, figcaption, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, tr, ul';
const paragraphEnd = '\u2029';

/** The text of a page, which is parsed without running or loading anything of it. */
const textOfHtml = (html: string): string => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(unsaid)) element.remove();
  for (const element of page.querySelectorAll(blocks)) {
    element.before(paragraphEnd);
    element.after(paragraphEnd);
  }
  for (const cell of page.querySelectorAll('td, th')) cell.append(' ');
  return (page.querySelector('main') ?? page.body).textContent
    .split(paragraphEnd)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
};

/** Texts of before Unicode are mostly in the encoding of Windows. */
const decoded = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const htmlDecoded = (bytes: ArrayBuffer): string => textOfHtml(decoded(bytes));

const readers = new Map<string, (bytes: ArrayBuffer) => string | Promise<string>>([
  ['txt', decoded],
  ['md', decoded],
  ['markdown', decoded],
  ['csv', decoded],
  ['html', htmlDecoded],
  ['htm', htmlDecoded],
  ['pdf', textOfPdf],
]);

const endings: Readonly<Record<FetchedType, string>> = {
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/pdf': 'pdf',
};

/** A file that was fetched, called as its address. */
export const fileOf = ({ url, content_type, data }: FetchedFile): File => {
  const { hostname, pathname } = new URL(url);
  const ending = endings[content_type];
  const name = `${hostname}${pathname}`.replace(/\/$/, '').replace(new RegExp(`\\.${ending}$`, 'i'), '');
  return new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], `${name}.${ending}`);
};

/** The files that can be read, as `<input accept>` takes them. */
export const readable = [...readers.keys()].map((ending) => `.${ending}`).join();

export const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Joins the pieces of a text as long as they fit into a part. A piece that does not fit alone is divided at
 * smaller breaks.
 */
const partsOf = (
  text: string,
  [separator = '', ...smaller]: readonly string[] = ['\n\n', '\n', ' ', ''],
): string[] => {
  if (bytesIn(text) <= partBytes) return [text];
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const piece of text.split(separator)) {
    for (const fitting of bytesIn(piece) <= partBytes ? [piece] : partsOf(piece, smaller)) {
      const more = bytesIn(fitting) + separator.length;
      if (bytes + more > partBytes) {
        parts.push([]);
        bytes = 0;
      }
      parts.at(-1)?.push(fitting);
      bytes += more;
    }
  }
  return parts.map((pieces) => pieces.join(separator).trim()).filter(Boolean);
};

/**
 * Reads the text of a file, and divides it into as many documents as it needs. Throws `UnreadableFile`. The
 * file itself stays in the browser.
 */
export const textsOf = async (file: File): Promise<FileText[]> => {
  const [, base = file.name, ending = ''] = /^(.*)\.(\w+)$/.exec(file.name) ?? [];
  const read = readers.get(ending.toLowerCase());
  if (!read) throw new UnreadableFile('kind');
  if (file.size > mostBytes) throw new UnreadableFile('large');
  const text = (await read(await file.arrayBuffer()))
    .replace(/\r\n?/g, '\n')
    // Characters that no text has on purpose.
    .replace(/[^\P{Cc}\n\t]|\ufeff/gu, '')
    .toWellFormed()
    .trim();
  if (!text) throw new UnreadableFile('empty');
  const parts = partsOf(text);
  const name = base.trim().slice(0, 180) || ending;
  return parts.map((part, at) => ({
    name: parts.length === 1 ? name : `${name} (${at + 1}/${parts.length})`,
    text: part,
  }));
};
