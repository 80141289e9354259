import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as resolveName } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { destinationOf, isAllowedAddress } from './destination.ts';
import { DeliveryError } from './errors.ts';

/** Finds the addresses of a name. */
export type Resolve = (
  name: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything, from the look-up of the name to the last byte. */
  readonly timeoutMs: number;
  /** Hosts that may be asked, `*.` and an end of a name among them; absent: any public one. */
  readonly allowedHosts?: readonly string[];
  /** In place of the system's. */
  readonly resolve?: Resolve;
}

const addressRefused = (): DeliveryError =>
  new DeliveryError('address_refused', 'The host has no address of the public internet');

/**
 * Looks a name up for the connection itself, and lets it have addresses that may be reached and no others: a name that
 * answers differently the next time gains nothing, because there is no next time.
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

/** What went wrong, in words that a customer may read: nothing of the address that a name leads to. */
const failureOf = (error: Error & { readonly code?: unknown }): DeliveryError => {
  if (error instanceof DeliveryError) return error;
  const { cause } = error;
  if (cause instanceof DeliveryError) return cause;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return new DeliveryError('timed_out', 'The server took too long');
  }
  const code = String(error.code ?? '');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new DeliveryError('connection_failed', 'The name of the host is not known', { cause: error });
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME/.test(code)) {
    return new DeliveryError('connection_failed', 'The server’s certificate is not good', { cause: error });
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) {
    return new DeliveryError('cut_off', 'The server cut the connection off', { cause: error });
  }
  return new DeliveryError('connection_failed', 'The server cannot be reached', { cause: error });
};

/** An answer whose headers are there. */
export interface Opened {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** The body, as it arrives; ends with a `DeliveryError` where it breaks off. To be read, or dropped. */
  readonly pieces: () => AsyncGenerator<Buffer>;
  readonly drop: () => void;
}

/** Sends one request and gives the answer once its headers are there. Follows no redirect. */
export const open = ({
  method,
  url,
  headers = {},
  body,
  timeoutMs,
  allowedHosts,
  resolve = systemResolve,
}: Outgoing): Promise<Opened> =>
  new Promise((settle, reject) => {
    const destination = destinationOf(url, allowedHosts);
    const signal = AbortSignal.timeout(timeoutMs);
    const failed = (error: Error): DeliveryError =>
      failureOf(signal.aborted ? (signal.reason as Error) : error);
    const request = (destination.protocol === 'https:' ? httpsRequest : httpRequest)(destination, {
      method,
      // A connection each: none is found half-closed after a function was frozen.
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
    // Also after the answer began, when its body reports it: an error that nobody hears would end the process.
    request.on('error', (error) => reject(failed(error)));
    request.once('response', (answer) => {
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
      settle({ status, headers: received, pieces, drop: () => void answer.destroy() });
    });
    request.end(body);
  });

export interface Incoming extends Pick<Opened, 'status' | 'headers'> {
  readonly body: Buffer;
  /** Whether the server sent more than was kept. */
  readonly truncated: boolean;
}

/** Sends one request, and keeps so many bytes of its answer. The rest is not read. */
export const send = async (outgoing: Outgoing & { readonly maxBytes: number }): Promise<Incoming> => {
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
