import type { OutgoingRequest } from '#lib/delivery/request.ts';
import { open } from '#lib/delivery/request.ts';
import { depthCounter } from '#lib/domain/json.ts';

export interface FetchLimits extends Pick<OutgoingRequest, 'resolve'> {
  /** The deadline for all requests together, in milliseconds since 1970. */
  readonly deadline: number;
  /** The greatest size of all answers together. */
  readonly maxBytes: number;
}

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

/**
 * `fetch` for a library that connects to a customer's server: checked addresses, no redirects, and limits for
 * time, size and depth.
 */
export const checkedFetch = ({ deadline, maxBytes, resolve }: FetchLimits) => {
  let left = maxBytes;
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { signal } = request;
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const { status, headers, pieces, drop } = await open({
      method: request.method as OutgoingRequest['method'],
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(body && { body }),
      ...(resolve && { resolve }),
      timeoutMs: Math.max(1, deadline - Date.now()),
    });
    const isRedirect = status >= 300 && status < 400 && status !== 304;
    if (signal.aborted || isRedirect || hasNoBody(status)) drop();
    signal.throwIfAborted();
    if (isRedirect) throw new Error('The server redirects');
    signal.addEventListener('abort', drop, { once: true });
    const bounded = async function* () {
      const count = depthCounter();
      for await (const piece of pieces()) {
        left -= piece.length;
        if (left < 0) throw new Error('The answers of the server are too long');
        count(piece);
        yield new Uint8Array(piece);
      }
    };
    const type = headers['content-type'];
    const session = headers['mcp-session-id'];
    return new Response(hasNoBody(status) ? null : ReadableStream.from(bounded()), {
      status,
      headers: {
        ...(type && { 'content-type': type }),
        ...(typeof session === 'string' && { 'mcp-session-id': session }),
      },
    });
  };
};
