import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as resolveName } from 'node:dns';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { destinationOf, isAllowedAddress } from './destination.ts';
import { DeliveryError } from './errors.ts';

/** Resolves a name to addresses. */
export type Resolve = (
  name: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The deadline for everything, from resolving the name to the last byte. */
  readonly timeoutMs: number;
  /** The deadline for the response's headers, if they must arrive earlier than the rest. */
  readonly answerMs?: number;
  /** Allowed hosts, each a name or `*.` and the end of a name; absent: any public host. */
  readonly allowedHosts?: readonly string[];
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve;
}

const addressRefused = (): DeliveryError =>
  new DeliveryError('address_refused', 'The host has no public address');

/**
 * Resolves a name for the connection itself, and returns only allowed addresses. A name that resolves
 * differently the next time (DNS rebinding) has no effect, because there is no second resolution.
 */
const checkedLookup =
  (resolve: Resolve): LookupFunction =>
  (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowedAddress(address));
      const [first] = allowed;
      if (!first) return callback(addressRefused(), []);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

const systemResolve: Resolve = (name, options, done) => resolveName(name, { ...options, all: true }, done);

const tooSlow = (): DeliveryError => new DeliveryError('timed_out', 'The server took too long');

/** The failure as a message that customers may read, without the address that a name resolves to. */
const failureOf = (error: Error & { readonly code?: unknown }): DeliveryError => {
  if (error instanceof DeliveryError) return error;
  const { cause } = error;
  if (cause instanceof DeliveryError) return cause;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return tooSlow();
  }
  const code = String(error.code ?? '');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new DeliveryError('connection_failed', 'The host name cannot be resolved', { cause: error });
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME/.test(code)) {
    return new DeliveryError('connection_failed', 'The server’s certificate is not valid', { cause: error });
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) {
    return new DeliveryError('cut_off', 'The server closed the connection early', { cause: error });
  }
  return new DeliveryError('connection_failed', 'The server cannot be reached', { cause: error });
};

/** A response whose headers have arrived. */
export interface OpenedResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /**
   * The body, as it arrives. Ends with a `DeliveryError` if it is interrupted. It must be read or dropped.
   */
  readonly pieces: () => AsyncGenerator<Buffer>;
  readonly drop: () => void;
}

/** Sends one request and returns the response when its headers have arrived. Follows no redirects. */
export const open = ({
  method,
  url,
  headers = {},
  body,
  timeoutMs,
  answerMs = timeoutMs,
  allowedHosts,
  resolve = systemResolve,
}: OutgoingRequest): Promise<OpenedResponse> =>
  new Promise((settle, reject) => {
    const destination = destinationOf(url, allowedHosts);
    const signal = AbortSignal.timeout(timeoutMs);
    const failed = (error: Error): DeliveryError =>
      failureOf(signal.aborted ? (signal.reason as Error) : error);
    const request = (destination.protocol === 'https:' ? httpsRequest : httpRequest)(destination, {
      method,
      // A new connection for each request: a frozen function would find pooled connections half-closed.
      agent: false,
      lookup: checkedLookup(resolve),
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'voice-agent-platform/1',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      signal,
    });
    request.on('socket', (socket: Socket) => {
      socket.once('connect', () => {
        if (!isAllowedAddress(socket.remoteAddress ?? '')) request.destroy(addressRefused());
      });
    });
    // This listener stays after the response has begun, although the body reports the error: an unhandled
    // error would end the process.
    request.on('error', (error) => reject(failed(error)));
    const silence = setTimeout(() => request.destroy(tooSlow()), answerMs);
    request.once('close', () => clearTimeout(silence));
    const answered = (answer: IncomingMessage): void => {
      clearTimeout(silence);
      const pieces = async function* () {
        try {
          for await (const piece of answer as AsyncIterable<Buffer>) yield piece;
        } catch (error) {
          throw failed(error as Error);
        } finally {
          answer.destroy();
        }
      };
      const { statusCode: status = 0, headers: received } = answer;
      if (status < 100) {
        answer.destroy();
        reject(new DeliveryError('cut_off', 'The server’s answer is not valid HTTP'));
        return;
      }
      settle({ status, headers: received, pieces, drop: () => void answer.destroy() });
    };
    request.once('response', answered);
    // A server may switch protocols unasked. Node reports neither a response nor an error unless there is a
    // listener.
    request.once('upgrade', (answer, socket) => {
      socket.destroy();
      answered(answer);
    });
    request.end(body);
  });

export interface ReceivedResponse extends Pick<OpenedResponse, 'status' | 'headers'> {
  readonly body: Buffer;
  /** Whether the server sent more than `maxBytes`. */
  readonly truncated: boolean;
}

/** Sends one request and reads at most `maxBytes` of the response. */
export const send = async (
  outgoing: OutgoingRequest & { readonly maxBytes: number },
): Promise<ReceivedResponse> => {
  const { status, headers, pieces } = await open(outgoing);
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces()) {
    kept.push(piece);
    size += piece.length;
    if (size > outgoing.maxBytes) break;
  }
  return {
    status,
    headers,
    body: Buffer.concat(kept).subarray(0, outgoing.maxBytes),
    truncated: size > outgoing.maxBytes,
  };
};
