import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { foreignness } from '../foreign.ts';
import type { ObjectCreated } from './deliveries.ts';
import { startDeliveries } from './deliveries.ts';
import { S3Error } from './errors.ts';
import { operationOf } from './operations.ts';
import type { S3Request } from './request.ts';
import type { SigningCredentials } from './signature.ts';
import { verify } from './signature.ts';
import type { BucketStore } from './store.ts';
import { openBucket } from './store.ts';
import { openUploads } from './uploads.ts';
import { errorDocument } from './xml.ts';

export interface EmbeddedS3 {
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

export interface EmbeddedS3Options {
  /** The folder that stores objects. */
  readonly directory: string;
  readonly buckets: readonly string[];
  /** Those of the buckets that keep every version of their objects. Locks are not enforced. */
  readonly versioned?: readonly string[];
  readonly credentials: SigningCredentials;
  readonly region: string;
  /** Absent or 0: a free port. */
  readonly port?: number;
  readonly now?: () => Date;
  /** The origins whose web pages are answered; none if absent. */
  readonly allowedOrigins?: () => readonly string[];
  /** Called for each new object with the event that EventBridge would send, and again until it resolves. */
  readonly onObjectCreated?: (event: ObjectCreated) => Promise<void>;
}

const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
  vary: 'Origin',
});

const preflight = (request: IncomingMessage, response: ServerResponse): void => {
  const { origin, 'access-control-request-method': method } = request.headers;
  const allowed = ['GET', 'HEAD', 'PUT'];
  if (!origin || !method || !allowed.includes(method)) {
    response.writeHead(403).end();
    return;
  }
  response
    .writeHead(200, {
      ...corsHeaders(origin),
      'access-control-allow-methods': allowed.join(', '),
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '3600',
    })
    .end();
};

/** `/bucket/key`: path-style addresses only. */
const addressOf = (path: string): { readonly bucket: string; readonly key: string } => {
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  try {
    return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key) };
  } catch {
    throw new S3Error('InvalidArgument', 'The path is not well encoded');
  }
};

const parse = (request: IncomingMessage): Omit<S3Request, 'verified'> => {
  const { method = 'GET', url = '/', headers } = request;
  const [path = '/', rawQuery = ''] = url.split(/\?(.*)/s);
  // In a signed query, + is a plus. Clients encode a space as %20.
  const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(',')]),
  );
  return { method, path, query, headers: flat, body: request, ...addressOf(path) };
};

/**
 * An S3 for one machine: the operations that the platform and its operators use, with their signatures
 * verified.
 */
export const startS3 = async (options: EmbeddedS3Options): Promise<EmbeddedS3> => {
  const { directory, credentials, region, now = () => new Date(), allowedOrigins = () => [] } = options;
  const buckets = new Map<string, BucketStore>();
  for (const bucket of options.buckets) {
    buckets.set(bucket, await openBucket(directory, bucket, options.versioned?.includes(bucket)));
  }
  const uploads = openUploads();
  const deliveries = startDeliveries(region, options.onObjectCreated ?? (async () => {}));

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parsed = parse(incoming);
    const verified = await verify(parsed, { credentials, region, now: now() });
    const request: S3Request = { ...parsed, verified };
    await operationOf(request)(request, response, { buckets, uploads, now, created: deliveries.deliver });
  };

  const refuse = (
    error: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): void => {
    const known =
      error instanceof S3Error
        ? error
        : new S3Error('InternalError', 'We encountered an internal error. Please try again.');
    // A client that disconnected during an upload needs no answer.
    if (request.destroyed && !request.complete) return;
    if (known !== error) console.error({ message: 'The embedded S3 failed', error });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const body = errorDocument({
      Code: known.code,
      Message: known.message,
      Resource: request.url?.split('?')[0],
      RequestId: requestId,
    });
    // The rest of the body must be drained before the connection can be reused.
    request.resume();
    response.writeHead(known.status, { 'content-type': 'application/xml' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const server = createServer((request, response) => {
    const requestId = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
    response.setHeader('x-amz-request-id', requestId);
    const foreign = foreignness(request, allowedOrigins());
    if (foreign) {
      refuse(new S3Error('AccessDenied', foreign), request, response, requestId);
      return;
    }
    if (request.method === 'OPTIONS') {
      preflight(request, response);
      return;
    }
    const { origin } = request.headers;
    if (origin) {
      for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
    }
    handle(request, response).catch((error: unknown) => refuse(error, request, response, requestId));
  });
  server.keepAliveTimeout = 120_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  for (const store of buckets.values()) {
    for (const event of await store.pendingEvents()) deliveries.deliver(event, store);
  }

  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await deliveries.close();
    },
  };
};
