import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { timeoutSeconds, unrouted } from '#lib/build/function-settings.ts';
import { withCors } from '#lib/contract/cors.ts';
import { operations } from '#lib/contract/index.ts';
import { gatewayMethodOf, isLive, pathOf } from '#lib/contract/route.ts';
import type { ServeConsole } from './console.ts';
import { corsHeaders, isPreflight, livePreflightHeaders } from './cors.ts';
import type { MatchedRoute } from './event.ts';
import { toContext, toEvent, toRestEvent } from './event.ts';
import { foreignHost } from './foreign.ts';
import type { LocalSockets } from './sockets.ts';

/*
 * Implements API Gateway's HTTP API around the functions, including its limits and error bodies
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). Functions that stream receive
 * the events of a REST API.
 */

const maxBodyBytes = 10 * 1024 * 1024;
const maxHeaderBytes = 10_240;
const maxAnswerBytes = 6 * 1024 * 1024;
const timeoutMs = 30_000;

/** Functions that a REST API calls, with events of its own, and adds no headers to their answers. */
const streaming: ReadonlySet<string> = new Set(
  operations.filter(({ route }) => isLive(route)).map(({ id }) => id),
);

const defaultRoute = { id: unrouted, routeKey: '$default' };

interface Template {
  readonly id: string;
  readonly routeKey: string;
  readonly method: string;
  readonly segments: readonly string[];
}

const parameterOf = (segment: string): string | undefined => /^{(\w+)}$/.exec(segment)?.[1];

/** Routes with fewer parameters are tried first, `/active` before `/{conversation_id}`, and `ANY` last. */
const precedence = ({ method, segments }: Template): number =>
  segments.filter(parameterOf).length * 2 + Number(method === 'ANY');

const templates: readonly Template[] = operations
  .map(({ id, route }) => {
    const method = gatewayMethodOf(route);
    return { id, routeKey: `${method} ${pathOf(route)}`, method, segments: pathOf(route).split('/') };
  })
  .sort((one, other) => precedence(one) - precedence(other));

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const match = (method: string, path: string): MatchedRoute & { readonly id: string } => {
  const segments = path.split('/');
  const found = templates.find(
    (template) =>
      (template.method === method || template.method === 'ANY') &&
      template.segments.length === segments.length &&
      template.segments.every((part, at) => (parameterOf(part) ? segments[at] : part === segments[at])),
  );
  if (!found) return { ...defaultRoute, pathParameters: {} };
  const pathParameters = Object.fromEntries(
    found.segments.flatMap((part, at) => {
      const name = parameterOf(part);
      return name ? [[name, decoded(segments[at] ?? '')]] : [];
    }),
  );
  return { id: found.id, routeKey: found.routeKey, pathParameters };
};

/** The body, or undefined if it is larger than API Gateway accepts. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  // Iterating over an empty stream would take longer than most other steps of a request.
  if (length === undefined && encoding === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
};

const headerBytes = ({ method = '', url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, part) => sum + Buffer.byteLength(part), method.length + Buffer.byteLength(url));

/** Whether a path belongs to the API and not to the console, as CloudFront decides it in a stack. */
const isOfApi = (url = '/'): boolean => /^\/v1(\/|\?|$)/.test(url);

/** One answer of the API as it was sent. */
export interface AnsweredRequest {
  readonly id: string;
  readonly routeKey: string;
  readonly status: number;
  readonly body: string | undefined;
}

export interface GatewayOptions {
  /** Returns the function with this id. */
  readonly invoke: (id: string) => (event: unknown, context: unknown) => Promise<unknown>;
  /** 0: a free one. */
  readonly port: number;
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** Called for each request that reads, with its answer to come. */
  readonly onRead?: (answered: Promise<unknown>) => void;
  /** The origins whose pages may call the API; none if absent. */
  readonly corsOrigins?: readonly string[];
  /** Answers requests for the console; absent: the API answers everything. */
  readonly serveConsole?: ServeConsole | undefined;
  /** Answers requests below a path that is neither the API's nor the console's. */
  readonly serveIssuer?: { readonly path: string; readonly serve: ServeConsole } | undefined;
  /**
   * The origin by which others reach this gateway, through a tunnel or a proxy; absent: the address that it
   * listens on.
   */
  readonly publicUrl?: string | undefined;
  /** Takes over requests to upgrade to a WebSocket; absent: none is. */
  readonly upgrade?: LocalSockets['upgrade'] | undefined;
  /** The factor by which requests may take longer than on AWS; absent: 1. */
  readonly slowness?: number;
}

export interface Gateway {
  /** The address that it listens on. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

type Answer = APIGatewayProxyStructuredResultV2 & { readonly stream?: AsyncGenerator<string, void> };

/** An answer's text, decompressed if necessary. */
const textOf = ({ headers, body, isBase64Encoded }: Answer): string | undefined => {
  if (body === undefined || !isBase64Encoded) return body;
  const bytes = Buffer.from(body, 'base64');
  return (headers?.['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

/**
 * Sends the parts of an answer as they come. All of them are made, as in Lambda, even if the client leaves.
 */
const sendStream = async (response: ServerResponse, stream: AsyncGenerator<string, void>): Promise<void> => {
  for await (const part of stream) if (response.writable) response.write(part);
  response.end();
};

const ownAnswer = (statusCode: number, message: string): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

const send = (
  response: ServerResponse,
  { statusCode = 200, headers = {}, cookies = [], body, isBase64Encoded, stream }: Answer,
  cors: Record<string, string>,
): void => {
  if (stream) {
    response.writeHead(statusCode, withCors(headers, cors) as Record<string, string>);
    sendStream(response, stream).catch(() => response.destroy());
    return;
  }
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const measured = statusCode !== 204 && statusCode !== 304 && response.req.method !== 'HEAD';
  response.writeHead(statusCode, {
    ...withCors(headers, cors),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    ...(measured && { 'content-length': bytes.length }),
  } as Record<string, string>);
  response.end(bytes);
};

/**
 * Serves the API on 127.0.0.1: matches the route, builds the event, runs the function and writes its answer.
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const {
    invoke,
    port,
    onAnswer,
    onRead,
    corsOrigins = [],
    serveConsole,
    serveIssuer,
    publicUrl,
    upgrade,
    slowness = 1,
  } = options;
  const publicHost = publicUrl && new URL(publicUrl).host;
  const answer = async (
    request: IncomingMessage,
    { id, ...matched }: ReturnType<typeof match>,
  ): Promise<Answer> => {
    const body = await readBody(request);
    if (headerBytes(request) > maxHeaderBytes) return ownAnswer(431, 'Request Header Fields Too Large');
    if (!body) return ownAnswer(413, 'Request Entity Too Large');

    const event = (streaming.has(id) ? toRestEvent : toEvent)(request, body, matched, origin);
    const timer = Promise.withResolvers<Answer>();
    const giveUp = () => timer.resolve(ownAnswer(503, 'Service Unavailable'));
    const timeout = setTimeout(giveUp, timeoutMs * slowness);
    try {
      const context = toContext(id, timeoutSeconds(id) * 1000 * slowness);
      const invoked = invoke(id)(event, context) as Promise<Answer>;
      const answered = await Promise.race([invoked, timer.promise]);
      if (Buffer.byteLength(answered.body ?? '') > maxAnswerBytes) throw new Error('The answer is too large');
      const { statusCode: status = 200 } = answered;
      onAnswer?.({ id, routeKey: matched.routeKey, status, body: textOf(answered) });
      return answered;
    } catch (error) {
      console.error({ message: 'A function failed', function: id, error });
      return ownAnswer(500, 'Internal Server Error');
    } finally {
      clearTimeout(timeout);
    }
  };

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    const foreign = foreignHost(request, publicHost);
    if (foreign) {
      send(response, ownAnswer(421, foreign), {});
      return;
    }
    if (serveIssuer && request.url?.startsWith(`${serveIssuer.path}/`)) {
      serveIssuer.serve(request, response);
      return;
    }
    if (serveConsole && !isOfApi(request.url)) {
      serveConsole(request, response);
      return;
    }
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path.startsWith('/v1/live/') && isPreflight(request)) {
      send(response, { statusCode: 204, headers: livePreflightHeaders }, {});
      return;
    }
    const matched = match(request.method ?? 'GET', path);
    const cors = streaming.has(matched.id) ? {} : corsHeaders(request, corsOrigins);
    const answered = answer(request, matched);
    if (request.method === 'GET') onRead?.(answered);
    answered.then(
      (found) => send(response, found, cors),
      (error: unknown) => {
        console.error(error);
        response.destroy();
      },
    );
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    const isForeign = foreignHost(request, publicHost) !== undefined;
    if (isForeign || !upgrade?.(request, socket, head)) socket.destroy();
  });
  // Longer than clients keep idle connections, so that they never reuse one that is being closed.
  server.keepAliveTimeout = 120_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${bound}`;
  const origin = new URL(publicUrl ?? baseUrl);
  return {
    baseUrl,
    close: async () => {
      server.close();
      server.closeAllConnections();
      // The server no longer counts those among its connections, and still waits for them.
      for (const socket of upgraded) socket.destroy();
      await once(server, 'close');
    },
  };
};
