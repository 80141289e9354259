import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RawData, WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { assumed, earsRole, refused, secretOf, sessionOf, sha256, signed } from './role-sessions.ts';
import { exception, newRecognizer, samplesIn } from './spoken.ts';

/*
 * Amazon Transcribe as pages reach it: by an address that opens streams until it expires, and with audio in
 * the event-stream encoding (docs.aws.amazon.com/transcribe/latest/dg/streaming-websocket.html). What it
 * refuses is refused here, in the same way.
 */

export interface StreamServer {
  /** The environment of functions that use it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** The words that it understands in any voice. */
export const understood = 'Is there a slot on Thursday?';

/** The signature of an address. */
export const signatureOf = (url: URL, secret: string): string => {
  const query = url.search
    .slice(1)
    .split('&')
    .filter((one) => !one.startsWith('X-Amz-Signature='))
    .sort()
    .join('&');
  const scope = url.searchParams.get('X-Amz-Credential')?.split('/').slice(1) ?? [];
  const canonical = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', sha256('')];
  return signed(canonical, url.searchParams.get('X-Amz-Date') ?? '', scope, secret);
};

const longestExpiry = 300;

/** The time in the form of AWS: `20261128T101500Z`. */
const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** The reason for which an address opens no stream; undefined: it opens one. */
const refusalOf = (url: URL): string | undefined => {
  const given = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  if (url.pathname !== '/stream-transcription-websocket') return 'There is no such path';
  const signature = given('Signature');
  if (signature === '') return 'Missing Authentication Token';
  const [accessKey = '', day = '', , service, end] = given('Credential').split('/');
  const isScoped = service === 'transcribe' && end === 'aws4_request' && given('Date').startsWith(day);
  const isOfAws = given('Algorithm') === 'AWS4-HMAC-SHA256' && given('SignedHeaders') === 'host';
  if (!isScoped || !isOfAws) return 'Credential should be scoped to a valid service';
  // The credentials of the function itself open no stream.
  const token = given('Security-Token');
  const session = sessionOf(token, accessKey);
  if (!session) return 'The security token included in the request is invalid';
  if (session.until < Date.now()) return 'The security token included in the request is expired';
  if (signature !== signatureOf(url, secretOf(token)))
    return 'The request signature we calculated does not match';
  const [seconds, signed] = [Number(given('Expires')), timeOf(given('Date'))];
  if (!(seconds >= 1 && seconds <= longestExpiry)) return 'X-Amz-Expires must be at most 300 seconds';
  const age = Date.now() - signed;
  if (!(age <= seconds * 1000 && age >= -longestExpiry * 1000)) return 'Signature expired';
  return undefined;
};

/** The fault of the parameters of a stream; undefined: they have none. */
const faultIn = (parameters: URLSearchParams): string | undefined => {
  const rate = Number(parameters.get('sample-rate'));
  if (!(Number.isInteger(rate) && rate >= 8000 && rate <= 48_000)) return 'Invalid sample rate';
  if (parameters.get('media-encoding') !== 'pcm') return 'Invalid media encoding';
  const isNamed = parameters.has('language-code');
  const isFound = parameters.get('identify-language') === 'true' && parameters.has('language-options');
  return isNamed === isFound ? 'Either a language or options to identify one are required' : undefined;
};

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data as Buffer);

const urlOf = ({ url = '', headers }: IncomingMessage): URL => new URL(url, `ws://${headers.host}`);

const end = (socket: WebSocket, type: string, text: string): void => {
  socket.send(exception(type, text));
  socket.close();
};

/** An answer of STS with a status and a code of AWS; `cut`: the connection ends without one. */
export type RoleFailure = 'cut' | readonly [status: number, code: string];

/** Plans how the next requests for sessions of a chat fail, one after the other. */
export const planRoleFailures = async (
  host: string,
  chat: string,
  failures: readonly RoleFailure[],
): Promise<void> => {
  await fetch(`http://${host}/plan`, { method: 'POST', body: JSON.stringify({ chat, failures }) });
};

/** Has one stream of each session. `secret`: that of the functions, which take a role to open one. */
export const startStreamServer = async (secret: () => string): Promise<StreamServer> => {
  const planned = new Map<string, RoleFailure[]>();
  const roles = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/plan') {
      const { chat, failures } = JSON.parse(body) as { chat: string; failures: RoleFailure[] };
      planned.set(chat, failures);
      response.end();
      return;
    }
    const failure = planned.get(new URLSearchParams(body).get('RoleSessionName') ?? '')?.shift();
    if (failure === 'cut') {
      request.socket.destroy();
      return;
    }
    const { status, xml } = failure ? refused(...failure) : assumed(request.headers, body, secret());
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  });
  const server = new WebSocketServer({
    server: roles,
    verifyClient: ({ req }, answer) => {
      const refusal = refusalOf(urlOf(req));
      answer(refusal === undefined, 403, refusal);
    },
  });
  roles.listen(0, '127.0.0.1');
  await once(roles, 'listening');
  const streams = new Map<string, WebSocket>();
  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const { searchParams } = urlOf(request);
    const fault = faultIn(searchParams);
    if (fault) {
      end(socket, 'BadRequestException', fault);
      return;
    }
    const session = searchParams.get('session-id') ?? '';
    const before = streams.get(session);
    if (before) end(before, 'ConflictException', 'A new stream started with the same session ID.');
    streams.set(session, socket);
    socket.on('close', () => {
      if (streams.get(session) === socket) streams.delete(session);
    });
    const sampleRate = Number(searchParams.get('sample-rate'));
    const recognizer = newRecognizer([understood], sampleRate);
    socket.on('message', (data, isBinary) => {
      try {
        const message = isBinary ? bytesOf(data) : new Uint8Array();
        for (const words of recognizer.hear(message)) socket.send(words);
        // Audio without samples is the last.
        if (samplesIn(message, sampleRate).length === 0) socket.close();
      } catch (error) {
        end(socket, 'BadRequestException', (error as Error).message);
      }
    });
  });
  const { port } = roles.address() as AddressInfo;
  return {
    environment: {
      AWS_ENDPOINT_URL_TRANSCRIBE_STREAMING: `ws://127.0.0.1:${port}`,
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${port}`,
      EARS_ROLE: earsRole,
    },
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
      roles.closeAllConnections();
      roles.close();
    },
  };
};
