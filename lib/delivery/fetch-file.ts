import type { FetchedType } from '#lib/contract/documents.ts';
import { maxFetchedBytes } from '#lib/contract/documents.ts';
import { invalid } from '#lib/contract/errors.ts';
import { download } from './download.ts';
import { DeliveryError } from './errors.ts';

/** The time for all of it: the redirects, and the last byte. */
const timeoutMs = 10_000;

const types = new Map<string, FetchedType>([
  ['text/html', 'text/html'],
  ['application/xhtml+xml', 'text/html'],
  ['text/plain', 'text/plain'],
  ['text/markdown', 'text/markdown'],
  ['text/x-markdown', 'text/markdown'],
  ['text/csv', 'text/csv'],
  ['application/pdf', 'application/pdf'],
]);

const accept = 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.8';

interface FetchedBytes {
  readonly content_type: FetchedType;
  readonly data: Buffer;
}

const refused = (detail: string) => invalid({ pointer: '/url', code: 'refused', detail });

const typeIn = (contentType = ''): FetchedType | undefined =>
  types.get(contentType.split(';')[0]?.trim().toLowerCase() ?? '');

const read = async (url: string): Promise<FetchedBytes> => {
  const { status, headers, pieces } = await download({
    url,
    maxBytes: maxFetchedBytes,
    timeoutMs,
    headers: { accept },
  });
  const kept: Buffer[] = [];
  // Also of an answer that is refused: reading it ends the connection.
  for await (const piece of pieces) kept.push(piece);
  if (status !== 200) throw refused(`The server answered ${status}`);
  const content_type = typeIn(headers['content-type']);
  if (!content_type) throw refused('The file is neither HTML, text, Markdown, CSV nor PDF');
  const data = Buffer.concat(kept);
  if (data.length === 0) throw refused('The file is empty');
  return { content_type, data };
};

/** A file of the public internet from which a document can be made. Other addresses and files are refused. */
export const fetchFile = async (url: string): Promise<FetchedBytes> => {
  try {
    return await read(url);
  } catch (error) {
    throw error instanceof DeliveryError ? refused(error.message) : error;
  }
};
