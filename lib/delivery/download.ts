import { destinationOf } from './destination.ts';
import { DeliveryError } from './errors.ts';
import type { OpenedResponse, OutgoingRequest } from './request.ts';
import { open } from './request.ts';

export interface DownloadOptions extends Omit<OutgoingRequest, 'method' | 'body'> {
  readonly maxBytes: number;
  /** The maximum number of redirects. Each destination is checked like the first one. */
  readonly redirects?: number;
}

export interface Download extends Pick<OpenedResponse, 'status' | 'headers'> {
  /** Ends with a `DeliveryError` if the server closes the connection, takes too long or sends too much. */
  readonly pieces: AsyncIterable<Buffer>;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const tooLarge = (maxBytes: number): DeliveryError =>
  new DeliveryError('too_large', `The answer is larger than ${maxBytes} bytes`);

const bounded = async function* ({ pieces }: OpenedResponse, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces()) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
};

const nextUrl = (location: string, url: string): string => {
  if (!URL.canParse(location, url))
    throw new DeliveryError('url_refused', 'The server redirects to an invalid URL');
  return new URL(location, url).href;
};

/**
 * Downloads a large file in pieces. Headers such as `authorization` are sent to the first host only, and not
 * to another one that it redirects to.
 */
export const download = async ({
  maxBytes,
  redirects = 3,
  headers = {},
  ...options
}: DownloadOptions): Promise<Download> => {
  const deadline = Date.now() + options.timeoutMs;
  const { origin } = destinationOf(options.url, options.allowedHosts);
  let { url } = options;
  for (let hop = 0; ; hop += 1) {
    const opened = await open({
      ...options,
      method: 'GET',
      url,
      headers: new URL(url).origin === origin ? headers : {},
      timeoutMs: Math.max(1, deadline - Date.now()),
    });
    const { status, headers: received } = opened;
    if (isRedirect(status) && received.location !== undefined) {
      opened.drop();
      if (hop === redirects) throw new DeliveryError('url_refused', 'The server redirects too many times');
      url = nextUrl(received.location, url);
      continue;
    }
    if (Number(received['content-length'] ?? 0) > maxBytes) {
      opened.drop();
      throw tooLarge(maxBytes);
    }
    return { status, headers: received, pieces: bounded(opened, maxBytes) };
  }
};
